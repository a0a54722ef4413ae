// One page of a SELECT: its reads in order, until it is full.

#include <algorithm>

#include "model/limits.h"
#include "partiql/expression_text.h"
#include "partiql/messages.h"
#include "partiql/select.h"
#include "partiql/table.h"

namespace isotherm::partiql {
namespace {

// Decomposed reads that one page begins [DG:ql-operators: pages of IN].
constexpr std::size_t reads_per_page_max = 10;
// Conditions with more nodes are evaluated here: an expression has at most 300 operators.
constexpr std::size_t filter_nodes_max = 250;

std::size_t count_nodes(const ConditionNode& node) {
  std::size_t count = 1;
  for (const ConditionNode& child : node.children) count += count_nodes(child);
  return count;
}

std::string sort_text(const SortCondition& sort, const std::string& attribute,
                      ExpressionText& text) {
  ConditionNode node{sort.op, {}, {expression::Path{attribute, {}}, sort.value}};
  if (sort.op == ConditionOperator::between) node.operands.emplace_back(sort.upper);
  return text.condition(node);
}

class PageReader {
 public:
  PageReader(Store& store, const PlannedSelect& planned, ReadOptions options)
      : store_(store),
        select_(planned.select),
        table_(planned.table),
        plan_(planned.plan),
        options_(options),
        access_(*find_access_path(table_, select_.from.index)) {
    page_.consumed.table_name = table_.name;
  }

  Task<Result<SelectPage>> run(PagePosition from);

 private:
  Task<Result<std::optional<Item>>> run_read(const Read& read, std::optional<Item> start_key);
  Task<Result<std::optional<Item>>> get(const Read& read);
  Task<Result<std::optional<Item>>> query(const Read& read, std::optional<Item> start_key);
  Task<Result<std::optional<Item>>> scan(const Read& read, std::optional<Item> start_key);

  bool is_projected(std::string_view attribute) const {
    return partiql::is_projected(access_, table_.key, attribute);
  }
  /// Whether the Store can evaluate the filter as well as this room.
  bool can_hand_over(const Read& read) const;
  /// What Query and Scan share; tells whether the filter is left to this room.
  bool set_common(const Read& read, std::optional<Item> start_key, ExpressionText& text,
                  ReadManyRequest& request) const;
  std::optional<std::string> projection(const Read& read, bool filters_here,
                                        ExpressionText& text) const;
  void take(Item item, const Read& read, bool filters_here);
  std::optional<Item> take_page(ReadManyResponse response, const Read& read, bool filters_here);

  bool is_full() const {
    return (options_.limit && evaluated_ >= *options_.limit) || bytes_ >= limits::page_bytes_max;
  }

  Store& store_;
  const PreparedSelect& select_;
  const TableDescription& table_;
  const ReadPlan& plan_;
  ReadOptions options_;
  AccessPath access_;
  SelectPage page_;
  std::int64_t evaluated_ = 0;
  std::size_t bytes_ = 0;
};

bool PageReader::can_hand_over(const Read& read) const {
  if (!read.filter || count_nodes(*read.filter) > filter_nodes_max) return false;
  bool can = true;
  for_each_path(*read.filter, [&](const expression::Path& path) {
    // A Query's filter may not name key attributes, and an index's view is ours to keep.
    const bool is_key = read.kind == Read::Kind::query && access_.is_key(path.attribute);
    can = can && !is_key && is_projected(path.attribute);
  });
  ExpressionText text;
  return can && text.condition(*read.filter).size() <= limits::expression_bytes_max;
}

std::optional<std::string> PageReader::projection(const Read& read, bool filters_here,
                                                  ExpressionText& text) const {
  std::vector<std::string> names = select_.attributes();
  if (names.empty()) return std::nullopt;
  if (filters_here && read.filter) {
    for_each_path(*read.filter, [&](const expression::Path& path) {
      const bool is_known = std::ranges::find(names, path.attribute) != names.end();
      if (!is_known && is_projected(path.attribute)) names.push_back(path.attribute);
    });
  }
  ExpressionText alone;
  if (alone.attributes(names).size() > limits::expression_bytes_max) return std::nullopt;
  return text.attributes(names);
}

void PageReader::take(Item item, const Read& read, bool filters_here) {
  bytes_ += size_bytes(item);
  if (filters_here && read.filter) {
    const expression::Condition condition(
        std::shared_ptr<const ConditionNode>(std::shared_ptr<void>(), &*read.filter));
    const bool sees_all = !access_.projection || access_.projection->type == ProjectionType::all;
    const bool holds =
        sees_all ? condition.holds(item)
                 : condition.holds(index_entry(item, table_.key, access_.key, *access_.projection));
    if (!holds) return;
  }
  page_.items.push_back(select_.project(std::move(item)));
}

Task<Result<std::optional<Item>>> PageReader::get(const Read& read) {
  GetItemRequest request;
  request.table_name = table_.name;
  request.key.emplace(access_.key.partition.name, read.partition);
  if (access_.key.sort) request.key.emplace(access_.key.sort->name, read.sort->value);
  request.consistent_read = options_.consistent;
  request.return_consumed_capacity = options_.capacity;
  ExpressionText text;
  request.projection_expression = projection(read, true, text);
  request.placeholders = text.take_placeholders();
  auto response = co_await store_.get_item(std::move(request));
  if (!response.ok()) co_return statement_error(std::move(response).error());
  page_.consumed += response->consumed;
  if (response->item) {
    ++evaluated_;
    take(std::move(*response->item), read, true);
  }
  co_return std::optional<Item>();
}

bool PageReader::set_common(const Read& read, std::optional<Item> start_key, ExpressionText& text,
                            ReadManyRequest& request) const {
  request.table_name = table_.name;
  request.index_name = select_.from.index;
  request.consistent_read = options_.consistent;
  request.return_consumed_capacity = options_.capacity;
  request.scatter = options_.scatter;
  if (options_.limit) request.limit = *options_.limit - evaluated_;
  request.exclusive_start_key = std::move(start_key);
  const bool hands_over = can_hand_over(read);
  if (hands_over) request.filter_expression = text.condition(*read.filter);
  request.projection_expression = projection(read, !hands_over, text);
  const bool wants_more = !request.projection_expression && !select_.columns.empty();
  if (wants_more && access_.projection && !access_.is_global) {
    request.select = isotherm::Select::all_attributes;
  }
  return !hands_over;
}

std::optional<Item> PageReader::take_page(ReadManyResponse response, const Read& read,
                                          bool filters_here) {
  page_.consumed += response.consumed;
  evaluated_ += response.scanned_count;
  for (Item& item : response.items) take(std::move(item), read, filters_here);
  return std::move(response.last_evaluated_key);
}

Task<Result<std::optional<Item>>> PageReader::query(const Read& read,
                                                    std::optional<Item> start_key) {
  QueryRequest request;
  ExpressionText text;
  const bool filters_here = set_common(read, std::move(start_key), text, request);
  const ConditionNode partition{ConditionOperator::eq,
                                {},
                                {expression::Path{access_.key.partition.name, {}}, read.partition}};
  std::string key = text.condition(partition);
  if (read.sort) key += " AND " + sort_text(*read.sort, access_.key.sort->name, text);
  request.key_condition_expression = std::move(key);
  request.scan_index_forward = plan_.forward;
  request.placeholders = text.take_placeholders();
  auto response = co_await store_.query(std::move(request));
  if (!response.ok()) co_return statement_error(std::move(response).error());
  co_return take_page(std::move(*response), read, filters_here);
}

Task<Result<std::optional<Item>>> PageReader::scan(const Read& read,
                                                   std::optional<Item> start_key) {
  ScanRequest request;
  ExpressionText text;
  const bool filters_here = set_common(read, std::move(start_key), text, request);
  request.placeholders = text.take_placeholders();
  auto response = co_await store_.scan(std::move(request));
  if (!response.ok()) co_return statement_error(std::move(response).error());
  co_return take_page(std::move(*response), read, filters_here);
}

Task<Result<std::optional<Item>>> PageReader::run_read(const Read& read,
                                                       std::optional<Item> start_key) {
  if (read.kind == Read::Kind::get) return get(read);
  if (read.kind == Read::Kind::query) return query(read, std::move(start_key));
  return scan(read, std::move(start_key));
}

Task<Result<SelectPage>> PageReader::run(PagePosition from) {
  const std::vector<Read>& reads = plan_.reads;
  for (std::size_t i = from.read; i < reads.size(); ++i) {
    auto ended = co_await run_read(reads[i], std::exchange(from.start_key, std::nullopt));
    if (!ended.ok()) co_return std::move(ended).error();
    if (*ended) {
      page_.next = PagePosition{i, std::move(*ended)};
      break;
    }
    const bool enough = is_full() || i + 1 - from.read >= reads_per_page_max;
    if (enough && i + 1 < reads.size()) {
      page_.next = PagePosition{i + 1, std::nullopt};
      break;
    }
  }
  co_return std::move(page_);
}

}  // namespace

Task<Result<SelectPage>> read_page(Store& store, const PlannedSelect& planned, ReadOptions options,
                                   PagePosition from) {
  if (from.read >= planned.plan.reads.size()) {
    co_return Error::validation(std::string(message::invalid_token));
  }
  PageReader reader(store, planned, options);
  co_return co_await reader.run(std::move(from));
}

}  // namespace isotherm::partiql
