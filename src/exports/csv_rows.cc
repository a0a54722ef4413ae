#include "exports/csv_rows.h"

#include <set>
#include <utility>

#include "base/base64.h"
#include "exports/item_checks.h"
#include "exports/json_item.h"

namespace isotherm::exports {
namespace {

Result<AttributeValue> typed(KeyType type, std::string text) {
  switch (type) {
    case KeyType::S: return AttributeValue(std::move(text));
    case KeyType::N: {
      ASSIGN_OR_RETURN(const Number number, Number::parse(text));
      return AttributeValue(number);
    }
    case KeyType::B: {
      Binary binary;
      if (decode_base64(text, binary.bytes) != Base64Fault::none) {
        return Error::validation("a binary is not in base64");
      }
      return AttributeValue(std::move(binary));
    }
  }
  return AttributeValue(std::move(text));
}

}  // namespace

Result<int> CsvRows::byte_at(std::size_t at) {
  while (at >= text_.text().size()) {
    if (at > row_bytes_max) return Error::validation("a row is longer than any item");
    ASSIGN_OR_RETURN(const bool more, text_.fill());
    if (!more) return -1;
  }
  return static_cast<unsigned char>(text_.text()[at]);
}

Result<void> CsvRows::read_quoted(std::size_t& at, Record& record) {
  std::string& field = record.fields.emplace_back();
  ++at;
  while (true) {
    ASSIGN_OR_RETURN(const int c, byte_at(at));
    if (c < 0) {
      record.problem = "a quoted field has no end";
      return {};
    }
    ++at;
    if (c != '"') {
      field.push_back(static_cast<char>(c));
      continue;
    }
    ASSIGN_OR_RETURN(const int next, byte_at(at));
    if (next != '"') break;
    field.push_back('"');
    ++at;
  }
  ASSIGN_OR_RETURN(const int next, byte_at(at));
  if (next >= 0 && next != format_.csv.delimiter && next != '\n' && next != '\r') {
    record.problem = "text behind a quoted field";
  }
  return {};
}

Result<void> CsvRows::read_field(std::size_t& at, Record& record) {
  ASSIGN_OR_RETURN(const int first, byte_at(at));
  if (first == '"') return read_quoted(at, record);
  std::string& field = record.fields.emplace_back();
  while (true) {
    ASSIGN_OR_RETURN(const int c, byte_at(at));
    if (c < 0 || c == '\n' || c == format_.csv.delimiter) return {};
    if (c == '\r') {
      ASSIGN_OR_RETURN(const int next, byte_at(at + 1));
      if (next == '\n' || next < 0) return {};
    }
    if (c == '"') record.problem = "a quote in a field that does not begin with one";
    field.push_back(static_cast<char>(c));
    ++at;
  }
}

Result<std::optional<CsvRows::Record>> CsvRows::read_record() {
  std::size_t at = 0;
  ASSIGN_OR_RETURN(const int first, byte_at(0));
  if (first < 0) return std::optional<Record>();
  Record record;
  while (true) {
    TRY(read_field(at, record));
    ASSIGN_OR_RETURN(const int c, byte_at(at));
    if (c == format_.csv.delimiter && record.problem.empty()) {
      ++at;
      continue;
    }
    // To the end of the line: of a row that is none, the rest.
    while (true) {
      ASSIGN_OR_RETURN(const int end, byte_at(at));
      if (end < 0) break;
      ++at;
      if (end == '\n') break;
    }
    text_.drop(at);
    return std::optional(std::move(record));
  }
}

Result<void> CsvRows::read_header() {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  TRY(byte_at(byte_order_mark.size() - 1));
  if (text_.text().starts_with(byte_order_mark)) text_.drop(byte_order_mark.size());
  began_ = true;
  if (!format_.csv.header) {
    ASSIGN_OR_RETURN(std::optional<Record> record, read_record());
    if (!record) {
      format_.csv.header.emplace();
      return {};
    }
    if (!record->problem.empty()) return Error::validation("the header: " + record->problem);
    format_.csv.header = std::move(record->fields);
  }
  std::set<std::string_view> names;
  for (const std::string& name : *format_.csv.header) {
    if (name.empty() || !is_utf8(name))
      return Error::validation("the header has a name that is none");
    TRY(check_attribute_name(name));
    if (!names.insert(name).second) {
      return Error::validation("the header has a column twice: " + name);
    }
  }
  return {};
}

Row CsvRows::row_of(Record record) const {
  Row row;
  const std::vector<std::string>& header = *format_.csv.header;
  if (!record.problem.empty()) {
    row.problem = std::move(record.problem);
    return row;
  }
  if (record.fields.size() != header.size()) {
    row.problem = "the row has " + std::to_string(record.fields.size()) + " columns, the header " +
                  std::to_string(header.size());
    return row;
  }
  for (std::size_t i = 0; i < header.size(); ++i) {
    std::string& field = record.fields[i];
    if (field.empty()) continue;
    if (!is_utf8(field)) {
      row.problem = "the text is not UTF-8";
      return row;
    }
    const auto key = format_.key_types.find(header[i]);
    Result<AttributeValue> value =
        typed(key == format_.key_types.end() ? KeyType::S : key->second, std::move(field));
    if (!value.ok()) {
      row.problem = value.error().message();
      return row;
    }
    row.item.insert_or_assign(header[i], std::move(value).value());
  }
  return row;
}

Result<std::optional<Row>> CsvRows::next() {
  if (!began_) TRY(read_header());
  while (true) {
    ASSIGN_OR_RETURN(std::optional<Record> record, read_record());
    if (!record) return std::optional<Row>();
    if (record->is_blank()) continue;
    return std::optional(row_of(std::move(*record)));
  }
}

}  // namespace isotherm::exports
