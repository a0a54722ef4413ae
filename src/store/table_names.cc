#include "store/table_names.h"

namespace isotherm {
namespace {

bool is_name_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-' || c == '.';
}

/// Whether a name ends at `at`: a full stop may also end a sentence.
bool ends_name(std::string_view text, std::size_t at) {
  if (at == text.size() || !is_name_char(text[at])) return true;
  return text[at] == '.' && (at + 1 == text.size() || !is_name_char(text[at + 1]));
}

}  // namespace

std::string_view table_name_in(std::string_view name_or_arn) {
  constexpr std::string_view mark = ":table/";
  const auto at = name_or_arn.starts_with("arn:") ? name_or_arn.find(mark) : std::string_view::npos;
  if (at == std::string_view::npos) return name_or_arn;
  const std::string_view name = name_or_arn.substr(at + mark.size());
  return name.substr(0, name.find('/'));
}

std::string with_name_replaced(std::string_view text, std::string_view from, std::string_view to) {
  std::string replaced;
  std::size_t done = 0;
  for (std::size_t at = text.find(from); at != std::string_view::npos;
       at = text.find(from, at + 1)) {
    if (at < done || (at > 0 && is_name_char(text[at - 1])) || !ends_name(text, at + from.size()))
      continue;
    replaced.append(text.substr(done, at - done)).append(to);
    done = at + from.size();
  }
  return replaced.append(text.substr(done));
}

}  // namespace isotherm
