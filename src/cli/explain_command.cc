// isotherm explain: the physical requests that a logical one becomes, and their cost.

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "cli/assumed_table.h"
#include "cli/command.h"
#include "cli/exit_code.h"
#include "cli/key_terms.h"
#include "cli/store_trial.h"
#include "cli/typed_value.h"
#include "codec/decode.h"
#include "gateway/explain.h"
#include "load/text_table.h"
#include "schema/did_you_mean.h"

namespace isotherm::cli {
namespace {

using gateway::LogicalRequest;
using Json = nlohmann::ordered_json;

template <class Request>
Result<LogicalRequest> decode(std::string_view body) {
  ASSIGN_OR_RETURN(auto request, codec::decode<Request>(body));
  return LogicalRequest(std::move(request));
}

struct OperationRow {
  std::string_view name;
  Result<LogicalRequest> (*decode)(std::string_view body);
};
constexpr std::array operations{
    OperationRow{"Query", decode<QueryRequest>},
    OperationRow{"Scan", decode<ScanRequest>},
    OperationRow{"GetItem", decode<GetItemRequest>},
    OperationRow{"PutItem", decode<PutItemRequest>},
    OperationRow{"UpdateItem", decode<UpdateItemRequest>},
    OperationRow{"DeleteItem", decode<DeleteItemRequest>},
    OperationRow{"BatchGetItem", decode<BatchGetItemRequest>},
    OperationRow{"BatchWriteItem", decode<BatchWriteItemRequest>},
};

// "put-item" and "PutItem" are one.
std::string folded(std::string_view text) {
  std::string out;
  for (const char c : text)
    if (c != '-' && c != '_')
      out.push_back(static_cast<char>(std::tolower(static_cast<unsigned char>(c))));
  return out;
}

const OperationRow* find_operation(std::string_view name) {
  for (const auto& row : operations)
    if (folded(row.name) == folded(name)) return &row;
  return nullptr;
}

// Of a batch the first table; empty for an empty batch.
std::string table_of(const LogicalRequest& request) {
  return std::visit(
      [](const auto& each) -> std::string {
        if constexpr (requires { each.table_name; })
          return each.table_name;
        else
          return each.request_items.empty() ? std::string() : each.request_items.begin()->first;
      },
      request);
}

std::optional<std::string> index_of(const LogicalRequest& request) {
  return std::visit(
      [](const auto& each) -> std::optional<std::string> {
        if constexpr (requires { each.index_name; }) return each.index_name;
        return std::nullopt;
      },
      request);
}

// Says of a table or index that the schema has no rule for it: a slip of the pen looks the same.
std::optional<std::string> unknown_to(const schema::Schema& schema, const LogicalRequest& request) {
  const auto say = [](std::string_view what, std::string_view name, const auto& known) {
    return fmt::format("The schema has no {} '{}', so it passes as it is ({}).", what, name,
                       schema::did_you_mean(name, known));
  };
  std::vector<std::string_view> known;
  const auto name = table_of(request);
  const auto* rule = schema.find_table(name);
  if (rule == nullptr) {
    for (const auto& [table, ignored] : schema.tables) known.push_back(table);
    return say("table", name, known);
  }
  const auto index = index_of(request);
  if (!index || rule->find_index(*index) != nullptr) return std::nullopt;
  for (const auto& each : rule->indexes) known.push_back(each.name);
  return say("index", *index, known);
}

bool is_sort_key(const schema::TableRule* rule, std::string_view attribute) {
  if (rule == nullptr) return false;
  if (rule->key && rule->key->sort == attribute) return true;
  return std::any_of(rule->indexes.begin(), rule->indexes.end(),
                     [&](const auto& index) { return index.sort_key == attribute; });
}

std::string units_text(double units) { return units == 0 ? "" : fmt::format("{:g}", units); }

std::string shard_key_text(const AttributeValue& key) {
  const auto* text = key.get_if<std::string>();
  return text != nullptr ? *text : display_text(key);
}

class ExplainCommand final : public Command {
 public:
  void declare(Options& options) override;
  int run(Terminal& terminal) override;

 private:
  Expected<LogicalRequest, UsageError> request() const;
  Expected<LogicalRequest, UsageError> query_of_options() const;
  Expected<std::string, UsageError> request_text() const;
  Expected<TableDescription, UsageError> table(const schema::Schema& schema,
                                               const LogicalRequest& request) const;
  int show(const Terminal& terminal, const gateway::Plan& plan,
           const std::optional<Error>& store_refusal) const;

  std::string operation_;
  std::string schema_file_;
  std::string table_;
  std::string index_;
  std::vector<std::string> keys_;
  std::string filter_;
  std::uint64_t limit_ = 0;
  bool reverse_ = false;
  bool count_ = false;
  std::string request_;
  std::string table_key_ = "id";
  std::vector<std::string> key_types_;
  bool json_ = false;
};

void ExplainCommand::declare(Options& options) {
  options.text("OPERATION", "OPERATION", operation_, "query, get-item, PutItem, …");
  options.path("--schema", "FILE", schema_file_, "the sharding schema");
  options.text("--table", "NAME", table_, "the table").letter = "-t";
  options.text("--index", "NAME", index_, "query: the index, as the application calls it");
  options.list("--key", "TEST", keys_,
               "query: a condition on a key: NAME=VALUE, NAME>=VALUE, NAME^=PREFIX, NAME:N=5");
  options.text("--filter", "EXPRESSION", filter_, "query: a filter without placeholders");
  options.count("--limit", "N", limit_, 0, 1'000'000'000, "query: its Limit (0: none)");
  options.flag("--reverse", reverse_, "query: backwards");
  options.flag("--count", count_, "query: Select COUNT");
  options.path("--request", "FILE|-|JSON", request_, "the request as JSON, of any operation");
  options.text("--table-key", "KEY", table_key_,
               "the table's own key, which a schema does not tell: id, or PK,SK:N");
  options.list("--type", "NAME:TYPE", key_types_,
               "the type of an index's sort key, when it is not S");
  options.flag("--json", json_, "as JSON");
}

Expected<LogicalRequest, UsageError> ExplainCommand::query_of_options() const {
  QueryRequest query;
  query.table_name = table_;
  if (!index_.empty()) query.index_name = index_;
  if (keys_.empty())
    return UsageError{"--key is missing: which keys does the query ask for?",
                      "For example: --key 'channelId=big'"};
  std::vector<KeyTerm> tests;
  for (const auto& text : keys_) {
    ASSIGN_OR_RETURN(auto test, parse_key_term(text));
    tests.push_back(std::move(test));
  }
  set_key_condition(tests, query);
  if (!filter_.empty()) query.filter_expression = filter_;
  if (limit_ > 0) query.limit = static_cast<std::int64_t>(limit_);
  query.scan_index_forward = !reverse_;
  if (count_) query.select = Select::count;
  return LogicalRequest(std::move(query));
}

Expected<std::string, UsageError> ExplainCommand::request_text() const {
  if (request_.find_first_not_of(" \t\n") != std::string::npos &&
      request_[request_.find_first_not_of(" \t\n")] == '{')
    return request_;
  if (request_ == "-")
    return std::string(std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>());
  std::ifstream file(request_, std::ios::binary);
  if (!file)
    return UsageError{"--request: cannot read the file '" + request_ + "'",
                      "It takes a file, - for standard input, or JSON that begins with {."};
  return std::string(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
}

Expected<LogicalRequest, UsageError> ExplainCommand::request() const {
  if (operation_.empty()) return UsageError{"which operation? For example: explain query", {}};
  const auto* row = find_operation(operation_);
  if (row == nullptr) {
    std::vector<std::string_view> known;
    for (const auto& each : operations) known.push_back(each.name);
    return UsageError{"'" + operation_ + "' is no operation on items",
                      schema::did_you_mean(operation_, known)};
  }
  if (request_.empty()) {
    if (row->name == "Query") return query_of_options();
    return UsageError{"--request is missing: only a query can be given by options", {}};
  }
  if (!keys_.empty() || !index_.empty() || !filter_.empty() || limit_ > 0 || reverse_ || count_)
    return UsageError{
        "--request is the whole request; --key, --index, --filter, --limit, "
        "--reverse and --count cannot stand beside it",
        {}};
  ASSIGN_OR_RETURN(const auto text, request_text());
  auto decoded = row->decode(text);
  if (!decoded.ok())
    return UsageError{
        "--request: " + std::string(exception_name(decoded.error().code())) + ": " +
            (decoded.error().message().empty() ? "it is not JSON" : decoded.error().message()),
        {}};
  return std::move(decoded).value();
}

Expected<TableDescription, UsageError> ExplainCommand::table(const schema::Schema& schema,
                                                             const LogicalRequest& request) const {
  const auto name = table_of(request);
  if (name.empty()) return UsageError{"--table is missing, or the request names no table", {}};
  ASSIGN_OR_RETURN(const auto key, parse_table_key(table_key_));
  KeyTypes types;
  for (const auto& text : key_types_) TRY(add_key_type(text, types));
  const auto* rule = schema.find_table(name);
  for (const auto& [attribute, type] : types)
    if (!is_sort_key(rule, attribute))
      return UsageError{"--type: '" + attribute +
                            "' is no sort key of the table's rule or of an index of '" + name + "'",
                        "The schema and --table-key tell the types of all other keys."};
  return assumed_table(name, rule, key, types);
}

Json error_json(const Error& error) {
  return {{"exception", exception_name(error.code())}, {"message", error.message()}};
}

Json plan_json(const gateway::Plan& plan) {
  Json requests = Json::array();
  for (const auto& each : plan.requests) {
    Json json = {{"operation", each.operation}, {"table", each.table}};
    if (each.index) json["index"] = *each.index;
    if (each.shard) json["shard"] = *each.shard;
    if (each.shard_key) json["shard_key"] = shard_key_text(*each.shard_key);
    if (each.limit) json["limit"] = *each.limit;
    json["detail"] = each.detail;
    json["read_units"] = each.read_units;
    json["write_units"] = each.write_units;
    requests.push_back(std::move(json));
  }
  Json json = {{"schema_version", 1},
               {"operation", plan.operation},
               {"table", plan.table},
               {"route", gateway::route_name(plan.route)},
               {"read_units", plan.read_units},
               {"write_units", plan.write_units},
               {"requests", std::move(requests)},
               {"notes", plan.notes}};
  if (plan.index) json["index"] = *plan.index;
  if (plan.refusal) json["refusal"] = error_json(*plan.refusal);
  return json;
}

std::string plan_text(const gateway::Plan& plan, const Paint& paint) {
  auto out = fmt::format("{} on {}{}: {}\n", plan.operation, plan.table,
                         plan.index ? ", index " + *plan.index : std::string(),
                         paint.bold(gateway::route_name(plan.route)));
  if (plan.refusal)
    out += fmt::format("{}: {}\n", exception_name(plan.refusal->code()), plan.refusal->message());
  if (!plan.requests.empty()) {
    using load::Align;
    load::TextTable table({{"REQUEST", Align::left},
                           {"INDEX", Align::left},
                           {"SHARD"},
                           {"LIMIT"},
                           {"READ"},
                           {"WRITE"},
                           {"DETAIL", Align::left}});
    for (const auto& each : plan.requests)
      table.add({each.operation, each.index.value_or("-"),
                 each.shard ? std::to_string(*each.shard) : "",
                 each.limit ? std::to_string(*each.limit) : "", units_text(each.read_units),
                 units_text(each.write_units), each.detail});
    out += "\n" + table.text();
    out += fmt::format("\n{} request{}, at the least {:g} read and {:g} write units\n",
                       plan.requests.size(), plan.requests.size() == 1 ? "" : "s", plan.read_units,
                       plan.write_units);
  }
  for (const auto& note : plan.notes) out += note + "\n";
  return out;
}

int ExplainCommand::show(const Terminal& terminal, const gateway::Plan& plan,
                         const std::optional<Error>& store_refusal) const {
  if (json_) {
    Json json = plan_json(plan);
    if (store_refusal) json["store_refusal"] = error_json(*store_refusal);
    terminal.out(json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
  } else {
    terminal.out(plan_text(plan, terminal.out_paint()));
    if (store_refusal)
      terminal.out(
          fmt::format("The store refuses it, if the table's key is {} (--table-key):\n"
                      "{}: {}\n",
                      table_key_, exception_name(store_refusal->code()), store_refusal->message()));
  }
  return plan.refusal || store_refusal ? exit_check_failed : exit_done;
}

int ExplainCommand::run(Terminal& terminal) {
  const auto fail = [&](const UsageError& error) {
    terminal.fail("usage", error.message,
                  error.hint.empty() ? "Try: isotherm help explain" : error.hint);
    return exit_usage;
  };
  if (schema_file_.empty()) return fail({"--schema is missing", {}});
  const auto schema = schema::parse_file(schema_file_);
  if (!schema.ok()) {
    terminal.fail("schema",
                  "the schema cannot be used:\n" + schema::to_string(schema.error(), schema_file_));
    return exit_usage;
  }
  if (table_.empty() && schema->tables.size() == 1) table_ = schema->tables.begin()->first;
  const auto logical = request();
  if (!logical.ok()) return fail(logical.error());
  const auto physical = table(schema.value(), logical.value());
  if (!physical.ok()) return fail(physical.error());
  auto plan = gateway::explain(schema.value(), physical.value(), logical.value());
  const auto unknown = unknown_to(schema.value(), logical.value());
  if (unknown) plan.notes.push_back(*unknown);
  // An index that only the store knows cannot be tried.
  const bool can_be_tried = !plan.refusal && !(unknown && index_of(logical.value()));
  return show(terminal, plan,
              can_be_tried ? store_refusal(schema.value(), physical.value(), logical.value())
                           : std::nullopt);
}

}  // namespace

std::unique_ptr<Command> make_explain() { return std::make_unique<ExplainCommand>(); }

}  // namespace isotherm::cli
