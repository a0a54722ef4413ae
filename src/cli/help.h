#pragma once

// Help texts, made from the tables of commands and options.

#include <span>
#include <string>
#include <string_view>

#include "cli/command.h"

namespace isotherm::cli {

/// The overview: what the program is, and its commands.
std::string overview(const Paint& paint);

/// One command: examples, what it does, options.
std::string help_of(const CommandRow& command, const Options& options, const Paint& paint);

/// The commands of a group ("demo"); empty when there is no such group.
std::string help_of_group(std::string_view group, const Paint& paint);

/// A page that is no command's: "exit-codes", "environment"; empty when there is none.
std::string topic(std::string_view name);
std::span<const std::string_view> topics();

}  // namespace isotherm::cli
