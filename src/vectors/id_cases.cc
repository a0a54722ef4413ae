#include "vectors/id_cases.h"

#include <array>

#include "ids/spread_sequence.h"

namespace isotherm::vectors {
namespace {

std::string numbered(std::string_view kind, std::size_t number) {
  std::string digits = std::to_string(number);
  digits.insert(0, digits.size() < 3 ? 3 - digits.size() : 0, '0');
  return std::string(kind) + "/" + digits;
}

}  // namespace

std::vector<SnowflakeCase> snowflake_cases() {
  std::vector<SnowflakeCase> all;
  const auto add = [&](std::string_view layout, const ids::SnowflakeParts& parts) {
    all.push_back({numbered("snowflake", all.size() + 1), layout, parts});
  };
  // The id of a tweet, and the example of Discord's API reference.
  add("twitter", {UnixMillis(1656432460105), 11, 26, 0});
  add("discord", {UnixMillis(1462015105796), 1, 0, 7});
  for (const std::string_view name : {"isotherm", "twitter", "discord", "javascript"}) {
    const auto layout = *ids::SnowflakeLayout::find(name);
    const auto& fields = layout.fields();
    add(name, {fields.epoch, 0, 0, 0});
    add(name, {fields.epoch + UnixMillis(1), 0, 0, 1});
    add(name, {layout.last_time(), (1U << fields.datacentre_bits) - 1,
               (1U << fields.worker_bits) - 1, static_cast<std::uint32_t>(layout.sequence_max())});
    add(name, {UnixMillis(1767225600000), 0, 7, 42});
  }
  return all;
}

std::vector<UuidCase> uuid_cases() {
  return {{"uuid7/001", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"},
          {"uuid7/002", "00000000-0000-7000-8000-000000000000"},
          {"uuid7/003", "ffffffff-ffff-7fff-bfff-ffffffffffff"}};
}

std::vector<SequenceCase> sequence_cases() {
  std::vector<SequenceCase> all;
  for (const std::uint64_t counter : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{3},
                                      std::uint64_t{101}, (std::uint64_t{1} << 63) - 1})
    all.push_back({numbered("sequence", all.size() + 1), 0, counter});
  for (const std::uint32_t digits : {1U, 2U, 4U, 8U})
    for (const std::uint64_t counter : {std::uint64_t{0}, std::uint64_t{1}, ~std::uint64_t{0}})
      all.push_back({numbered("sequence", all.size() + 1), digits, counter});
  return all;
}

std::string answer(const SequenceCase& question) {
  if (question.digits == 0) return std::to_string(*ids::bit_reversed_positive(question.counter));
  return ids::HashPrefix(question.digits).key(question.counter);
}

}  // namespace isotherm::vectors
