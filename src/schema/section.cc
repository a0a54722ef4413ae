#include "schema/section.h"

#include <algorithm>
#include <charconv>

#include "schema/did_you_mean.h"

namespace isotherm::schema {

int line_of(const YAML::Node& node) { return std::max(0, node.Mark().line) + 1; }

Section::Section(const YAML::Node& node, std::string path, int line, Problems& problems)
    : is_mapping_(node.IsMap()), path_(std::move(path)), line_(line), problems_(problems) {
  if (is_mapping_)
    read_entries(node);
  else
    problems_.push_back({line_, (path_.empty() ? "the schema" : path_) + " is no mapping",
                         "write it as 'key: value' lines, or {key: value}"});
}

void Section::read_entries(const YAML::Node& node) {
  const std::string place = path_.empty() ? "" : path_ + ": ";
  for (const auto& pair : node) {
    const int line = schema::line_of(pair.first);
    if (!pair.first.IsScalar())
      problems_.push_back({line, place + "a key that is no text", "write plain names as keys"});
    else if (find(pair.first.Scalar()) != nullptr)
      problems_.push_back(
          {line, place + "'" + pair.first.Scalar() + "' stands here twice", "keep one of them"});
    else
      entries_.push_back({pair.first.Scalar(), pair.second, line});
  }
}

const Section::Entry* Section::find(std::string_view key) const {
  const auto at = std::find_if(entries_.begin(), entries_.end(),
                               [&](const Entry& entry) { return entry.key == key; });
  return at == entries_.end() ? nullptr : &*at;
}

void Section::expect_keys(std::span<const std::string_view> known,
                          std::span<const FutureKey> future) const {
  for (const Entry& entry : entries_) {
    if (std::find(known.begin(), known.end(), entry.key) != known.end()) continue;
    const auto later = std::find_if(future.begin(), future.end(),
                                    [&](const FutureKey& f) { return f.name == entry.key; });
    const std::string place = path_.empty() ? "" : path_ + ": ";
    if (later != future.end())
      problems_.push_back({entry.line,
                           place + "'" + entry.key + "' (" + std::string(later->purpose) +
                               ") is not supported yet by this version",
                           "remove it"});
    else
      problems_.push_back(
          {entry.line, place + "unknown key '" + entry.key + "'", did_you_mean(entry.key, known)});
  }
}

YAML::Node Section::node(std::string_view key) const {
  const Entry* entry = find(key);
  return entry == nullptr ? YAML::Node(YAML::NodeType::Undefined) : entry->value;
}

bool Section::has(std::string_view key) const { return find(key) != nullptr; }

int Section::line_of(std::string_view key) const {
  const Entry* entry = find(key);
  return entry == nullptr ? line_ : entry->line;
}

void Section::report(std::string_view key, const std::string& what, std::string cure) const {
  std::string place = path_;
  if (!key.empty()) place += (place.empty() ? "" : ".") + std::string(key);
  problems_.push_back({line_of(key), (place.empty() ? "" : place + ": ") + what, std::move(cure)});
}

std::optional<std::string> Section::text(std::string_view key, std::string_view cure,
                                         bool optional) const {
  const YAML::Node found = node(key);
  if (!has(key)) {
    if (!optional && is_mapping())
      report("", "'" + std::string(key) + "' is missing", std::string(cure));
    return std::nullopt;
  }
  if (found.IsScalar() && !found.Scalar().empty()) return found.Scalar();
  report(key, found.IsMap() || found.IsSequence() ? "is no text" : "is empty", std::string(cure));
  return std::nullopt;
}

std::optional<long> Section::whole(std::string_view key, long least, long most,
                                   std::string_view cure) const {
  const std::optional<std::string> given = text(key, cure);
  if (!given) return std::nullopt;
  long value = 0;
  const char* end = given->data() + given->size();
  const auto [stop, error] = std::from_chars(given->data(), end, value);
  if (stop != end || (error != std::errc() && error != std::errc::result_out_of_range)) {
    report(key, "'" + *given + "' is no whole number", std::string(cure));
    return std::nullopt;
  }
  if (error == std::errc::result_out_of_range || value < least || value > most) {
    report(key, *given + " is not from " + std::to_string(least) + " to " + std::to_string(most),
           std::string(cure));
    return std::nullopt;
  }
  return value;
}

std::optional<std::vector<std::string>> Section::texts(std::string_view key,
                                                       std::string_view cure) const {
  const YAML::Node found = node(key);
  if (!has(key)) {
    if (is_mapping()) report("", "'" + std::string(key) + "' is missing", std::string(cure));
    return std::nullopt;
  }
  if (!found.IsSequence() || found.size() == 0) {
    report(key, found.IsSequence() ? "is empty" : "is no list", std::string(cure));
    return std::nullopt;
  }
  std::vector<std::string> all;
  bool good = true;
  for (const YAML::Node& element : found) {
    if (!element.IsScalar() || element.Scalar().empty()) {
      report(key, "has an element that is no text", std::string(cure));
      good = false;
    } else if (std::find(all.begin(), all.end(), element.Scalar()) != all.end()) {
      report(key, "names '" + element.Scalar() + "' twice", "keep one of them");
      good = false;
    } else {
      all.push_back(element.Scalar());
    }
  }
  if (!good) return std::nullopt;
  return all;
}

}  // namespace isotherm::schema
