#pragma once

// Random values for this room's tests of round trips. Names that the client chooses begin with a
// small letter or none, so that those of the API can be told apart.

#include <algorithm>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "base/clock.h"
#include "codec/enum_names.h"
#include "store/table_operations.h"

namespace isotherm::codec {

class RandomValues {
 public:
  explicit RandomValues(unsigned seed) : random_(seed) {}

  std::size_t below(std::size_t end) { return random_() % end; }
  bool chance() { return below(2) == 0; }
  std::int64_t count(std::int64_t max) {
    return 1 + static_cast<std::int64_t>(below(static_cast<std::size_t>(max)));
  }
  UnixMillis time() { return UnixMillis(static_cast<std::int64_t>(random_()) * 400 + 1); }
  /// As the service shows them.
  double units() { return static_cast<double>(below(40)) / 2; }

  /// None to three.
  template <class Make>
  auto several(Make make) {
    std::vector<decltype(make())> made;
    for (std::size_t i = below(4); i > 0; --i) made.push_back(make());
    return made;
  }
  /// One to three.
  template <class Make>
  auto some(Make make) {
    auto made = several(make);
    if (made.empty()) made.push_back(make());
    return made;
  }
  template <class Make>
  auto maybe(Make make) {
    return chance() ? std::optional(make()) : std::nullopt;
  }

  /// A name of a table, an index or a backup.
  std::string name() {
    constexpr std::string_view letters = "abcxyz0189_.-";
    std::string name = "n";
    for (std::size_t i = 2 + below(12); i > 0; --i) name += letters[below(letters.size())];
    return name;
  }
  std::string text() {
    constexpr std::string_view pieces[] = {"a", "\"", "\\", "\n", "é", "€", "😀", "0", "\x1f", "/"};
    std::string text;
    for (std::size_t i = below(8); i > 0; --i) text += pieces[below(std::size(pieces))];
    return text;
  }
  std::string attribute() { return "a" + text(); }
  std::string bytes() {
    std::string bytes;
    for (std::size_t i = below(6); i > 0; --i) bytes += static_cast<char>(below(256));
    return bytes;
  }
  std::string arn() { return "arn:aws:dynamodb:us-east-1:000000000000:table/" + name() + "/x/1"; }

  Number number() {
    std::string text = chance() ? "-" : "";
    for (std::size_t i = 1 + below(38); i > 0; --i) text += static_cast<char>('0' + below(10));
    return *Number::parse(text + "E" + std::to_string(static_cast<int>(below(160)) - 90));
  }

  /// One to three different ones.
  template <class Set, class Make>
  Set set(Make make) {
    Set set{some(make)};
    normalize(set);
    set.elements.erase(std::unique(set.elements.begin(), set.elements.end()), set.elements.end());
    return set;
  }

  /// Any attribute value, with so many levels below it at the most.
  AttributeValue value(int depth = 3) {
    switch (below(depth > 0 ? 10 : 8)) {
      case 0: return text();
      case 1: return number();
      case 2: return Binary{bytes()};
      case 3: return chance();
      case 4: return Null{};
      case 5: return set<StringSet>([&] { return text(); });
      case 6: return set<NumberSet>([&] { return number(); });
      case 7: return set<BinarySet>([&] { return Binary{bytes()}; });
      case 8: return List(values(depth - 1));
      default: return item(depth - 1);
    }
  }
  std::vector<AttributeValue> values(int depth = 2) {
    return several([&] { return value(depth); });
  }
  Item item(int depth = 3) {
    Item item;
    for (std::size_t i = below(4); i > 0; --i) item.insert_or_assign(attribute(), value(depth));
    return item;
  }

  std::optional<bool> maybe_flag() {
    return maybe([&] { return chance(); });
  }
  std::optional<std::string> maybe_text() {
    return maybe([&] { return text(); });
  }
  std::optional<std::string> maybe_name() {
    return maybe([&] { return name(); });
  }
  std::optional<std::int64_t> maybe_count(std::int64_t max) {
    return maybe([&] { return count(max); });
  }
  std::optional<UnixMillis> maybe_time() {
    return maybe([&] { return time(); });
  }
  std::optional<Item> maybe_item() {
    return maybe([&] { return item(); });
  }
  std::vector<std::string> texts() {
    return some([&] { return attribute(); });
  }
  template <class Map, class Make>
  Map map_of(Make make) {
    Map map;
    for (std::size_t i = below(4); i > 0; --i) map.insert_or_assign(name(), make());
    return map;
  }

  template <class E, std::size_t N>
  E pick(const EnumNames<E, N>& names) {
    return names[below(N)].second;
  }
  template <class E, std::size_t N>
  std::optional<E> maybe_pick(const EnumNames<E, N>& names) {
    return maybe([&] { return pick(names); });
  }

  ProvisionedThroughput throughput() { return {count(40'000), count(40'000)}; }
  std::optional<ProvisionedThroughput> maybe_throughput() {
    return maybe([&] { return throughput(); });
  }
  std::optional<OnDemandThroughput> maybe_on_demand() {
    return maybe([&] { return OnDemandThroughput{maybe_count(9), maybe_count(9)}; });
  }

 private:
  std::mt19937 random_;
};

/// How often the tests of round trips draw.
inline constexpr int round_trips = 300;

}  // namespace isotherm::codec
