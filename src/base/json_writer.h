#pragma once

// Appends JSON to a string. The caller writes members in a valid order; the writer sets commas.
//
//   JsonWriter json(out);
//   json.begin_object();
//   json.key("Count").integer(3);
//   json.end_object();

#include <cstdint>
#include <string>
#include <string_view>

namespace isotherm {

/// Appends a JSON string with its quotes. Text is UTF-8 and goes out as it is, except for what
/// JSON forbids.
void append_json_string(std::string_view text, std::string& out);

class JsonWriter {
 public:
  explicit JsonWriter(std::string& out) : out_(out) {}

  JsonWriter& begin_object() { return open('{'); }
  JsonWriter& end_object() { return close('}'); }
  JsonWriter& begin_array() { return open('['); }
  JsonWriter& end_array() { return close(']'); }

  /// A member's name that needs no escapes.
  JsonWriter& key(std::string_view name);
  /// A member's name that a client chose.
  JsonWriter& client_key(std::string_view name);

  JsonWriter& string(std::string_view text);
  JsonWriter& integer(std::int64_t value);
  JsonWriter& boolean(bool value);
  /// As Java prints doubles: "1.0", "0.5".
  JsonWriter& units(double value);
  /// Milliseconds since the epoch as seconds with a fraction.
  JsonWriter& seconds(std::int64_t unix_ms);

  /// The target, for values that are written elsewhere; call `value_next` before, and
  /// `value_done` after.
  std::string& out() { return out_; }
  void value_next() {
    if (comma_) out_ += ',';
    comma_ = false;
  }
  void value_done() { comma_ = true; }

 private:
  JsonWriter& open(char bracket) {
    value_next();
    out_ += bracket;
    return *this;
  }
  JsonWriter& close(char bracket) {
    out_ += bracket;
    comma_ = true;
    return *this;
  }

  std::string& out_;
  bool comma_ = false;
};

}  // namespace isotherm
