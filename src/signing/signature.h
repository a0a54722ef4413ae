#pragma once

// AWS Signature Version 4 [General Reference, "Signature Version 4 signing process"]: pure
// functions, for those who sign requests and for those who check signatures.
//
//   key        := HMAC(HMAC(HMAC(HMAC("AWS4" secret, date), region), service), "aws4_request")
//   to sign    := "AWS4-HMAC-SHA256" \n time \n scope \n hex(SHA256(canonical request))
//   signature  := hex(HMAC(key, to sign))

#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "signing/canonical_request.h"
#include "signing/sha256.h"

namespace isotherm::signing {

inline constexpr std::string_view algorithm = "AWS4-HMAC-SHA256";
inline constexpr std::string_view terminator = "aws4_request";

/// Long-term credentials, or temporary ones with their token.
struct Credentials {
  std::string access_key_id;
  std::string secret_access_key;
  /// Empty: none.
  std::string session_token = {};
};

/// What a key is good for: one day, one region, one service.
struct Scope {
  /// "20150830"
  std::string date;
  std::string region;
  std::string service = "dynamodb";

  /// "20150830/us-east-1/dynamodb/aws4_request"
  std::string text() const;
};

/// The key that signs within a scope; it may be kept as long as the scope lasts.
Sha256 signing_key(std::string_view secret_access_key, const Scope& scope);

/// `time`: "20150830T123600Z".
std::string string_to_sign(std::string_view time, const Scope& scope, std::string_view canonical);

/// The signature, in hexadecimal digits.
std::string signature(const Sha256& key, std::string_view to_sign);

/// "20150830T123600Z"
std::string basic_time(UnixMillis time);

/// Who signs, where, and when.
struct Signer {
  Credentials credentials;
  std::string region;
  std::string service = "dynamodb";
};

/// The headers that sign a request: Authorization, X-Amz-Date, and X-Amz-Security-Token for
/// temporary credentials. They are to be added to those of the request, which must have its Host.
/// All of them are signed, but for those that proxies change (User-Agent, Connection, Expect).
std::vector<Header> sign(const Request& request, const Signer& signer, UnixMillis now);

}  // namespace isotherm::signing
