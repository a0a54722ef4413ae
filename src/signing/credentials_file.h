#pragma once

// A file of credentials in the form of ~/.aws/credentials:
//
//   # a comment, also after ';'
//   [profile]
//   aws_access_key_id = AKIDEXAMPLE
//   aws_secret_access_key = wJalr…
//   aws_session_token = …              (only of temporary credentials)
//   isotherm_access = read-only        (ours: what an endpoint lets these credentials do; or full)
//   isotherm_tables = User:rw, *:none  (ours: the same table by table; see table_rights.h)
//
// Other properties (region, output, …) are skipped: the file may be one that the AWS CLI uses.

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "signing/signature.h"
#include "signing/table_rights.h"

namespace isotherm::signing {

/// One section of the file.
struct Profile {
  std::string name;
  Credentials credentials;
  /// What it may do to which tables; none: everything.
  std::optional<TableRights> rights = std::nullopt;
};

/// Profiles by their access key id.
using Profiles = std::map<std::string, Profile, std::less<>>;

/// The file's profiles, or what is wrong with it: "line 3: …". At least one, each complete. No
/// secret is ever part of the message.
Expected<Profiles, std::string> parse_credentials(std::string_view text);

/// The same of a file on disk.
Expected<Profiles, std::string> read_credentials(const std::string& path);

}  // namespace isotherm::signing
