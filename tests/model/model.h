#pragma once

// What a table is, in its simplest form: a map of items, and conditions and updates as plain data
// that the model carries out by itself and writes as expressions for the real thing. It shares no
// code with the rooms.
//
// The table: key pk (S), sk (N); global index g on gpk (S), gsk (N); local index l on lsk (S).
// Other attributes: v (N, a small whole number), w (S), tags (SS), m (M with a member k, N).

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace isotherm::model_test {

using Json = nlohmann::json;

/// pk and ten times sk, a whole number.
using Key = std::pair<std::string, long>;

/// `{"S": text}` and `{"N": tenths / 10}` in DynamoDB's own form.
Json text(const std::string& value);
Json number(long tenths);
/// Ten times the number that `{"N": …}` holds.
long tenths_of(const Json& number);

/// A condition or filter on one item.
struct Condition {
  enum class Kind { always, exists, absent, v_equals, v_below, g_equals, has_tag, deep } kind;
  /// Of v_*: tenths.
  long v = 0;
  /// Of g_equals, has_tag.
  std::string word;

  bool holds(const Json* item) const;
  /// Its text; adds the values it needs to `values`. Empty: no condition.
  std::string expression(Json& values) const;
};

/// Puts the elements of all sets in a value in order: they have none.
void order_sets(Json& value);

/// One action of an update.
struct Action {
  enum class Kind { set, remove, add_v, count_v, add_tag, drop_tag, set_deep } kind;
  /// Of set and remove.
  std::string attribute;
  /// Of set; of add_tag and drop_tag the tag as S; of the rest a number.
  Json value;
};

/// Actions on different attributes.
using Update = std::vector<Action>;

/// UpdateExpression; adds the values it needs to `values`.
std::string update_expression(const Update& update, Json& values);

/// What is read: an item collection of the table or of an index, or all of it.
struct Read {
  /// "", "g" or "l".
  std::string index;
  /// Query of this partition key; absent: Scan.
  std::optional<std::string> partition;
  /// Query: bounds of the sort key, both in it. S for l, N otherwise.
  std::optional<std::pair<Json, Json>> between;
  std::optional<Json> equals;
  Condition filter{Condition::Kind::always, 0, {}};
  bool forward = true;
  long limit = 0;
};

class Model {
 public:
  std::map<Key, Json> items;

  const Json* find(const Key& key) const;
  /// The item after the update, or nothing when the service would refuse it.
  std::optional<Json> updated(const Key& key, const Update& update) const;
  /// The items in the order of the sort key, before the filter.
  std::vector<Json> in_range(const Read& read) const;
};

/// The value by which a read is ordered.
Json order_of(const Json& item, const Read& read);

}  // namespace isotherm::model_test
