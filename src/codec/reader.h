#pragma once

// Reads JSON values into a request's members, and keeps what is wrong with them in the order in
// which the service reports it:
//
//   1. a value of the wrong JSON type            SerializationException, the first in the text
//   2. a table name that is none                 alone
//   3. constraints of the API model              all together, ten at the most
//   4. objections: attribute values, and what    the first by place
//      Isotherm does not support
//
// JSON null means that a member is absent. Members that the model does not know are ignored.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "codec/enum_names.h"
#include "codec/json.h"
#include "codec/place.h"
#include "model/error.h"

namespace isotherm::codec {

/// Which Java type the service reads a structure, list or map into: its messages tell.
enum class Position {
  field,   ///< a member of a structure
  element  ///< an element of a list or a map
};

class Reader {
 public:
  /// A value of the wrong JSON type; the first counts.
  void wrong_type(std::string message);
  /// The value at `place`, shown as "'abc'" or "null", breaks a constraint.
  void violation(const Place& place, std::string_view shown, std::string constraint);
  /// What is required at `place` was not there.
  void missing(const Place& place);
  /// The service looks at the table's name first, and no further when it is none.
  void bad_table_name(const Place& place, std::string_view name, std::string constraint);
  /// As the operations on tables say it when there is no name.
  void no_table_name();
  /// An error that shows only when no constraint is violated.
  void objection(const Place& place, Error error);

  /// Whether nothing more needs to be read: the answer is a SerializationException already.
  bool failed() const { return wrong_type_.has_value(); }
  /// The error to answer with, if there is one.
  Result<void> result();

  // Scalars. Each returns whether `out` was set.
  bool read(const Json& json, std::string& out);
  bool read(const Json& json, bool& out);
  bool read(const Json& json, std::optional<std::string>& out);
  bool read(const Json& json, std::optional<bool>& out);
  /// `java_type` is "Integer" or "Long". Fractions are cut off.
  bool read_integer(const Json& json, std::string_view java_type, std::int64_t& out);
  /// A time: seconds since 1970 with a fraction, as JSON 1.0 writes it, to the millisecond.
  bool read_time(const Json& json, std::optional<UnixMillis>& out);
  /// Bytes from strict base64.
  bool read_bytes(const Json& json, std::string& out);

  /// A string as it stands in the document.
  std::optional<std::string_view> read_text(const Json& json);

  template <class E, std::size_t N, class Out>
  void read_enum(const Place& place, const Json& json, const EnumNames<E, N>& names, Out& out) {
    const auto text = read_text(json);
    if (!text) return;
    for (const auto& [name, value] : names) {
      if (name == *text) {
        out = value;
        return;
      }
    }
    violation(place, quoted(*text), enum_constraint(names));
  }

  // Collections: the container when the value is one, else a SerializationException.
  std::optional<JsonArray> list(const Json& json, Position position = Position::field);
  /// `java_value`: the class of the map's values, without package when it is DynamoDB's.
  std::optional<JsonObject> map(const Json& json, std::string_view java_value,
                                Position position = Position::field);
  std::optional<JsonObject> structure(const Json& json, std::string_view java_class,
                                      Position position = Position::field);

  /// Strings of a list; nulls are left out.
  void read_strings(const Json& json, std::vector<std::string>& out);

  // Constraints.
  void check_length(const Place& place, std::string_view text, std::size_t min, std::size_t max);
  void check_name(const Place& place, std::string_view text, std::size_t min, std::size_t max);
  void check_at_least(const Place& place, std::int64_t value, std::int64_t min);
  void check_at_most(const Place& place, std::int64_t value, std::int64_t max);

  static std::string quoted(std::string_view text);

 private:
  using Order = std::vector<std::uint32_t>;
  Error violations_error() const;

  std::optional<std::string> wrong_type_;
  std::optional<std::string> bad_table_name_;
  std::multimap<Order, std::string> violations_;
  std::optional<std::pair<Order, Error>> objection_;
};

}  // namespace isotherm::codec
