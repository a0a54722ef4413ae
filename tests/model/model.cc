#include "model.h"

#include <algorithm>
#include <cstdlib>
#include <set>

namespace isotherm::model_test {
namespace {

/// -1, 0 or 1 for two sort key values of one type.
int compare(const Json& a, const Json& b) {
  if (a.contains("N")) {
    const long x = tenths_of(a);
    const long y = tenths_of(b);
    return x < y ? -1 : x > y ? 1 : 0;
  }
  const std::string x = a["S"];
  const std::string y = b["S"];
  return x < y ? -1 : x > y ? 1 : 0;
}

/// Names of the key attributes that a read goes by.
std::pair<std::string, std::string> key_names(const Read& read) {
  if (read.index == "g") return {"gpk", "gsk"};
  if (read.index == "l") return {"pk", "lsk"};
  return {"pk", "sk"};
}

std::set<std::string> tags_of(const Json& item) {
  return item.contains("tags") ? item["tags"]["SS"].get<std::set<std::string>>()
                               : std::set<std::string>{};
}

void set_tags(Json& item, const std::set<std::string>& tags) {
  if (tags.empty()) {
    item.erase("tags");
  } else {
    item["tags"] = {{"SS", tags}};
  }
}

/// Carries one action out on `after`, reading `before`; false when the service would refuse.
bool act(const Action& action, const Json& before, Json& after) {
  const long v = before.contains("v") ? tenths_of(before["v"]) : 0;
  switch (action.kind) {
    case Action::Kind::set: after[action.attribute] = action.value; return true;
    case Action::Kind::remove: after.erase(action.attribute); return true;
    case Action::Kind::add_v:
    case Action::Kind::count_v: after["v"] = number(v + tenths_of(action.value)); return true;
    case Action::Kind::add_tag:
    case Action::Kind::drop_tag: {
      std::set<std::string> tags = tags_of(before);
      if (action.kind == Action::Kind::add_tag) tags.insert(action.value["S"].get<std::string>());
      if (action.kind == Action::Kind::drop_tag) tags.erase(action.value["S"].get<std::string>());
      set_tags(after, tags);
      return true;
    }
    case Action::Kind::set_deep:
      if (!before.contains("m")) return false;
      after["m"]["M"]["k"] = action.value;
      return true;
  }
  return false;
}

}  // namespace

Json text(const std::string& value) { return {{"S", value}}; }

Json number(long tenths) {
  std::string digits = std::to_string(std::labs(tenths) / 10);
  if (tenths % 10 != 0) digits += "." + std::to_string(std::labs(tenths) % 10);
  return {{"N", (tenths < 0 ? "-" : "") + digits}};
}

long tenths_of(const Json& number) {
  const std::string digits = number["N"];
  const double tenths = std::strtod(digits.c_str(), nullptr) * 10;
  return static_cast<long>(tenths + (tenths < 0 ? -0.5 : 0.5));
}

bool Condition::holds(const Json* item) const {
  static const Json none = Json::object();
  const Json& it = item != nullptr ? *item : none;
  switch (kind) {
    case Kind::always: return true;
    case Kind::exists: return item != nullptr;
    case Kind::absent: return item == nullptr;
    case Kind::v_equals: return it.contains("v") && tenths_of(it["v"]) == v;
    case Kind::v_below: return it.contains("v") && tenths_of(it["v"]) < v;
    case Kind::g_equals: return it.contains("gpk") && it["gpk"]["S"] == word;
    case Kind::has_tag: return tags_of(it).contains(word);
    case Kind::deep: return it.contains("m") && it["m"]["M"].contains("k");
  }
  return false;
}

std::string Condition::expression(Json& values) const {
  if (kind == Kind::v_equals || kind == Kind::v_below) values[":cv"] = number(v);
  if (kind == Kind::g_equals || kind == Kind::has_tag) values[":cw"] = text(word);
  switch (kind) {
    case Kind::always: return "";
    case Kind::exists: return "attribute_exists(pk)";
    case Kind::absent: return "attribute_not_exists(sk)";
    case Kind::v_equals: return "v = :cv";
    case Kind::v_below: return "v < :cv";
    case Kind::g_equals: return "gpk = :cw";
    case Kind::has_tag: return "contains(tags, :cw)";
    case Kind::deep: return "attribute_exists(m.k)";
  }
  return "";
}

std::string update_expression(const Update& update, Json& values) {
  std::map<std::string, std::string> clauses;
  int next = 0;
  for (const Action& action : update) {
    const std::string value = ":u" + std::to_string(next++);
    std::string clause = "SET";
    std::string words;
    switch (action.kind) {
      case Action::Kind::set: words = action.attribute + " = " + value; break;
      case Action::Kind::remove:
        clause = "REMOVE";
        words = action.attribute;
        break;
      case Action::Kind::add_v:
        clause = "ADD";
        words = "v " + value;
        break;
      case Action::Kind::count_v: words = "v = if_not_exists(v, :zero) + " + value; break;
      case Action::Kind::add_tag:
        clause = "ADD";
        words = "tags " + value;
        break;
      case Action::Kind::drop_tag:
        clause = "DELETE";
        words = "tags " + value;
        break;
      case Action::Kind::set_deep: words = "m.k = " + value; break;
    }
    std::string& all = clauses[clause];
    all += all.empty() ? clause + " " + words : ", " + words;
    if (action.kind == Action::Kind::count_v) values[":zero"] = number(0);
    if (action.kind == Action::Kind::remove) continue;
    const bool is_tag =
        action.kind == Action::Kind::add_tag || action.kind == Action::Kind::drop_tag;
    values[value] = is_tag ? Json{{"SS", {action.value["S"]}}} : action.value;
  }
  std::string out;
  for (const auto& [clause, words] : clauses) out += words + " ";
  return out;
}

const Json* Model::find(const Key& key) const {
  const auto found = items.find(key);
  return found == items.end() ? nullptr : &found->second;
}

std::optional<Json> Model::updated(const Key& key, const Update& update) const {
  const Json* found = find(key);
  const Json before =
      found != nullptr ? *found : Json{{"pk", text(key.first)}, {"sk", number(key.second)}};
  Json after = before;
  for (const Action& action : update) {
    if (!act(action, before, after)) return std::nullopt;
  }
  return after;
}

std::vector<Json> Model::in_range(const Read& read) const {
  const auto [partition, sort] = key_names(read);
  std::vector<Json> found;
  for (const auto& [key, item] : items) {
    if (!item.contains(partition) || !item.contains(sort)) continue;
    if (read.partition && item[partition]["S"] != *read.partition) continue;
    if (read.equals && compare(item[sort], *read.equals) != 0) continue;
    if (read.between && (compare(item[sort], read.between->first) < 0 ||
                         compare(item[sort], read.between->second) > 0))
      continue;
    found.push_back(item);
  }
  std::sort(found.begin(), found.end(), [&](const Json& a, const Json& b) {
    const int order = compare(order_of(a, read), order_of(b, read));
    return read.forward ? order < 0 : order > 0;
  });
  return found;
}

Json order_of(const Json& item, const Read& read) { return item[key_names(read).second]; }

void order_sets(Json& value) {
  if (value.is_object() && value.size() == 1 && value.contains("SS"))
    std::sort(value["SS"].begin(), value["SS"].end());
  if (value.is_structured()) {
    for (Json& part : value) order_sets(part);
  }
}

}  // namespace isotherm::model_test
