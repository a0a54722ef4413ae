#include "random_request.h"

#include <algorithm>
#include <set>

namespace isotherm::model_test {

long RandomRequest::pick(long below) {
  return static_cast<long>(random_() % static_cast<std::uint64_t>(below));
}

std::string RandomRequest::word(std::initializer_list<const char*> words) {
  return *(words.begin() + pick(static_cast<long>(words.size())));
}

Key RandomRequest::key() {
  return {word({"a", "b", "c"}), (pick(9) - 3) * 10 + (chance(20) ? 5 : 0)};
}

Json RandomRequest::value_of(const std::string& attribute) {
  // Some look like a shard key of the others.
  if (attribute == "gpk") return text(word({"x", "x-1", "x-", "y"}));
  if (attribute == "gsk") return number(pick(5) * 10);
  if (attribute == "lsk") return text(word({"l", "l1", "m"}));
  if (attribute == "w") return text(word({"", "one", "two:", "t\\wo", "é"}));
  return number((pick(11) - 5) * 10);
}

Json RandomRequest::item(const Key& key) {
  Json item = {{"pk", text(key.first)}, {"sk", number(key.second)}};
  for (const char* attribute : {"gpk", "gsk", "lsk", "v", "w"}) {
    if (chance(75)) item[attribute] = value_of(attribute);
  }
  if (chance(30)) item["tags"] = {{"SS", {word({"p", "q"})}}};
  if (chance(30)) item["m"] = {{"M", Json::object()}};
  return item;
}

Json RandomRequest::spelled_key(const Key& key) {
  std::string digits = number(key.second)["N"];
  if (key.second % 10 == 0) {
    switch (pick(4)) {
      case 0: digits += ".0"; break;
      case 1: digits += "e0"; break;
      case 2: digits += "0E-1"; break;
      default: break;
    }
  }
  return {{"pk", text(key.first)}, {"sk", {{"N", digits}}}};
}

Condition RandomRequest::condition() {
  using Kind = Condition::Kind;
  if (chance(50)) return {Kind::always, 0, {}};
  Condition made{static_cast<Kind>(1 + pick(7)), (pick(11) - 5) * 10, word({"x", "p", "q"})};
  return made;
}

Update RandomRequest::update() {
  using Kind = Action::Kind;
  Update update;
  std::set<std::string> used;
  const long count = 1 + pick(4);
  for (long i = 0; i < count; ++i) {
    const auto kind = static_cast<Kind>(pick(7));
    std::string attribute = word({"gpk", "gsk", "lsk", "v", "w"});
    if (kind == Kind::add_v || kind == Kind::count_v) attribute = "v";
    if (kind == Kind::add_tag || kind == Kind::drop_tag) attribute = "tags";
    if (kind == Kind::set_deep) attribute = "m";
    if (!used.insert(attribute).second) continue;
    Json value = value_of(attribute);
    if (attribute == "tags") value = text(word({"p", "q", "r"}));
    update.push_back({kind, attribute, std::move(value)});
  }
  return update;
}

Read RandomRequest::read() {
  Read read;
  read.index = word({"", "g", "g", "l"});
  read.forward = chance(50);
  read.limit = chance(60) ? 1 + pick(7) : 0;
  read.filter = chance(30) ? condition() : read.filter;
  if (chance(25)) return read;
  read.partition = read.index == "g" ? word({"x", "x-1", "y"}) : word({"a", "b", "c"});
  const std::string sort = read.index == "g" ? "gsk" : read.index == "l" ? "lsk" : "v";
  if (chance(25)) read.equals = value_of(sort);
  if (!read.equals && chance(30)) {
    Json low = value_of(sort);
    Json high = value_of(sort);
    const bool swap = low.contains("N")
                          ? tenths_of(low) > tenths_of(high)
                          : low["S"].get<std::string>() > high["S"].get<std::string>();
    if (swap) std::swap(low, high);
    read.between = {low, high};
  }
  // A query's filter may not name the key that it goes by.
  using Kind = Condition::Kind;
  const bool names_key = read.filter.kind == Kind::exists || read.filter.kind == Kind::absent ||
                         read.filter.kind == Kind::g_equals;
  if (names_key) read.filter.kind = Kind::always;
  return read;
}

}  // namespace isotherm::model_test
