#pragma once

// Files of sections and properties, in the form of ~/.aws/config and ~/.aws/credentials:
//
//   # a comment, also after ';'
//   [section]
//   name = value
//   s3 =                 settings of a service: a property without a value,
//     signature = v4     and its own below it, indented; skipped here

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace isotherm::signing {

struct IniProperty {
  std::string name;
  std::string value;
  int line = 0;
};

struct IniSection {
  std::string name;
  std::vector<IniProperty> properties;
  int line = 0;

  /// The value of the last property of the name; nullptr: there is none.
  const std::string* find(std::string_view property) const;
};

/// The sections in their order, or what is wrong: "line 3: …", without any value in it.
Expected<std::vector<IniSection>, std::string> parse_ini(std::string_view text);

/// Reads a whole file into `text`; or says why it cannot be read, in the system's words.
Expected<void, std::string> read_text_file(const std::string& path, std::string& text);

/// Without spaces around it.
std::string_view trimmed(std::string_view text);

}  // namespace isotherm::signing
