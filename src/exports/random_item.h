#pragma once

// Random items for this room's tests and the engine's: all types, nested, with odd names and text.

#include <algorithm>
#include <random>
#include <string>

#include "model/attribute_value.h"

namespace isotherm::exports {

class RandomItems {
 public:
  explicit RandomItems(std::uint32_t seed) : random_(seed) {}

  Item item() {
    Item item = map(0);
    item.insert_or_assign("pk", "k" + std::to_string(random_() % 100'000));
    return item;
  }

 private:
  std::size_t below(std::size_t count) { return random_() % count; }

  std::string text(std::size_t least) {
    static const std::string parts[] = {"a",    "Z",    " ",      "\"",         "'",        "\\",
                                        "\n",   "\r",   "\t",     "{",          "}",        "//",
                                        "/*",   ",",    ":",      "'''",        "{{",       "}}",
                                        "\x01", "\x7F", "\u00FC", "\U0001F600", "$ion_1_0", "null"};
    std::string out;
    const std::size_t count = least + below(6);
    while (out.size() < count) out += parts[below(std::size(parts))];
    return out;
  }

  Number number() {
    std::string digits = below(2) == 0 ? "-" : "";
    digits += static_cast<char>('1' + below(9));
    for (std::size_t i = below(38); i > 0; --i) digits += static_cast<char>('0' + below(10));
    const int exponent = static_cast<int>(below(200)) - 120;
    if (below(8) == 0) digits = "0";
    const auto number = Number::parse(digits + "e" + std::to_string(exponent));
    return number.ok() ? *number : Number(static_cast<std::int64_t>(below(1000)));
  }

  Binary binary() {
    Binary binary;
    for (std::size_t i = below(9); i > 0; --i) {
      binary.bytes.push_back(static_cast<char>(below(256)));
    }
    return binary;
  }

  template <class Set, class Make>
  AttributeValue set(Make make) {
    Set set;
    for (std::size_t i = 1 + below(4); i > 0; --i) set.elements.push_back(make());
    if (normalize(set)) {
      set.elements.erase(std::unique(set.elements.begin(), set.elements.end()), set.elements.end());
    }
    return set;
  }

  Map map(int depth) {
    Map map;
    for (std::size_t i = below(5); i > 0; --i) map.insert_or_assign(text(1), value(depth + 1));
    return map;
  }

  AttributeValue value(int depth) {
    switch (below(depth > 4 ? 8 : 10)) {
      case 0: return text(0);
      case 1: return number();
      case 2: return binary();
      case 3: return below(2) == 0;
      case 4: return Null{};
      case 5: return set<StringSet>([&] { return text(0); });
      case 6: return set<NumberSet>([&] { return number(); });
      case 7: return set<BinarySet>([&] { return binary(); });
      case 8: {
        List list;
        for (std::size_t i = below(4); i > 0; --i) list.push_back(value(depth + 1));
        return list;
      }
      default: return map(depth);
    }
  }

  std::mt19937 random_;
};

}  // namespace isotherm::exports
