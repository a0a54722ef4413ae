#include "load/workload.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace isotherm::load {
namespace {

struct VerbName {
  Verb verb;
  std::string_view name;
};
constexpr std::array verb_names{
    VerbName{Verb::get, "get"},
    VerbName{Verb::put, "put"},
    VerbName{Verb::insert, "insert"},
    VerbName{Verb::update, "update"},
    VerbName{Verb::remove, "delete"},
    VerbName{Verb::query, "query"},
    VerbName{Verb::range, "range"},
    VerbName{Verb::scan, "scan"},
    VerbName{Verb::batch_get, "batch-get"},
    VerbName{Verb::batch_write, "batch-write"},
    VerbName{Verb::read_modify_write, "rmw"},
};

// [YCSB, "Core Workloads": proportions and request distributions]
struct Preset {
  std::string_view letter;
  Share shares[2];
  KeyOrder order;
};
constexpr std::array presets{
    Preset{"a", {{Verb::get, 50}, {Verb::update, 50}}, KeyOrder::zipfian},
    Preset{"b", {{Verb::get, 95}, {Verb::update, 5}}, KeyOrder::zipfian},
    Preset{"c", {{Verb::get, 100}, {Verb::update, 0}}, KeyOrder::zipfian},
    Preset{"d", {{Verb::get, 95}, {Verb::insert, 5}}, KeyOrder::latest},
    Preset{"e", {{Verb::range, 95}, {Verb::insert, 5}}, KeyOrder::zipfian},
    Preset{"f", {{Verb::get, 50}, {Verb::read_modify_write, 50}}, KeyOrder::zipfian},
};
// Ranges of up to 100 items must mostly lie within one collection.
constexpr std::uint64_t range_collection_items = 1'000;

std::string known_verbs() {
  std::string text;
  for (const auto& row : verb_names) text.append(text.empty() ? "" : ", ").append(row.name);
  return text;
}

Expected<Share, Refusal> parse_share(std::string_view text) {
  const auto equals = text.find('=');
  const auto name = text.substr(0, equals);
  Share share{Verb::get, 100};
  bool known = false;
  for (const auto& row : verb_names) {
    if (row.name != name) continue;
    share.verb = row.verb;
    known = true;
  }
  if (!known)
    return Refusal{"'" + std::string(name) + "' is no operation of a mix. Known: " + known_verbs() +
                   "."};
  if (equals == std::string_view::npos) return share;
  const auto digits = text.substr(equals + 1);
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), share.percent);
  if (error != std::errc() || end != digits.data() + digits.size() || !(share.percent >= 0))
    return Refusal{"'" + std::string(text) + "': the percentage is not a number."};
  return share;
}

std::string number_text(double number) {
  char text[32];
  const int size = std::snprintf(text, sizeof text, "%.6g", number);
  return std::string(text, static_cast<std::size_t>(size));
}

}  // namespace

std::string_view verb_name(Verb verb) {
  for (const auto& row : verb_names)
    if (row.verb == verb) return row.name;
  return "";
}

Expected<std::vector<Share>, Refusal> parse_mix(std::string_view text) {
  std::vector<Share> mix;
  double sum = 0;
  while (!text.empty()) {
    const auto comma = text.find(',');
    ASSIGN_OR_RETURN(const auto share, parse_share(text.substr(0, comma)));
    mix.push_back(share);
    sum += share.percent;
    if (comma == std::string_view::npos) break;
    text.remove_prefix(comma + 1);
  }
  if (std::abs(sum - 100) > 0.001)
    return Refusal{"The mix adds up to " + number_text(sum) + " percent, not to 100."};
  return mix;
}

std::string mix_text(const std::vector<Share>& mix) {
  std::string text;
  for (const auto& share : mix)
    text.append(text.empty() ? "" : ",")
        .append(verb_name(share.verb))
        .append("=")
        .append(number_text(share.percent));
  return text;
}

Expected<void, Refusal> apply_ycsb(std::string_view letter, Workload& workload) {
  for (const auto& preset : presets) {
    if (preset.letter != letter) continue;
    workload.mix.clear();
    for (const auto& share : preset.shares)
      if (share.percent > 0) workload.mix.push_back(share);
    workload.keys.order = preset.order;
    if (preset.shares[0].verb == Verb::range) workload.collection_items = range_collection_items;
    return {};
  }
  return Refusal{"'" + std::string(letter) + "' is none of YCSB's workloads a, b, c, d, e, f."};
}

}  // namespace isotherm::load
