#include "store/engine/job_pages.h"

#include <string_view>

namespace isotherm::engine {
namespace {

constexpr std::size_t token_digits = 112;
constexpr std::string_view hex = "0123456789abcdef";

}  // namespace

std::string page_token(const std::string& id) {
  std::string token;
  for (const char c : id) {
    token.push_back(hex[static_cast<unsigned char>(c) >> 4]);
    token.push_back(hex[static_cast<unsigned char>(c) & 0xF]);
  }
  token.resize(token_digits, '0');
  return token;
}

std::optional<std::string> id_of_token(const std::string& token) {
  if (token.size() != token_digits) return std::nullopt;
  std::string id;
  for (std::size_t i = 0; i < token.size(); i += 2) {
    const std::size_t high = hex.find(token[i]);
    const std::size_t low = hex.find(token[i + 1]);
    if (high == std::string_view::npos || low == std::string_view::npos) return std::nullopt;
    if (high == 0 && low == 0) break;
    id.push_back(static_cast<char>(high << 4 | low));
  }
  return id;
}

Error bad_page_token() { return Error::validation("The provided NextToken is invalid"); }

}  // namespace isotherm::engine
