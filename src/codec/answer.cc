#include "codec/answer.h"

#include <cmath>

#include "codec/read_value.h"
#include "codec/shortened.h"

namespace isotherm::codec {
namespace {

// Sums of so much stay finite and exact to the unit.
constexpr double double_max = 1e15;

}  // namespace

Error bad_answer(std::string_view answer, std::string_view problem) {
  return Error::internal("Isotherm: the upstream's answer (" + std::string(answer) +
                         ") cannot be used: " + shortened(problem));
}

void read_into(Reader& reader, const Place&, const Json& json, std::string& out) {
  reader.read(json, out);
}

void read_into(Reader& reader, const Place&, const Json& json, bool& out) {
  reader.read(json, out);
}

void read_into(Reader& reader, const Place&, const Json& json, std::int64_t& out) {
  reader.read_integer(json, "Long", out);
}

void read_into(Reader& reader, const Place&, const Json& json, double& out) {
  double value = 0;
  if (json.get_double().get(value) != simdjson::SUCCESS) {
    reader.wrong_type("a value that is no number cannot be converted to Double");
  } else if (!(std::abs(value) <= double_max)) {
    reader.wrong_type("a number of units or gigabytes is too large");
  } else {
    out = value;
  }
}

void read_into(Reader& reader, const Place&, const Json& json, UnixMillis& out) {
  std::optional<UnixMillis> time;
  if (reader.read_time(json, time)) out = *time;
}

void read_into(Reader& reader, const Place& place, const Json& json, Item& out) {
  read_item(reader, place, json, out);
}

void read_into(Reader& reader, const Place&, const Json& json, std::vector<std::string>& out) {
  reader.read_strings(json, out);
}

void read_into(Reader& reader, const Place& place, const Json& json, std::vector<Item>& out) {
  read_list(reader, place, json, Position::field, out,
            [&](const Place& at, const Json& element, Item& into) {
              read_item(reader, at, element, into, Position::element);
            });
}

}  // namespace isotherm::codec
