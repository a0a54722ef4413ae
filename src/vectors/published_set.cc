#include "vectors/published_set.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "base/hash.h"
#include "ids/uuid7.h"
#include "vectors/id_cases.h"
#include "vectors/look_alike.h"
#include "vectors/shard_case.h"

namespace isotherm::vectors {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const CaseValue& value) {
  switch (value.type) {
    case 'S': return {{"S", value.text}};
    case 'N': return {{"N", value.text}};
    case 'B': return {{"hex", value.text}};
    default: return nullptr;
  }
}

std::string hash_text(HashFunction function, std::uint64_t hash) {
  const std::size_t digits = function == HashFunction::murmur3_x86_32 ? 8 : 16;
  std::string text(digits, '0');
  for (std::size_t i = digits; i > 0; --i, hash >>= 4) text[i - 1] = "0123456789abcdef"[hash & 15];
  return text;
}

void put_strategy(const ShardCase& question, const ShardAnswer& answer, Json& entry) {
  if (const auto* hash = question.strategy.hash()) {
    entry["hash"] = hash_name(hash->function());
    entry["source"] = answer.source;
    entry["hash_value"] = hash_text(hash->function(), answer.hash);
    return;
  }
  using sharding::IdPart;
  const auto* id = question.strategy.id_suffix();
  const IdPart& part = id->part();
  constexpr std::array<std::string_view, 3> readings = {"decimal", "hex", "bytes"};
  entry["take"] = part.take == IdPart::Take::last ? "last" : "first";
  entry["count"] = part.count;
  entry["unit"] = part.unit == IdPart::Unit::characters ? "characters" : "bytes";
  entry["read"] = readings[static_cast<std::size_t>(part.reading)];
  entry["modulo"] = !id->is_as_it_is();
}

Json shard_keys() {
  Json all = Json::array();
  for (const ShardCase& question : shard_cases()) {
    const ShardAnswer answered = answer(question);
    Json entry = {{"id", question.id},
                  {"strategy", question.strategy.name()},
                  {"shards", question.strategy.shards()},
                  {"base", json_of(question.base)}};
    Json inputs = Json::array();
    for (const CaseValue& input : question.inputs) inputs.push_back(json_of(input));
    entry["inputs"] = std::move(inputs);
    entry["separator"] = question.fields.separator;
    entry["digits"] = question.fields.digits == sharding::Digits::hex ? "hex" : "decimal";
    entry["padding"] = question.fields.padding;
    entry["first"] = question.fields.first;
    put_strategy(question, answered, entry);
    entry["shard"] = answered.shard;
    entry["answer"] = answered.key;
    all.push_back(std::move(entry));
  }
  return all;
}

struct HashCase {
  std::string id;
  HashFunction function;
  std::string hex;
};

std::vector<HashCase> hash_cases() {
  std::vector<HashCase> all;
  std::string bytes;
  for (const HashFunction function : {HashFunction::murmur3_x86_32, HashFunction::xxh64,
                                      HashFunction::xxh3_64, HashFunction::fnv1a_64})
    for (const std::size_t size :
         {0U, 1U, 2U, 3U, 4U, 5U, 7U, 8U, 9U, 16U, 17U, 31U, 32U, 33U, 64U, 129U, 241U, 300U}) {
      bytes.clear();
      // Bytes of every value, also above 0x7f: 1, 38, 75, …
      for (std::size_t i = 0; i < size; ++i) bytes += static_cast<char>(1 + 37 * i);
      std::string number = std::to_string(size);
      all.push_back(
          {"hash/" + std::string(hash_name(function)) + "/" + number, function, hex_of(bytes)});
    }
  return all;
}

std::string answer(const HashCase& question) {
  const AttributeValue bytes = value_of({'B', question.hex});
  return hash_text(question.function, hash_of(question.function, bytes.get_if<Binary>()->bytes));
}

Json hashes() {
  Json all = Json::array();
  for (const HashCase& question : hash_cases())
    all.push_back({{"id", question.id},
                   {"function", hash_name(question.function)},
                   {"hex", question.hex},
                   {"answer", answer(question)}});
  return all;
}

std::string answer(const SnowflakeCase& question) {
  const auto layout = ids::SnowflakeLayout::find(question.layout);
  return std::to_string(layout->compose(question.parts).value());
}

Json snowflakes() {
  Json all = Json::array();
  for (const SnowflakeCase& question : snowflake_cases()) {
    const auto layout = ids::SnowflakeLayout::find(question.layout);
    const auto& fields = layout->fields();
    all.push_back({{"id", question.id},
                   {"layout", question.layout},
                   {"epoch_ms", fields.epoch.count()},
                   {"time_bits", fields.time_bits},
                   {"datacentre_bits", fields.datacentre_bits},
                   {"worker_bits", fields.worker_bits},
                   {"sequence_bits", fields.sequence_bits},
                   {"time_ms", question.parts.time.count()},
                   {"datacentre", question.parts.datacentre},
                   {"worker", question.parts.worker},
                   {"sequence", question.parts.sequence},
                   {"answer", answer(question)}});
  }
  return all;
}

std::string answer(const UuidCase& question) {
  const auto parts = ids::parse_uuid7(*ids::read_uuid(question.uuid)).value();
  return std::to_string(parts.time.count());
}

Json uuids() {
  Json all = Json::array();
  for (const UuidCase& question : uuid_cases())
    all.push_back({{"id", question.id}, {"uuid", question.uuid}, {"answer", answer(question)}});
  return all;
}

Json sequences() {
  Json all = Json::array();
  for (const SequenceCase& question : sequence_cases()) {
    Json entry = {{"id", question.id}};
    entry["kind"] = question.digits == 0 ? "bit-reversed-positive" : "hash-prefixed";
    if (question.digits != 0) entry["digits"] = question.digits;
    entry["counter"] = std::to_string(question.counter);
    entry["answer"] = answer(question);
    all.push_back(std::move(entry));
  }
  return all;
}

/// The first question that the look-alike answers otherwise.
Json example_of(const LookAlike& other, const std::vector<ShardCase>& questions) {
  for (const ShardCase& question : questions) {
    const auto theirs = answer(question, other.recipe);
    if (theirs && *theirs != answer(question).key)
      return {{"id", question.id}, {"answer", *theirs}};
  }
  return nullptr;
}

Json look_alike_list() {
  const std::vector<ShardCase> questions = shard_cases();
  Json all = Json::array();
  for (const LookAlike& other : look_alikes())
    all.push_back(
        {{"name", other.name}, {"what", other.what}, {"example", example_of(other, questions)}});
  return all;
}

Answers our_answers() {
  Answers all;
  for (const ShardCase& question : shard_cases()) all.emplace(question.id, answer(question).key);
  for (const HashCase& question : hash_cases()) all.emplace(question.id, answer(question));
  for (const SnowflakeCase& question : snowflake_cases())
    all.emplace(question.id, answer(question));
  for (const UuidCase& question : uuid_cases()) all.emplace(question.id, answer(question));
  for (const SequenceCase& question : sequence_cases()) all.emplace(question.id, answer(question));
  return all;
}

Suspect suspect_of(const LookAlike& other, const std::vector<ShardCase>& questions,
                   const Answers& ours, const Answers& answers) {
  Suspect suspect{other.name, other.what};
  for (const ShardCase& question : questions) {
    const auto at = answers.find(question.id);
    const auto predicted = answer(question, other.recipe);
    if (at == answers.end() || !predicted) continue;
    const bool differs = at->second != ours.at(question.id);
    ++suspect.asked;
    if (differs) ++suspect.differing;
    if (*predicted != at->second) continue;
    ++suspect.agrees;
    if (differs) ++suspect.same;
  }
  return suspect;
}

/// Adds one {"id": …, "answer": …}; false: it is none.
bool add_entry(const Json& entry, Answers& answers) {
  if (!entry.is_object() || !entry.contains("id") || !entry.contains("answer")) return false;
  if (!entry["id"].is_string() || !entry["answer"].is_string()) return false;
  answers.insert_or_assign(entry["id"].get<std::string>(), entry["answer"].get<std::string>());
  return true;
}

Expected<Answers, std::string> answers_of(const Json& json) {
  Answers answers;
  if (json.is_object() && !(json.contains("id") && json.contains("answer"))) {
    for (const auto& [id, text] : json.items()) {
      if (!text.is_string()) return Failure(std::string("the answer of '" + id + "' is no text"));
      answers.insert_or_assign(id, text.get<std::string>());
    }
    return answers;
  }
  for (const Json& entry : json.is_array() ? json : Json::array({json}))
    if (!add_entry(entry, answers))
      return Failure(std::string("an entry is no {\"id\": \"…\", \"answer\": \"…\"}"));
  return answers;
}

}  // namespace

std::string published_set() {
  const Json set = {{"schema_version", 1},        {"format_version", 1},
                    {"shard_keys", shard_keys()}, {"hashes", hashes()},
                    {"snowflakes", snowflakes()}, {"uuid7", uuids()},
                    {"sequences", sequences()},   {"look_alikes", look_alike_list()}};
  return set.dump(1) + "\n";
}

Expected<Answers, std::string> read_answers(std::string_view json) {
  const Json whole = Json::parse(json, nullptr, false);
  if (!whole.is_discarded()) return answers_of(whole);
  Answers answers;
  while (!json.empty()) {
    const std::string_view line = json.substr(0, json.find('\n'));
    json.remove_prefix(std::min(json.size(), line.size() + 1));
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    const Json entry = Json::parse(line, nullptr, false);
    if (entry.is_discarded() || !add_entry(entry, answers))
      return Failure(std::string("neither JSON nor lines of {\"id\": \"…\", \"answer\": \"…\"}"));
  }
  return answers;
}

Check check(const Answers& answers) {
  Check result;
  const Answers ours = our_answers();
  for (const auto& [id, text] : ours) {
    const auto at = answers.find(id);
    if (at == answers.end()) {
      result.missing.push_back(id);
      continue;
    }
    ++result.compared;
    if (at->second != text) result.different.push_back({id, text, at->second});
  }
  for (const auto& [id, text] : answers)
    if (!ours.contains(id)) result.unknown.push_back(id);
  if (result.different.empty()) return result;
  const std::vector<ShardCase> questions = shard_cases();
  for (const LookAlike& other : look_alikes()) {
    const Suspect suspect = suspect_of(other, questions, ours, answers);
    if (suspect.same > 0 && 2 * suspect.same >= suspect.differing)
      result.suspects.push_back(suspect);
  }
  std::sort(result.suspects.begin(), result.suspects.end(),
            [](const Suspect& a, const Suspect& b) { return a.agrees > b.agrees; });
  return result;
}

}  // namespace isotherm::vectors
