#include "gateway/cursor_seal.h"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "expression/key_condition.h"
#include "model/item_json.h"
#include "signing/sha256.h"
#include "store/table_names.h"

namespace isotherm::gateway {
namespace {

constexpr std::size_t secret_bytes_min = 32;
constexpr std::size_t id_bytes_max = 32;

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

bool is_id(std::string_view id) {
  return !id.empty() && id.size() <= id_bytes_max && std::ranges::all_of(id, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_';
  });
}

void append_field(std::string& out, std::string_view bytes) {
  out.append(std::to_string(bytes.size())).append(":").append(bytes);
}

void append_value_field(std::string& out, const AttributeValue& value) {
  std::string json;
  append_value(value, json);
  append_field(out, json);
}

/// What Query and Scan share.
std::string context_of(std::string_view operation, const ReadManyRequest& request) {
  std::string context;
  append_field(context, operation);
  append_field(context, table_name_in(request.table_name));
  append_field(context, request.index_name.value_or(""));
  return context;
}

Result<expression::KeyComparisons> comparisons_of(const QueryRequest& request) {
  if (request.key_conditions) return expression::key_comparisons_from(*request.key_conditions);
  expression::PlaceholderScope scope(request.placeholders);
  return expression::parse_key_condition(request.key_condition_expression.value_or(""), scope);
}

}  // namespace

Expected<CursorSeal, std::string> CursorSeal::parse(std::string_view text) {
  std::vector<Key> keys;
  const auto wrong = [](int line, const std::string& what) {
    return Failure("line " + std::to_string(line) + ": " + what);
  };
  for (int line = 1; !text.empty(); ++line) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view row = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (row.empty() || row.starts_with('#')) continue;
    const std::size_t equals = row.find('=');
    if (equals == std::string_view::npos) return wrong(line, "expected 'id = secret'");
    Key key{std::string(trimmed(row.substr(0, equals))),
            std::string(trimmed(row.substr(equals + 1)))};
    if (!is_id(key.id)) return wrong(line, "an id has 1 to 32 letters, digits, '-' and '_'");
    if (key.secret.size() < secret_bytes_min)
      return wrong(line, "the secret has fewer than 32 characters ('openssl rand -hex 32')");
    if (std::ranges::any_of(keys, [&](const Key& other) { return other.id == key.id; }))
      return wrong(line, "the id '" + key.id + "' is there twice");
    keys.push_back(std::move(key));
  }
  if (keys.empty()) return Failure(std::string("it has no key"));
  return CursorSeal(std::move(keys));
}

Expected<CursorSeal, std::string> CursorSeal::read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return Failure(std::string("it cannot be read"));
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  if (file.bad()) return Failure(std::string("it cannot be read"));
  return parse(text);
}

std::string CursorSeal::digits(const Key& key, std::string_view context, const Item& position) {
  std::string json;
  append_item(position, json);
  std::string message;
  append_field(message, context);
  append_field(message, json);
  return signing::to_hex(signing::hmac_sha256(key.secret, message));
}

void CursorSeal::seal(std::string_view context, Item& cursor) const {
  const Key& key = keys_.front();
  std::string text = key.id + ":" + digits(key, context, cursor);
  cursor.insert_or_assign(std::string(cursor_seal_attribute), std::move(text));
}

bool CursorSeal::open(std::string_view context, Item& cursor) const {
  const auto at = cursor.find(cursor_seal_attribute);
  if (at == cursor.end()) return false;
  const AttributeValue value = std::move(at->second);
  cursor.erase(at);
  const auto* text = value.get_if<std::string>();
  const std::size_t colon = text == nullptr ? std::string::npos : text->find(':');
  if (colon == std::string::npos) return false;
  const std::string_view id = std::string_view(*text).substr(0, colon);
  const auto key = std::ranges::find_if(keys_, [&](const Key& known) { return known.id == id; });
  return key != keys_.end() &&
         signing::equal_in_constant_time(std::string_view(*text).substr(colon + 1),
                                         digits(*key, context, cursor));
}

Result<std::string> cursor_context(const QueryRequest& request) {
  ASSIGN_OR_RETURN(expression::KeyComparisons comparisons, comparisons_of(request));
  // However the condition is written, its comparisons are of different attributes.
  std::ranges::sort(comparisons, {}, &expression::KeyComparison::attribute);
  std::string context = context_of("Query", request);
  append_field(context, request.scan_index_forward ? "forward" : "backward");
  for (const expression::KeyComparison& comparison : comparisons) {
    append_field(context, comparison.attribute);
    append_field(context, std::to_string(static_cast<int>(comparison.condition.op)));
    append_value_field(context, comparison.condition.value);
    append_value_field(context, comparison.condition.upper);
  }
  return context;
}

Result<std::string> cursor_context(const ScanRequest& request) {
  std::string context = context_of("Scan", request);
  append_field(context, std::to_string(request.segment.value_or(0)));
  append_field(context, std::to_string(request.total_segments.value_or(1)));
  return context;
}

}  // namespace isotherm::gateway
