#pragma once

// Random requests over few values, so that ties, overwrites and near misses are common.

#include <algorithm>
#include <random>

#include "gateway/testing/twins.h"

namespace isotherm::gateway::testing {

class RandomRequests {
 public:
  RandomRequests(unsigned seed, Shape shape) : random_(seed), shape_(std::move(shape)) {}

  std::size_t below(std::size_t n) { return random_() % n; }
  bool one_in(std::size_t n) { return below(n) == 0; }

  /// A value of a key type out of `n`.
  AttributeValue value(KeyType type, std::size_t n) {
    static const std::vector<std::string> texts = {
        "a",     "b",  std::string("a\0", 2), "ab", "a\x7F", "\xED\x9F\xBF", "\xEE\x80\x80",
        "z:\\-", "b-1"};
    static const std::vector<const char*> numbers = {"0",    "1",    "-1",   "1.5", "10",
                                                     "1E20", "-0.1", "9.99", "2"};
    const std::size_t i = below(std::min(n, texts.size()));
    switch (type) {
      case KeyType::S: return texts[i];
      case KeyType::N: return Number::parse(numbers[i]).value();
      case KeyType::B: break;
    }
    std::string bytes(1 + i / 3, static_cast<char>(i % 3 == 0 ? 0x00 : i % 3 == 1 ? 0x7F : 0xFF));
    return Binary{std::move(bytes)};
  }
  AttributeValue partition() { return value(shape_.partition, 3); }
  AttributeValue sort() { return value(shape_.sort.value_or(KeyType::S), 9); }
  /// Mostly a good value; sometimes what cannot be an index key.
  AttributeValue odd(AttributeValue good) {
    if (!one_in(12)) return good;
    switch (below(4)) {
      case 0: return "";
      case 1: return number(7);
      case 2: return "text";
      default: return true;
    }
  }

  Item key() {
    Item key = {{"id", "i" + std::to_string(below(25))}};
    if (shape_.table_has_sort_key) key.emplace("sub", number(static_cast<std::int64_t>(below(2))));
    return key;
  }

  Item item() {
    Item item = key();
    if (!one_in(8)) item.emplace("p", odd(partition()));
    if (!one_in(8)) item.emplace("s", odd(sort()));
    if (!one_in(4)) item.emplace("note", "n" + std::to_string(below(5)));
    if (one_in(3)) item.emplace("n", number(static_cast<std::int64_t>(below(5))));
    return item;
  }

  UpdateItemRequest update() {
    static const std::vector<std::string> texts = {"SET s = :s",
                                                   "SET p = :p",
                                                   "SET p = :p, s = :s",
                                                   "REMOVE s",
                                                   "REMOVE p",
                                                   "SET note = :t",
                                                   "SET s = note",
                                                   "SET note = s",
                                                   "SET s = p, p = s",
                                                   "SET s = if_not_exists(s, :s)",
                                                   "SET p = if_not_exists(p, :p) REMOVE note",
                                                   "ADD n :n",
                                                   "ADD s :n",
                                                   "SET n = n + :n, s = :s",
                                                   "REMOVE p, s, note",
                                                   "SET note = :t REMOVE n",
                                                   "SET p.x = :p",
                                                   "SET s = missing",
                                                   "SET note = :t, p = :p ADD n :n",
                                                   "set p = p, s = s remove note"};
    UpdateItemRequest request = update_of(key(), texts[below(texts.size())]);
    const auto use = [&](const char* name, AttributeValue value) {
      if (request.update_expression->find(name) == std::string::npos) return;
      if (!request.placeholders.values) request.placeholders.values.emplace();
      request.placeholders.values->emplace(name, std::move(value));
    };
    use(":s", odd(sort()));
    use(":p", odd(partition()));
    use(":t", "n" + std::to_string(below(5)));
    use(":n", number(static_cast<std::int64_t>(below(3))));
    if (one_in(3)) {
      // The last is refused as it is written.
      static const std::vector<std::string> conditions = {
          "attribute_exists(p)", "n >= id OR attribute_exists(s)", "n = n OR attribute_exists(s)"};
      request.condition_expression = conditions[below(conditions.size())];
      if (one_in(2))
        request.on_condition_check_failure = ReturnValuesOnConditionCheckFailure::all_old;
    }
    request.return_values = static_cast<ReturnValues>(below(5));
    return request;
  }

  /// Some actions, rarely two on one item.
  TransactWriteItemsRequest transaction() {
    TransactWriteItemsRequest request;
    std::vector<Item> keys;
    for (std::size_t n = 1 + below(4); n > 0; --n) {
      TransactWriteAction action = this->action();
      Item key = std::visit([](const auto& one) { return key_of_action(one); }, action);
      const bool is_new = std::find(keys.begin(), keys.end(), key) == keys.end();
      keys.push_back(std::move(key));
      if (is_new || one_in(10)) request.actions.push_back(std::move(action));
    }
    return request;
  }

  /// A query of the index, with anything that a query can have.
  QueryRequest query() {
    QueryRequest request = query_of(partition());
    if (shape_.sort && !one_in(3)) add_sort_condition(request);
    if (one_in(3)) {
      request.filter_expression = "attribute_exists(note) AND note <> :f";
      request.placeholders.values->emplace(":f", "n1");
    }
    if (one_in(4))
      request.projection_expression = "id, p";
    else if (one_in(6))
      request.select = Select::count;
    request.scan_index_forward = !one_in(2);
    if (!one_in(4)) request.limit = static_cast<std::int64_t>(1 + below(20));
    return request;
  }

 private:
  static Item key_of_action(const PutItemRequest& put) {
    Item key = put.item;
    for (const char* name : {"p", "s", "note", "n"}) key.erase(name);
    return key;
  }
  template <class Action>
  static Item key_of_action(const Action& action) {
    return action.key;
  }

  TransactWriteAction action() {
    switch (below(6)) {
      case 0: return with_condition(put_of(item()));
      case 1: return with_condition(on_key(DeleteItemRequest()));
      case 2: return with_condition(on_key(ConditionCheckRequest()));
      default: {
        UpdateItemRequest request = update();
        request.return_values = ReturnValues::none;
        return request;
      }
    }
  }
  template <class Action>
  Action on_key(Action action) {
    action.table_name = table_name;
    action.key = key();
    return action;
  }
  template <class Action>
  Action with_condition(Action action) {
    static const std::vector<std::string> conditions = {
        "attribute_exists(id)", "attribute_not_exists(s) OR s <> p", "attribute_exists(p)"};
    if (!one_in(3)) action.condition_expression = conditions[below(conditions.size())];
    if (one_in(2)) action.on_condition_check_failure = ReturnValuesOnConditionCheckFailure::all_old;
    return action;
  }

  void add_sort_condition(QueryRequest& request) {
    static const std::vector<std::string> conditions = {"s = :a",
                                                        "s < :a",
                                                        "s <= :a",
                                                        "s > :a",
                                                        "s >= :a",
                                                        "s BETWEEN :a AND :b",
                                                        "begins_with(s, :a)"};
    const std::size_t kinds = shape_.sort == KeyType::N ? 6 : 7;
    const std::size_t kind = below(kinds);
    request.key_condition_expression = "p = :p AND " + conditions[kind];
    AttributeValue a = sort();
    AttributeValue b = sort();
    if (kind == 5 && compare(a, b) > 0) std::swap(a, b);
    request.placeholders.values->emplace(":a", std::move(a));
    if (kind == 5) request.placeholders.values->emplace(":b", std::move(b));
  }

  std::mt19937 random_;
  Shape shape_;
};

}  // namespace isotherm::gateway::testing
