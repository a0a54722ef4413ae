#include "template.h"

#include <cctype>
#include <set>
#include <stdexcept>

namespace isotherm::behaviour {
namespace {

std::string as_text(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

std::string build_join(const Template& made, const Variables& variables) {
  std::string out;
  Variables inner = variables;
  for (long i = made.from; i <= made.to; ++i) {
    inner["i"] = i;
    if (i > made.from) out += as_text(build(made.parts[0], inner));
    out += as_text(build(made.parts[1], inner));
  }
  return out;
}

std::string build_repeat(const Template& made, const Variables& variables) {
  const std::string unit = as_text(build(made.parts[0], variables));
  std::string out;
  out.reserve(unit.size() * static_cast<std::size_t>(made.to));
  for (long i = 0; i < made.to; ++i) out += unit;
  return out;
}

Json build_object(const Template& made, const Variables& variables) {
  Json out = Json::object();
  for_each_member(made, variables,
                  [&](const std::string& name, const Template& value, const Variables& inner) {
                    if (value.kind != TemplateKind::absent) out[name] = build(value, inner);
                  });
  return out;
}

bool is_plain_name(const std::string& name) {
  if (name.empty() || (std::isdigit(static_cast<unsigned char>(name[0])) != 0)) return false;
  for (const char c : name) {
    if ((std::isalnum(static_cast<unsigned char>(c)) == 0) && c != '_') return false;
  }
  return true;
}

const std::set<std::string>& type_letters() {
  static const std::set<std::string> letters = {"S",  "N",  "B",  "BOOL", "NULL",
                                                "SS", "NS", "BS", "L",    "M"};
  return letters;
}

std::string shortened(const std::string& text) {
  constexpr std::size_t shown_max = 160;
  if (text.size() <= shown_max) return Json(text).dump();
  return Json(text.substr(0, shown_max)).dump() + "… (" + std::to_string(text.size()) + " bytes)";
}

}  // namespace

std::string interpolate(const std::string& text, const Variables& variables) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '$') {
      out += text[at];
      continue;
    }
    if (at + 1 < text.size() && text[at + 1] == '$') {
      out += '$';
      ++at;
      continue;
    }
    std::size_t end = at + 1;
    // One capital letter is a table; a word of small letters is a variable.
    if (end < text.size() && (std::isupper(static_cast<unsigned char>(text[end])) != 0)) {
      ++end;
    } else {
      while (end < text.size() && (std::islower(static_cast<unsigned char>(text[end])) != 0)) ++end;
    }
    const std::string name = text.substr(at + 1, end - at - 1);
    const auto found = variables.find(name);
    if (found == variables.end()) throw std::runtime_error("nothing was captured as $" + name);
    out += as_text(found->second);
    at = end - 1;
  }
  return out;
}

Json build(const Template& made, const Variables& variables) {
  switch (made.kind) {
    case TemplateKind::literal: return made.literal;
    case TemplateKind::text: return interpolate(made.text, variables);
    case TemplateKind::concat: {
      std::string out;
      for (const Template& part : made.parts) out += as_text(build(part, variables));
      return out;
    }
    case TemplateKind::object: return build_object(made, variables);
    case TemplateKind::list: {
      Json out = Json::array();
      for_each_element(made.parts, variables, [&](const Template& part, const Variables& inner) {
        out.push_back(build(part, inner));
      });
      return out;
    }
    case TemplateKind::variable: {
      const auto found = variables.find(made.text);
      if (found == variables.end())
        throw std::runtime_error("nothing was captured as $" + made.text);
      return found->second;
    }
    case TemplateKind::join: return build_join(made, variables);
    case TemplateKind::repeat: return build_repeat(made, variables);
    default: throw std::runtime_error("a request cannot hold " + made.source);
  }
}

std::string show(const Json& value) {
  if (value.is_string()) return shortened(value.get<std::string>());
  if (value.is_array()) {
    std::string out = "[";
    for (const Json& element : value) out += (out.size() > 1 ? ", " : "") + show(element);
    return out + "]";
  }
  if (!value.is_object()) return value.dump();
  if (value.size() == 1 && type_letters().contains(value.begin().key())) {
    const std::string& type = value.begin().key();
    if (type == "NULL" && value.begin().value() == true) return type;
    return type + " " + show(value.begin().value());
  }
  std::string out = "{";
  for (const auto& [name, member] : value.items()) {
    out += out.size() > 1 ? ", " : "";
    out += (is_plain_name(name) ? name : Json(name).dump()) + ": " + show(member);
  }
  return out + "}";
}

}  // namespace isotherm::behaviour
