#include <map>
#include <random>
#include <set>

#include "expression/testing/expressions.h"

// Random updates of random items against a model that keeps integers, sets of letters, one list
// and one map, and changes a copy of itself while it reads the old one.

namespace isotherm::expression {
namespace {

using namespace testing;

struct Model {
  std::map<std::string, int> numbers;                 // n0 … n3
  std::map<std::string, std::set<std::string>> sets;  // s0, s1
  std::vector<int> list;                              // l
  std::map<std::string, int> members;                 // m.x …

  Item item() const {
    Item made;
    for (const auto& [name, n] : numbers) made.emplace(name, Number(n));
    for (const auto& [name, elements] : sets) {
      made.emplace(name, strings({elements.begin(), elements.end()}));
    }
    List listed;
    for (const int n : list) listed.emplace_back(Number(n));
    made.emplace("l", std::move(listed));
    Map mapped;
    for (const auto& [key, n] : members) mapped.emplace(key, Number(n));
    made.emplace("m", std::move(mapped));
    return made;
  }
};

class Generator {
 public:
  explicit Generator(unsigned seed) : random_(seed) {
    for (const char* name : {"n0", "n1", "n2", "n3"}) {
      if (below(3) != 0) old_.numbers[name] = digit();
    }
    for (const char* name : {"s0", "s1"}) {
      if (below(3) != 0) old_.sets[name] = letters();
    }
    for (unsigned i = below(6); i > 0; --i) old_.list.push_back(digit());
    for (const char* key : {"x", "y"}) {
      if (below(2) == 0) old_.members[key] = digit();
    }
    new_ = old_;
    change_numbers();
    change_sets();
    change_list();
    change_members();
  }

  std::string text() const {
    std::string text;
    for (const auto& [section, clauses] : sections_) {
      text += section + " ";
      for (std::size_t i = 0; i < clauses.size(); ++i) text += (i == 0 ? "" : ", ") + clauses[i];
      text += " ";
    }
    return text;
  }
  const Model& before() const { return old_; }
  /// None: the update must be refused.
  std::optional<Model> after() const { return refused_ ? std::nullopt : std::optional(new_); }
  const ExpressionValues& values() const { return values_; }

 private:
  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }
  int digit() { return static_cast<int>(below(10)); }
  std::set<std::string> letters() {
    std::set<std::string> made{std::string(1, static_cast<char>('a' + below(4)))};
    if (below(2) == 0) made.insert(std::string(1, static_cast<char>('a' + below(4))));
    return made;
  }

  std::string literal(AttributeValue value) {
    const std::string name = ":v" + std::to_string(values_.size());
    values_.emplace(name, std::move(value));
    return name;
  }
  std::string literal(int n) { return literal(AttributeValue(Number(n))); }
  std::string literal(const std::set<std::string>& elements) {
    return literal(strings({elements.begin(), elements.end()}));
  }

  std::optional<int> old_number(const std::string& name) const {
    const auto it = old_.numbers.find(name);
    return it == old_.numbers.end() ? std::nullopt : std::optional(it->second);
  }
  void set_number(const std::string& name, std::optional<int> n) {
    if (n) {
      new_.numbers[name] = *n;
    } else {
      refused_ = true;
    }
  }

  void change_numbers() {
    for (const std::string name : {"n0", "n1", "n2", "n3"}) {
      const std::string source = "n" + std::to_string(below(4));
      const std::optional<int> from = old_number(source);
      const int n = digit();
      switch (below(7)) {
        case 0:
          sections_["SET"].push_back(name + " = " + source + " + " + literal(n));
          set_number(name, from ? std::optional(*from + n) : std::nullopt);
          break;
        case 1:
          sections_["SET"].push_back(name + " = " + literal(n) + "-" + source);
          set_number(name, from ? std::optional(n - *from) : std::nullopt);
          break;
        case 2:
          sections_["SET"].push_back(name + "=if_not_exists(" + source + ", " + literal(n) + ")");
          set_number(name, from.value_or(n));
          break;
        case 3:
          sections_["ADD"].push_back(name + " " + literal(n));
          set_number(name, old_number(name).value_or(0) + n);
          break;
        case 4:
          sections_["REMOVE"].push_back(name);
          new_.numbers.erase(name);
          break;
        default: break;
      }
    }
  }

  void change_sets() {
    for (const std::string name : {"s0", "s1"}) {
      const std::set<std::string> elements = letters();
      switch (below(3)) {
        case 0:
          sections_["ADD"].push_back(name + " " + literal(elements));
          new_.sets[name].insert(elements.begin(), elements.end());
          break;
        case 1: {
          sections_["DELETE"].push_back(name + " " + literal(elements));
          for (const std::string& element : elements) new_.sets[name].erase(element);
          if (new_.sets[name].empty()) new_.sets.erase(name);
          break;
        }
        default: break;
      }
    }
  }

  void change_list() {
    if (below(6) == 0) {
      const int n = digit();
      const bool in_front = below(2) == 0;
      const std::string more = literal(AttributeValue(List{Number(n)}));
      sections_["SET"].push_back("l = list_append(" +
                                 (in_front ? more + ", l)" : "l, " + more + ")"));
      new_.list.insert(in_front ? new_.list.begin() : new_.list.end(), n);
      return;
    }
    std::vector<int> kept;
    std::vector<int> appended;
    for (std::size_t index = 0; index < 9; ++index) {
      const std::string path = "l[" + std::to_string(index) + "]";
      const bool is_inside = index < old_.list.size();
      const unsigned choice = below(6);
      if (choice == 0) {
        const int n = digit();
        sections_["SET"].push_back(path + " = " + literal(n));
        (is_inside ? kept : appended).push_back(n);
      } else if (choice == 1) {
        sections_["REMOVE"].push_back(path);
      } else if (is_inside) {
        kept.push_back(old_.list[index]);
      }
    }
    new_.list = std::move(kept);
    new_.list.insert(new_.list.end(), appended.begin(), appended.end());
  }

  void change_members() {
    for (const std::string key : {"x", "y", "z"}) {
      const unsigned choice = below(5);
      if (choice == 0) {
        sections_["SET"].push_back("m." + key + " = size_of");
        refused_ = true;  // no such attribute
      } else if (choice == 1) {
        const int n = digit();
        sections_["SET"].push_back("m." + key + " = " + literal(n));
        new_.members[key] = n;
      } else if (choice == 2) {
        sections_["REMOVE"].push_back("m." + key);
        new_.members.erase(key);
      }
    }
  }

  std::mt19937 random_;
  Model old_;
  Model new_;
  bool refused_ = false;
  std::map<std::string, std::vector<std::string>> sections_;
  ExpressionValues values_;
};

TEST(UpdateProperty, RandomUpdatesDoWhatTheModelDoes) {
  const unsigned seed = std::random_device()();
  std::printf("seed %u\n", seed);
  int done = 0;
  for (unsigned round = 0; round < 1500; ++round) {
    const Generator generator(seed + round);
    const std::string text = generator.text();
    if (text.empty()) continue;
    const auto after = updated(text, generator.before().item(), generator.values());
    const auto expected = generator.after();
    ASSERT_EQ(after.ok(), expected.has_value()) << "seed " << seed + round << ": " << text;
    if (!expected) continue;
    ASSERT_TRUE(*after == expected->item()) << "seed " << seed + round << ": " << text;
    ++done;
  }
  EXPECT_GT(done, 150);
}

}  // namespace
}  // namespace isotherm::expression
