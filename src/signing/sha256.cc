#include "signing/sha256.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>

#include <cstring>
#include <memory>

#include "base/expects.h"

namespace isotherm::signing {
namespace {

constexpr std::size_t block_bytes = 64;

struct Free {
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
};

// Looking an algorithm up takes longer than hashing a request: once for the process.
const EVP_MD* algorithm() {
  static const EVP_MD* const found = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  expects(found != nullptr, "OpenSSL has SHA-256");
  return found;
}

// Hashes the two texts one after the other.
Sha256 hash(std::string_view first, std::string_view second) {
  thread_local const std::unique_ptr<EVP_MD_CTX, Free> context(EVP_MD_CTX_new());
  Sha256 digest;
  unsigned size = 0;
  const bool done = context != nullptr &&
                    EVP_DigestInit_ex2(context.get(), algorithm(), nullptr) == 1 &&
                    EVP_DigestUpdate(context.get(), first.data(), first.size()) == 1 &&
                    EVP_DigestUpdate(context.get(), second.data(), second.size()) == 1 &&
                    EVP_DigestFinal_ex(context.get(), digest.data(), &size) == 1;
  expects(done && size == digest.size(), "OpenSSL hashes");
  return digest;
}

}  // namespace

Sha256 sha256(std::string_view bytes) { return hash(bytes, {}); }

Sha256 hmac_sha256(std::string_view key, std::string_view message) {
  std::array<char, block_bytes> padded{};
  if (key.size() > block_bytes) {
    const Sha256 shorter = sha256(key);
    std::memcpy(padded.data(), shorter.data(), shorter.size());
  } else if (!key.empty()) {
    std::memcpy(padded.data(), key.data(), key.size());
  }
  std::array<char, block_bytes> inner = padded;
  std::array<char, block_bytes> outer = padded;
  for (char& c : inner) c = static_cast<char>(c ^ 0x36);
  for (char& c : outer) c = static_cast<char>(c ^ 0x5c);
  const Sha256 within = hash({inner.data(), inner.size()}, message);
  return hash({outer.data(), outer.size()}, as_bytes(within));
}

std::string to_hex(const Sha256& digest) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  text.reserve(digest.size() * 2);
  for (const std::uint8_t byte : digest) {
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return text;
}

std::string_view as_bytes(const Sha256& digest) {
  return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

bool equal_in_constant_time(std::string_view a, std::string_view b) {
  return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace isotherm::signing
