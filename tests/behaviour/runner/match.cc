#include "match.h"

#include <regex>
#include <set>

namespace isotherm::behaviour {
namespace {

using Result = std::optional<Mismatch>;

Mismatch differ(const std::string& path, const std::string& expected, const Json& got) {
  return {path, expected, show(got)};
}

std::string member_path(const std::string& path, const std::string& name) {
  return path.empty() ? name : path + "." + name;
}

Result match_at(const std::string& path, const Template& expected, const Json& actual,
                const Variables& known, Variables& captured, bool is_set = false);

Result match_object(const std::string& path, const Template& expected, const Json& actual,
                    const Variables& known, Variables& captured) {
  if (!actual.is_object()) return differ(path, "an object: " + expected.source, actual);
  std::set<std::string> named;
  Result mismatch;
  std::size_t count = 0;
  for_each_member(expected, known,
                  [&](const std::string&, const Template&, const Variables&) { ++count; });
  for_each_member(
      expected, known, [&](const std::string& name, const Template& value, const Variables& inner) {
        named.insert(name);
        if (mismatch) return;
        const auto found = actual.find(name);
        const std::string at = member_path(path, name);
        if (value.kind == TemplateKind::absent) {
          if (found != actual.end()) mismatch = differ(at, "nothing", *found);
          return;
        }
        if (found == actual.end()) {
          mismatch = Mismatch{at, value.source.empty() ? "a value" : value.source, "nothing"};
          return;
        }
        const bool is_set = count == 1 && (name == "SS" || name == "NS" || name == "BS");
        mismatch = match_at(at, value, *found, inner, captured, is_set);
      });
  if (mismatch || expected.open) return mismatch;
  for (const auto& [name, value] : actual.items()) {
    if (!named.contains(name)) return differ(member_path(path, name), "nothing", value);
  }
  return std::nullopt;
}

Result match_in_order(const std::string& path, const Template& expected, const Json& actual,
                      const Variables& known, Variables& captured) {
  std::size_t at = 0;
  Result mismatch;
  for_each_element(expected.parts, known, [&](const Template& part, const Variables& inner) {
    if (mismatch) return;
    const std::string place = path + "[" + std::to_string(at) + "]";
    if (at >= actual.size()) {
      mismatch = Mismatch{place, part.source.empty() ? "another element" : part.source,
                          "the end of " + show(actual)};
      return;
    }
    mismatch = match_at(place, part, actual[at++], inner, captured);
  });
  if (mismatch) return mismatch;
  if (at < actual.size() && !expected.open)
    return differ(path + "[" + std::to_string(at) + "]", "the end of the list", actual[at]);
  return std::nullopt;
}

Result match_unordered(const std::string& path, const Template& expected, const Json& actual,
                       const Variables& known, Variables& captured) {
  std::vector<bool> taken(actual.size(), false);
  Result mismatch;
  for_each_element(expected.parts, known, [&](const Template& part, const Variables& inner) {
    if (mismatch) return;
    for (std::size_t i = 0; i < actual.size(); ++i) {
      Variables attempt = captured;
      if (taken[i] || match_at(path, part, actual[i], inner, attempt)) continue;
      taken[i] = true;
      captured = std::move(attempt);
      return;
    }
    const std::string wanted = part.source.empty() ? show(build(part, inner)) : part.source;
    mismatch = Mismatch{path, "somewhere in it: " + wanted, show(actual)};
  });
  if (mismatch || expected.open) return mismatch;
  for (std::size_t i = 0; i < actual.size(); ++i) {
    if (!taken[i])
      return differ(path + "[" + std::to_string(i) + "]", "no such element", actual[i]);
  }
  return std::nullopt;
}

Result match_list(const std::string& path, const Template& expected, const Json& actual,
                  const Variables& known, Variables& captured, bool is_set) {
  if (!actual.is_array()) return differ(path, "a list: " + expected.source, actual);
  return expected.unordered || is_set ? match_unordered(path, expected, actual, known, captured)
                                      : match_in_order(path, expected, actual, known, captured);
}

Result match_length(const std::string& path, const Template& expected, const Json& actual) {
  const std::size_t length =
      actual.is_string() ? actual.get_ref<const std::string&>().size() : actual.size();
  if ((actual.is_string() || actual.is_array()) && length == static_cast<std::size_t>(expected.to))
    return std::nullopt;
  return Mismatch{path, std::to_string(expected.to) + " elements",
                  std::to_string(length) + ": " + show(actual)};
}

Result match_regex(const std::string& path, const Template& expected, const Json& actual) {
  // Only ECMAScript's own engine: texts are short.
  if (actual.is_string() &&
      std::regex_match(actual.get_ref<const std::string&>(), std::regex(expected.text)))
    return std::nullopt;
  return differ(path, "a text like " + Json(expected.text).dump(), actual);
}

Result match_at(const std::string& path, const Template& expected, const Json& actual,
                const Variables& known, Variables& captured, bool is_set) {
  switch (expected.kind) {
    case TemplateKind::any: return std::nullopt;
    case TemplateKind::absent: return differ(path, "nothing", actual);
    case TemplateKind::capture: captured[expected.text] = actual; return std::nullopt;
    case TemplateKind::matches: return match_regex(path, expected, actual);
    case TemplateKind::length: return match_length(path, expected, actual);
    case TemplateKind::object: return match_object(path, expected, actual, known, captured);
    case TemplateKind::list: return match_list(path, expected, actual, known, captured, is_set);
    default: break;
  }
  const Json wanted = build(expected, known);
  if (wanted == actual) return std::nullopt;
  return differ(path, show(wanted), actual);
}

}  // namespace

std::optional<Mismatch> match(const Template& expected, const Json& actual, Variables& variables) {
  Variables captured;
  Result mismatch = match_at("", expected, actual, variables, captured);
  if (!mismatch) {
    for (auto& [name, value] : captured) variables[name] = std::move(value);
  }
  return mismatch;
}

}  // namespace isotherm::behaviour
