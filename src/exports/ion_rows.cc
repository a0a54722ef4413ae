#include "exports/ion_rows.h"

#include "exports/ion_text.h"

namespace isotherm::exports {
namespace {

Error malformed(std::string_view what) {
  return Error::validation("the Ion text is malformed: " + std::string(what));
}

/// Finds the end of a struct: brackets outside strings and comments. Goes on where it was when
/// there is more text.
class Extent {
 public:
  /// The length of the struct; nothing: it goes on behind the text.
  std::optional<std::size_t> find(std::string_view text) {
    // What may be cut in two is looked at again with more text.
    constexpr std::size_t lookahead = 3;
    for (; at_ + lookahead <= text.size() || (at_ < text.size() && ended_); ++at_) {
      if (step(text)) return at_ + 1;
    }
    return std::nullopt;
  }
  /// No more text will come.
  void set_ended() { ended_ = true; }

 private:
  enum class Mode { plain, string, symbol, long_string, line_comment, comment };

  bool step(std::string_view text) {
    const char c = text[at_];
    const std::string_view rest = text.substr(at_);
    switch (mode_) {
      case Mode::plain: return plain(c, rest);
      case Mode::string:
      case Mode::symbol:
        if (c == '\\') {
          ++at_;
        } else if (c == (mode_ == Mode::string ? '"' : '\'')) {
          mode_ = Mode::plain;
        }
        return false;
      case Mode::long_string:
        if (c == '\\') {
          ++at_;
        } else if (rest.starts_with("'''")) {
          at_ += 2;
          mode_ = Mode::plain;
        }
        return false;
      case Mode::line_comment:
        if (c == '\n') mode_ = Mode::plain;
        return false;
      case Mode::comment:
        if (rest.starts_with("*/")) {
          ++at_;
          mode_ = Mode::plain;
        }
        return false;
    }
    return false;
  }

  bool plain(char c, std::string_view rest) {
    switch (c) {
      case '"': mode_ = Mode::string; return false;
      case '\'':
        if (rest.starts_with("'''")) {
          at_ += 2;
          mode_ = Mode::long_string;
        } else {
          mode_ = Mode::symbol;
        }
        return false;
      case '/':
        // Inside a blob it is a digit of base64.
        if (rest.starts_with("//") && !in_blob_) mode_ = Mode::line_comment;
        if (rest.starts_with("/*")) ++at_, mode_ = Mode::comment;
        return false;
      case '{':
        if (rest.starts_with("{{")) in_blob_ = true;
        ++depth_;
        return false;
      case '}': in_blob_ = false; return --depth_ == 0;
      default: return false;
    }
  }

  std::size_t at_ = 0;
  std::size_t depth_ = 0;
  bool in_blob_ = false;
  bool ended_ = false;
  Mode mode_ = Mode::plain;
};

bool is_name_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '$';
}

}  // namespace

Result<std::string_view> IonRows::look(std::size_t bytes) {
  while (text_.text().size() < bytes) {
    ASSIGN_OR_RETURN(const bool more, text_.fill());
    if (!more) break;
  }
  return text_.text().substr(0, bytes);
}

Result<bool> IonRows::skip_one() {
  constexpr std::string_view marker = "$ion_1_0";
  ASSIGN_OR_RETURN(const std::string_view text, look(marker.size() + 1));
  if (text.empty() || text[0] == '{') return false;
  const char c = text[0];
  if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v' ||
      (c == ',' && in_list_)) {
    text_.drop(1);
    return true;
  }
  if ((c == '[' && !in_list_) || (c == ']' && in_list_)) {
    in_list_ = c == '[';
    text_.drop(1);
    return true;
  }
  if (text.starts_with(marker) && (text.size() == marker.size() || !is_name_byte(text.back()))) {
    text_.drop(marker.size());
    return true;
  }
  if (!text.starts_with("//") && !text.starts_with("/*")) return malformed("a row is no struct");
  const std::string_view end = text[1] == '/' ? "\n" : "*/";
  text_.drop(2);
  while (true) {
    ASSIGN_OR_RETURN(const std::string_view next, look(end.size()));
    if (next.size() < end.size()) {
      text_.drop(next.size());
      return true;
    }
    const bool found = next == end;
    text_.drop(found ? end.size() : 1);
    if (found) return true;
  }
}

Result<bool> IonRows::skip_to_row() {
  while (true) {
    ASSIGN_OR_RETURN(const bool skipped, skip_one());
    if (skipped) continue;
    if (text_.text().empty() && in_list_) return malformed("a list has no end");
    return !text_.text().empty();
  }
}

Result<std::size_t> IonRows::row_length() {
  Extent extent;
  while (true) {
    if (const auto length = extent.find(text_.text())) return *length;
    if (text_.text().size() > row_bytes_max) return malformed("a row is longer than any item");
    ASSIGN_OR_RETURN(const bool more, text_.fill());
    if (more) continue;
    extent.set_ended();
    if (const auto length = extent.find(text_.text())) return *length;
    return malformed("a row has no end");
  }
}

Result<std::optional<Row>> IonRows::next() {
  ASSIGN_OR_RETURN(const bool found, skip_to_row());
  if (!found) return std::optional<Row>();
  ASSIGN_OR_RETURN(const std::size_t length, row_length());
  Row row;
  Result<Item> item = parse_ion_row(text_.text().substr(0, length));
  if (item.ok()) {
    row.item = std::move(item).value();
  } else {
    row.problem = item.error().message();
  }
  text_.drop(length);
  return std::optional(std::move(row));
}

}  // namespace isotherm::exports
