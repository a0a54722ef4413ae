// PartiQL: any statement is parsed or refused with a ValidationException; what is parsed becomes
// writes, conditions and plans of reads without a fault. The first byte says how many parameters
// there are.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "partiql/next_token.h"
#include "partiql/run_statement.h"

namespace isotherm::partiql {
namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

template <class T>
bool is_right(const Result<T>& result) {
  if (!result.ok()) require(result.error().code() == ErrorCode::validation);
  return result.ok();
}

std::vector<AttributeValue> sample_parameters(std::size_t count) {
  const std::vector<AttributeValue> all = {"a",    Number(1),        Binary{"\x01"}, true,
                                           Null{}, StringSet{{"x"}}, List{},         Map{}};
  std::vector<AttributeValue> parameters;
  for (std::size_t i = 0; i < count; ++i) parameters.push_back(all[i % all.size()]);
  return parameters;
}

void try_select(const Select& select, const Context& context) {
  const auto prepared = prepare_select(select, context);
  if (!is_right(prepared)) return;
  const AccessPath path{{{"a", KeyType::S}, AttributeDefinition{"b", KeyType::N}}, {}, false};
  auto plan = plan_reads(prepared->where, path, false, true);
  if (!is_right(plan)) return;
  require(!plan->reads.empty() && plan->reads.size() <= decomposed_reads_max);
  is_right(order_reads(*plan, path, prepared->where.has_value(), prepared->order));
  const Item item{{"a", "a"}, {"b", Number(1)}, {"m", Map{{"x", List{Number(1)}}}}};
  require(prepared->columns.empty() || prepared->project(item).size() <= prepared->columns.size());
}

void try_write(const Statement& statement, const Context& context) {
  auto write = prepare_write(statement, context);
  if (!is_right(write)) return;
  const KeySchema key{{"a", KeyType::S}, std::nullopt};
  if (write->verb == PreparedWrite::Verb::insert) {
    insert_request(std::move(*write), key);
    return;
  }
  KeyAndRest taken = take_key(std::move(write->where), key);
  WriteParts parts{std::move(taken.key), std::move(taken.rest)};
  if (write->verb == PreparedWrite::Verb::update) {
    update_request(std::move(*write), std::move(parts), key);
  } else {
    delete_request(std::move(*write), std::move(parts), key);
  }
}

}  // namespace
}  // namespace isotherm::partiql

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace isotherm::partiql;
  if (size == 0 || size > 8193) return 0;
  const auto parameters = sample_parameters(data[0] % 16);
  const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  is_right(read_token(text, token_binding(text, parameters)));
  const auto statement = parse_checked(text, parameters);
  if (!is_right(statement)) return 0;
  const Context context{text, parameters};
  if (const auto* select = std::get_if<Select>(&statement->what)) {
    try_select(*select, context);
  } else if (const auto* exists = std::get_if<Exists>(&statement->what)) {
    try_select(exists->select, context);
  } else {
    try_write(*statement, context);
  }
  return 0;
}
