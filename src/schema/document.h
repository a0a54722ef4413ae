#pragma once

// A file with one YAML document, whatever it is about.

#include <yaml-cpp/yaml.h>

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "schema/schema.h"

namespace isotherm::schema {

/// Hands the document's root to `read`; what is no single document of YAML is a problem.
void read_document(std::string_view yaml, Problems& problems,
                   const std::function<void(const YAML::Node& root)>& read);

/// A file's text; a file that cannot be read is one problem at line 0.
Checked<std::string> read_text(const std::filesystem::path& file);

}  // namespace isotherm::schema
