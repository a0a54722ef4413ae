#include "codec/read_value.h"

#include <algorithm>
#include <boost/container/small_vector.hpp>

#include "model/limits.h"
#include "partiql/decimal.h"

namespace isotherm::codec {
namespace {

constexpr std::string_view empty_value =
    "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes";
constexpr std::string_view several_types =
    "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the "
    "supported datatypes";
constexpr std::string_view invalid = "One or more parameter values were invalid: ";
constexpr std::string_view no_number = "The parameter cannot be converted to a numeric value";
constexpr std::string_view too_deep =
    "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels "
    "beyond supported limit";

struct Field {
  std::string_view name;
  Json value;
};
using Fields = boost::container::small_vector<Field, 16>;

// By which rules numbers and maps are read.
enum class Rules { items, statement_parameters };

// The members of an object in the order of the document; whether that is the order of names.
bool collect(const JsonObject& object, Fields& fields) {
  bool sorted = true;
  for (const auto& [name, value] : object) {
    if (!fields.empty() && name < fields.back().name) sorted = false;
    fields.push_back({name, value});
  }
  return sorted;
}

// The members of an object by name, those of one name in the order of the document.
void collect_sorted(const JsonObject& object, Fields& fields) {
  if (collect(object, fields)) return;
  // simdjson keeps its strings in the order of the document.
  std::sort(fields.begin(), fields.end(), [](const Field& a, const Field& b) {
    const int order = a.name.compare(b.name);
    return order < 0 || (order == 0 && a.name.data() < b.name.data());
  });
}

// Whether a list or map below that many others would hold a level too many: the elements count as a
// level, also when there are none.
bool is_too_deep(int depth) { return depth + 1 >= limits::nesting_max; }

// Reads one value and all below it, down to the deepest level that may be. `problem` keeps the
// first thing wrong with a value; reading goes on after it, since a wrong JSON type further on
// would win.
class ValueReader {
 public:
  explicit ValueReader(Reader& reader, Rules rules = Rules::items)
      : reader_(reader), rules_(rules) {}

  void read(const Json& json, Position position, int depth, AttributeValue& out);
  void read_map(const Json& json, Position position, int depth, Map& out);

  std::string problem;

 private:
  using Datatype = void (ValueReader::*)(const Json&, int, AttributeValue&);
  static Datatype datatype(std::string_view name);

  void s(const Json& json, int depth, AttributeValue& out);
  void n(const Json& json, int depth, AttributeValue& out);
  void b(const Json& json, int depth, AttributeValue& out);
  void boolean(const Json& json, int depth, AttributeValue& out);
  void null(const Json& json, int depth, AttributeValue& out);
  void ss(const Json& json, int depth, AttributeValue& out);
  void ns(const Json& json, int depth, AttributeValue& out);
  void bs(const Json& json, int depth, AttributeValue& out);
  void l(const Json& json, int depth, AttributeValue& out);
  void m(const Json& json, int depth, AttributeValue& out);

  void wrong(std::string text) {
    if (problem.empty()) problem = std::move(text);
  }
  void read_unsorted(const Fields& fields, int depth, Map& out);
  bool number(std::string_view text, Number& out);
  void check_name(std::string_view name);

  Reader& reader_;
  Rules rules_;
};

ValueReader::Datatype ValueReader::datatype(std::string_view name) {
  if (name.size() == 1) {
    switch (name[0]) {
      case 'S': return &ValueReader::s;
      case 'N': return &ValueReader::n;
      case 'B': return &ValueReader::b;
      case 'M': return &ValueReader::m;
      case 'L': return &ValueReader::l;
      default: return nullptr;
    }
  }
  if (name == "BOOL") return &ValueReader::boolean;
  if (name == "NULL") return &ValueReader::null;
  if (name == "SS") return &ValueReader::ss;
  if (name == "NS") return &ValueReader::ns;
  if (name == "BS") return &ValueReader::bs;
  return nullptr;
}

void ValueReader::read(const Json& json, Position position, int depth, AttributeValue& out) {
  if (is_null(json)) return wrong(std::string(empty_value));
  const auto object = reader_.structure(json, "AttributeValue", position);
  if (!object) return;
  int datatypes = 0;
  for (const auto& [name, value] : *object) {
    const Datatype read_datatype = datatype(name);
    if (!read_datatype || is_null(value)) continue;
    ++datatypes;
    (this->*read_datatype)(value, depth, out);
    if (reader_.failed()) return;
  }
  if (datatypes == 0) wrong(std::string(empty_value));
  if (datatypes > 1) wrong(std::string(several_types));
}

void ValueReader::s(const Json& json, int, AttributeValue& out) {
  if (const auto text = reader_.read_text(json)) out.value.emplace<std::string>(*text);
}

bool ValueReader::number(std::string_view text, Number& out) {
  if (text.empty()) return wrong(std::string(no_number)), false;
  auto number = rules_ == Rules::items ? Number::parse(text) : partiql::read_decimal(text);
  if (!number.ok()) return wrong(number.error().message()), false;
  out = *number;
  return true;
}

// Of an attribute, or a member of a map.
void ValueReader::check_name(std::string_view name) {
  if (name.empty()) wrong(std::string(invalid) + "Empty attribute name");
  if (name.size() > limits::attribute_name_bytes_max) {
    wrong(std::string(invalid) + "Attribute name is longer than 65535 bytes");
  }
}

void ValueReader::n(const Json& json, int, AttributeValue& out) {
  const auto text = reader_.read_text(json);
  Number value;
  if (text && number(*text, value)) out.value = value;
}

void ValueReader::b(const Json& json, int, AttributeValue& out) {
  Binary binary;
  if (reader_.read_bytes(json, binary.bytes)) out.value = std::move(binary);
}

void ValueReader::boolean(const Json& json, int, AttributeValue& out) {
  bool value = false;
  if (reader_.read(json, value)) out.value = value;
}

void ValueReader::null(const Json& json, int, AttributeValue& out) {
  bool value = false;
  if (!reader_.read(json, value)) return;
  if (!value) {
    return wrong(std::string(invalid) + "Null attribute value types must have the value of true");
  }
  out.value = Null{};
}

void ValueReader::ss(const Json& json, int, AttributeValue& out) {
  const auto elements = reader_.list(json);
  if (!elements) return;
  StringSet set;
  for (const Json element : *elements) {
    if (is_null(element)) {
      wrong(std::string(invalid) + "An string set may not have a null string as a member");
      continue;
    }
    const auto text = reader_.read_text(element);
    if (!text) return;
    set.elements.emplace_back(*text);
  }
  if (set.elements.empty()) return wrong(std::string(invalid) + "An string set  may not be empty");
  if (normalize(set)) {
    std::string listed;
    for (const Json element : *elements) {
      if (!listed.empty()) listed += ", ";
      listed += is_null(element) ? "null" : text_of(element);
    }
    return wrong(std::string(invalid) + "Input collection [" + listed + "] contains duplicates.");
  }
  out.value = std::move(set);
}

void ValueReader::ns(const Json& json, int, AttributeValue& out) {
  const auto elements = reader_.list(json);
  if (!elements) return;
  NumberSet set;
  bool empty = true;
  bool numbers = true;
  for (const Json element : *elements) {
    empty = false;
    if (is_null(element)) {
      wrong(std::string(no_number));
      numbers = false;
      continue;
    }
    const auto text = reader_.read_text(element);
    if (!text) return;
    numbers = number(*text, set.elements.emplace_back()) && numbers;
  }
  if (empty) return wrong(std::string(invalid) + "An number set  may not be empty");
  if (numbers && normalize(set)) return wrong("Input collection contains duplicates");
  out.value = std::move(set);
}

void ValueReader::bs(const Json& json, int, AttributeValue& out) {
  const auto elements = reader_.list(json);
  if (!elements) return;
  BinarySet set;
  for (const Json element : *elements) {
    if (is_null(element)) {
      wrong(std::string(invalid) + "Binary sets may not contain null values");
      continue;
    }
    if (!reader_.read_bytes(element, set.elements.emplace_back().bytes)) return;
  }
  if (set.elements.empty()) return wrong(std::string(invalid) + "Binary sets should not be empty");
  if (normalize(set)) {
    std::string listed;
    for (const Json element : *elements) {
      if (!listed.empty()) listed += ", ";
      listed += is_null(element) ? "null" : text_of(element);
    }
    return wrong(std::string(invalid) + "Input collection [" + listed +
                 "]of type BS contains duplicates.");  // sic
  }
  out.value = std::move(set);
}

void ValueReader::l(const Json& json, int depth, AttributeValue& out) {
  const auto elements = reader_.list(json);
  if (!elements) return;
  if (is_too_deep(depth)) return wrong(std::string(too_deep));
  auto& values = out.value.emplace<List>();
  values.reserve(elements->size());
  for (const Json element : *elements) {
    read(element, Position::element, depth + 1, values.emplace_back());
    if (reader_.failed()) return;
  }
}

void ValueReader::m(const Json& json, int depth, AttributeValue& out) {
  if (is_too_deep(depth)) return wrong(std::string(too_deep));
  read_map(json, Position::field, depth + 1, out.value.emplace<Map>());
}

void ValueReader::read_map(const Json& json, Position position, int depth, Map& out) {
  const auto object = reader_.map(json, "AttributeValue", position);
  if (!object) return;
  Fields fields;
  if (rules_ == Rules::statement_parameters && !collect(*object, fields)) {
    return read_unsorted(fields, depth, out);
  }
  if (fields.empty()) collect_sorted(*object, fields);
  Map::sequence_type entries;
  entries.reserve(fields.size());
  for (std::size_t i = 0; i < fields.size(); ++i) {
    // Of members with one name the last counts, as in any JSON reader.
    if (i + 1 < fields.size() && fields[i + 1].name == fields[i].name) continue;
    check_name(fields[i].name);
    auto& entry = entries.emplace_back();
    entry.first.assign(fields[i].name);
    read(fields[i].value, Position::element, depth, entry.second);
    if (reader_.failed()) return;
  }
  out.adopt_sequence(boost::container::ordered_unique_range, std::move(entries));
}

// In the order of the document, so that the first problem is the first there.
void ValueReader::read_unsorted(const Fields& fields, int depth, Map& out) {
  std::vector<AttributeValue> values(fields.size());
  std::vector<std::size_t> order(fields.size());
  for (std::size_t i = 0; i < fields.size(); ++i) {
    order[i] = i;
    check_name(fields[i].name);
    read(fields[i].value, Position::element, depth, values[i]);
    if (reader_.failed()) return;
  }
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const int by_name = fields[a].name.compare(fields[b].name);
    return by_name < 0 || (by_name == 0 && a < b);
  });
  Map::sequence_type entries;
  entries.reserve(fields.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::string_view name = fields[order[i]].name;
    if (i + 1 < order.size() && fields[order[i + 1]].name == name) continue;
    entries.emplace_back(std::string(name), std::move(values[order[i]]));
  }
  out.adopt_sequence(boost::container::ordered_unique_range, std::move(entries));
}

// The service puts "The provided starting key is invalid" before some problems and not others.
bool stands_alone(std::string_view problem) {
  for (const std::string_view part : {"contains duplicates", "number set", "numeric value",
                                      "significant digits", "number with magnitude"}) {
    if (problem.find(part) != std::string_view::npos) return true;
  }
  return false;
}

}  // namespace

std::string read_attribute_value(Reader& reader, const Json& json, Position position,
                                 AttributeValue& out) {
  ValueReader values(reader);
  values.read(json, position, 0, out);
  return std::move(values.problem);
}

std::string read_parameter(Reader& reader, const Json& json, AttributeValue& out) {
  ValueReader values(reader, Rules::statement_parameters);
  values.read(json, Position::element, 0, out);
  return std::move(values.problem);
}

void read_item(Reader& reader, const Place& place, const Json& json, Item& out, Position position) {
  ValueReader values(reader);
  values.read_map(json, position, 0, out);
  if (!values.problem.empty()) {
    reader.objection(place, Error::validation(std::move(values.problem)));
  }
}

void read_start_key(Reader& reader, const Place& place, const Json& json, Item& out) {
  ValueReader values(reader);
  values.read_map(json, Position::field, 0, out);
  if (values.problem.empty()) return;
  const std::string prefix =
      stands_alone(values.problem) ? "" : "The provided starting key is invalid: ";
  reader.objection(place, Error::validation(prefix + values.problem));
}

void read_value(Reader& reader, const Place& place, const Json& json, Position position,
                AttributeValue& out) {
  std::string problem = read_attribute_value(reader, json, position, out);
  if (!problem.empty()) reader.objection(place, Error::validation(std::move(problem)));
}

void read_values(Reader& reader, const Place& place, const Json& json,
                 std::vector<AttributeValue>& out) {
  const auto elements = reader.list(json);
  if (!elements) return;
  std::uint32_t index = 0;
  for (const Json element : *elements) {
    read_value(reader, place.element(index++), element, Position::element, out.emplace_back());
    if (reader.failed()) return;
  }
}

}  // namespace isotherm::codec
