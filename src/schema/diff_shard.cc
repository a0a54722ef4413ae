#include "schema/diff_shard.h"

#include "sharding/growth.h"

namespace isotherm::schema {
namespace {

constexpr std::string_view migrate_entries =
    "entries keep the shard keys that they were written with, and reads look where the new rule "
    "says: every entry must be written anew";

std::string list(const std::vector<std::string>& names) {
  std::string text = "[";
  for (const std::string& name : names) text += (text.size() > 1 ? ", " : "") + name;
  return text + "]";
}

/// Of the keys, how many find themselves on another shard.
std::string why_moved(sharding::Shard from, sharding::Shard to) {
  const sharding::Growth growth(from, to);
  const auto share = growth.moved();
  return std::to_string(share.moved * 100 / share.of) + " % of the keys change their shard; " +
         std::string(migrate_entries);
}

std::string hash_text(const sharding::AnyStrategy& strategy) {
  return std::string(hash_name(strategy.hash()->function()));
}

std::string part_text(const sharding::IdSuffixStrategy& strategy) {
  return sharding::to_string(strategy.part()) +
         (strategy.is_as_it_is() ? ", as it is" : ", modulo");
}

std::string digits_text(sharding::Digits digits) {
  return digits == sharding::Digits::hex ? "hex" : "decimal";
}

/// {tenant-1: 64}
std::string overrides_text(const ShardRule& rule) {
  std::string text = "{";
  for (const auto& [key, strategy] : rule.overrides)
    text += (text.size() > 1 ? ", " : "") + key + ": " + std::to_string(strategy.shards());
  return text + "}";
}

class ShardComparison {
 public:
  ShardComparison(bool in_use, const ChangeNotes& notes) : in_use_(in_use), notes_(notes) {}

  void compare(const ShardRule& before, const ShardRule& after) const {
    if (before.attribute != after.attribute)
      note(".attribute", in_quotes(before.attribute), in_quotes(after.attribute),
           "items that are there already do not have the new attribute");
    if (before.inputs != after.inputs) note(".inputs", list(before.inputs), list(after.inputs));
    compare_strategies(before.strategy, after.strategy);
    compare_formats(before.fields, after.fields);
    if (before.overrides != after.overrides)
      note(".overrides", overrides_text(before), overrides_text(after));
  }

 private:
  void note(std::string_view field, const std::string& from, const std::string& to,
            std::string why = std::string(migrate_entries)) const {
    notes_.note(in_use_ ? Effect::migration : Effect::harmless, ".shard" + std::string(field),
                from + " -> " + to,
                in_use_ ? std::move(why) : "a gsi does not use its shard section");
  }

  void compare_strategies(const sharding::AnyStrategy& before,
                          const sharding::AnyStrategy& after) const {
    if (before.name() != after.name())
      return note(".strategy", std::string(before.name()), std::string(after.name()));
    if (before.hash() != nullptr && hash_text(before) != hash_text(after))
      note(".format.hash", hash_text(before), hash_text(after));
    if (before.id_suffix() != nullptr &&
        part_text(*before.id_suffix()) != part_text(*after.id_suffix()))
      note(".part", part_text(*before.id_suffix()), part_text(*after.id_suffix()));
    if (before.shards() != after.shards())
      note(".shards", std::to_string(before.shards()), std::to_string(after.shards()),
           why_moved(before.shards(), after.shards()));
  }

  void compare_formats(const sharding::FormatFields& before,
                       const sharding::FormatFields& after) const {
    if (before.separator != after.separator)
      note(".format.separator", in_quotes(before.separator), in_quotes(after.separator));
    if (before.digits != after.digits)
      note(".format.digits", digits_text(before.digits), digits_text(after.digits));
    if (before.padding != after.padding)
      note(".format.padding", std::to_string(before.padding), std::to_string(after.padding));
    if (before.first != after.first)
      note(".format.first", std::to_string(before.first), std::to_string(after.first));
  }

  bool in_use_;
  const ChangeNotes& notes_;
};

}  // namespace

void compare_shards(const ShardRule& before, const ShardRule& after, bool in_use,
                    const ChangeNotes& notes) {
  ShardComparison(in_use, notes).compare(before, after);
}

}  // namespace isotherm::schema
