#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

namespace isotherm::schema {

/// The known word that `word` is probably a misspelling of; empty: none is near.
std::string_view nearest(std::string_view word, std::span<const std::string_view> known);

/// "did you mean 'shards'?", or the list of what is known.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> known);

}  // namespace isotherm::schema
