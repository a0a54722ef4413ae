#include "cli/strategy_options.h"

#include <array>

namespace isotherm::cli {
namespace {

using sharding::Digits;
using sharding::IdPart;

/// An option that is absent unless it is given.
void whole(Options& options, std::string name, std::optional<std::uint32_t>& to, std::uint64_t max,
           std::string help) {
  auto& option = options.add({std::move(name), "N", std::move(help), {}});
  option.set = [&to, max](std::string_view text) -> std::optional<std::string> {
    const auto number = parse_count(text);
    if (!number || *number > max) return "expected a whole number from 0 to " + std::to_string(max);
    to = static_cast<std::uint32_t>(*number);
    return std::nullopt;
  };
}

}  // namespace

void StrategyOptions::declare(Options& options) {
  options
      .count("--shards", "N", shards_, 1, sharding::shards_max,
             "number of shards; of id-suffix without it: the part as it is")
      .standard = std::to_string(shards_default);
  options.choice("--strategy", name_,
                 std::vector<Word<StrategyName>>{{"hash", StrategyName::hash},
                                                 {"id-suffix", StrategyName::id_suffix},
                                                 {"random", StrategyName::random},
                                                 {"round-robin", StrategyName::round_robin}},
                 "what chooses the shard");
  options.choice("--hash", hash_,
                 std::vector<Word<HashFunction>>{{"murmur3_x86_32", HashFunction::murmur3_x86_32},
                                                 {"xxh64", HashFunction::xxh64},
                                                 {"xxh3_64", HashFunction::xxh3_64},
                                                 {"fnv1a_64", HashFunction::fnv1a_64}},
                 "hash: which");
  options.choice(
      "--take", part_.take,
      std::vector<Word<IdPart::Take>>{{"last", IdPart::Take::last}, {"first", IdPart::Take::first}},
      "id-suffix: which end of the id");
  options.count("--take-count", "N", part_.count, 1, 64, "id-suffix: so many");
  options.choice("--take-unit", part_.unit,
                 std::vector<Word<IdPart::Unit>>{{"characters", IdPart::Unit::characters},
                                                 {"bytes", IdPart::Unit::bytes}},
                 "id-suffix: of what");
  options.choice("--take-as", part_.reading,
                 std::vector<Word<IdPart::Reading>>{{"hex", IdPart::Reading::hex},
                                                    {"decimal", IdPart::Reading::decimal},
                                                    {"bytes", IdPart::Reading::bytes}},
                 "id-suffix: read as");
  auto& separator = options.add({"--separator", "TEXT", "between base and shard; default '-'", {}});
  separator.set = [this](std::string_view text) -> std::optional<std::string> {
    separator_ = text;
    return std::nullopt;
  };
  auto& digits = options.add({"--digits", "hex|decimal", "of the shard's number; default hex", {}});
  digits.choices = {"hex", "decimal"};
  digits.set = [this](std::string_view text) -> std::optional<std::string> {
    if (text != "hex" && text != "decimal") return "expected one of: hex, decimal";
    digits_ = text == "hex" ? Digits::hex : Digits::decimal;
    return std::nullopt;
  };
  whole(options, "--padding", padding_, 8, "digits at the least");
  whole(options, "--first", first_, 1'000'000, "the number of the first shard");
}

std::string_view StrategyOptions::name_text() const {
  constexpr std::array<std::string_view, 4> names = {"hash", "id-suffix", "random", "round-robin"};
  return names[static_cast<std::size_t>(name_)];
}

Expected<sharding::AnyStrategy, UsageError> StrategyOptions::strategy() const {
  if (name_ == StrategyName::hash)
    return sharding::AnyStrategy(sharding::HashStrategy(drawn_shards(), hash_));
  const auto shards = shards_ == 0 ? std::nullopt : std::optional(shards_);
  auto made = sharding::IdSuffixStrategy::make(part_, shards);
  if (!made.ok()) return UsageError{made.error().message(), {}};
  return sharding::AnyStrategy(std::move(made).value());
}

Expected<sharding::ShardFormat, UsageError> StrategyOptions::format(
    sharding::Shard shards, sharding::FormatFields otherwise) const {
  if (separator_) otherwise.separator = *separator_;
  if (digits_) otherwise.digits = *digits_;
  if (padding_) otherwise.padding = *padding_;
  if (first_) otherwise.first = *first_;
  auto made = sharding::ShardFormat::make(std::move(otherwise), shards);
  if (!made.ok()) return UsageError{made.error().message(), {}};
  return std::move(made).value();
}

Expected<sharding::ShardFormat, UsageError> StrategyOptions::format() const {
  if (draws()) return format(drawn_shards(), {});
  ASSIGN_OR_RETURN(const auto chosen, strategy());
  const auto* id = chosen.id_suffix();
  return format(chosen.shards(), id == nullptr ? sharding::FormatFields{} : id->natural_format());
}

}  // namespace isotherm::cli
