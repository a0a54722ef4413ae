#include "wire/tls_identity.h"

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <array>
#include <boost/asio/ssl/context.hpp>
#include <ctime>
#include <optional>

#include "signing/ini_file.h"

namespace isotherm::wire {
namespace {

using Problem = std::optional<std::string>;

// A protocol list of TLS: each name behind its length.
constexpr std::array<unsigned char, 9> http_1_1{8, 'h', 't', 't', 'p', '/', '1', '.', '1'};

// NOLINTNEXTLINE(readability-function-size): as OpenSSL calls it.
int choose_protocol(SSL*, const unsigned char** chosen, unsigned char* chosen_bytes,
                    const unsigned char* offered, unsigned int offered_bytes, void*) {
  unsigned char* found = nullptr;
  if (SSL_select_next_proto(&found, chosen_bytes, http_1_1.data(), http_1_1.size(), offered,
                            offered_bytes) != OPENSSL_NPN_NEGOTIATED) {
    return SSL_TLSEXT_ERR_ALERT_FATAL;
  }
  *chosen = found;
  return SSL_TLSEXT_ERR_OK;
}

// Nobody is there to type a passphrase.
int no_passphrase(char*, int, int, void*) { return -1; }

void set_up(SSL_CTX* context) {
  SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
  SSL_CTX_set_options(
      context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE);
  SSL_CTX_set_alpn_select_cb(context, choose_protocol, nullptr);
  SSL_CTX_set_default_passwd_cb(context, no_passphrase);
}

/// What OpenSSL said first, and forgets.
struct OpenSslError {
  OpenSslError() : code(ERR_peek_error()) { ERR_clear_error(); }
  bool is_of_x509(int reason) const {
    return ERR_GET_LIB(code) == ERR_LIB_X509 && ERR_GET_REASON(code) == reason;
  }
  std::string text() const {
    const char* reason = ERR_reason_error_string(code);
    return reason != nullptr ? reason : "unknown error";
  }
  unsigned long code;
};

/// A file that must hold a block of PEM. What is wrong with blocks themselves, OpenSSL knows.
Problem without_block(const std::string& file, std::string_view kind, std::string& text) {
  if (const auto read = signing::read_text_file(file, text); !read.ok())
    return file + " cannot be read: " + read.error();
  if (text.find(std::string(kind) + "-----") != std::string::npos) return std::nullopt;
  return file + " has no -----BEGIN " + std::string(kind) + "-----: it must be in PEM form";
}

Problem use_certificate(SSL_CTX* context, const std::string& file) {
  std::string text;
  if (auto problem = without_block(file, "CERTIFICATE", text)) return problem;
  if (SSL_CTX_use_certificate_chain_file(context, file.c_str()) == 1) return std::nullopt;
  return file + " has a certificate that cannot be used: " + OpenSslError().text();
}

Problem use_key(SSL_CTX* context, const std::string& file, const std::string& certificate_file) {
  std::string text;
  if (auto problem = without_block(file, "PRIVATE KEY", text)) return problem;
  if (SSL_CTX_use_PrivateKey_file(context, file.c_str(), SSL_FILETYPE_PEM) == 1 &&
      SSL_CTX_check_private_key(context) == 1) {
    return std::nullopt;
  }
  const OpenSslError error;
  if (error.is_of_x509(X509_R_KEY_VALUES_MISMATCH) || error.is_of_x509(X509_R_KEY_TYPE_MISMATCH)) {
    return "the key in " + file + " is not that of the first certificate in " + certificate_file +
           ": the server's certificate stands before those of its authorities";
  }
  if (text.find("ENCRYPTED") != std::string::npos)
    return "the key in " + file +
           " is encrypted, and nobody is there to type the passphrase: write it without one, "
           "readable by the server alone";
  return file + " has a private key that cannot be used: " + error.text();
}

UnixMillis time_of(const ASN1_TIME* time) {
  std::tm parts{};
  if (ASN1_TIME_to_tm(time, &parts) != 1) return UnixMillis(0);
  return UnixMillis(std::chrono::seconds(timegm(&parts)));
}

}  // namespace

TlsIdentity::TlsIdentity()
    : context_(std::make_unique<boost::asio::ssl::context>(boost::asio::ssl::context::tls_server)) {
}

TlsIdentity::~TlsIdentity() = default;

Expected<std::shared_ptr<const TlsIdentity>, std::string> TlsIdentity::load(
    const std::string& certificate_file, const std::string& key_file) {
  const std::shared_ptr<TlsIdentity> identity(new TlsIdentity);
  SSL_CTX* const context = identity->context_->native_handle();
  ERR_clear_error();
  set_up(context);
  if (auto problem = use_certificate(context, certificate_file)) return *std::move(problem);
  if (auto problem = use_key(context, key_file, certificate_file)) return *std::move(problem);
  const X509* certificate = SSL_CTX_get0_certificate(context);
  identity->not_before_ = time_of(X509_get0_notBefore(certificate));
  identity->not_after_ = time_of(X509_get0_notAfter(certificate));
  return std::shared_ptr<const TlsIdentity>(identity);
}

}  // namespace isotherm::wire
