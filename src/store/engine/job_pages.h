#pragma once

// Pages of jobs, the newest first. A token names the last job of a page.
//
//   token := 112 hexadecimal digits: the id of the job as bytes, then zeros

#include <optional>
#include <string>
#include <vector>

#include "model/error.h"

namespace isotherm::engine {

std::string page_token(const std::string& id);
/// The id in a token; nothing: it is none of ours.
std::optional<std::string> id_of_token(const std::string& token);
Error bad_page_token();

/// Calls `take(job)` for each job of the page behind `token`; returns the token of the next page.
template <class Stored, class Take>
Result<std::optional<std::string>> take_page(std::vector<Stored>& jobs,
                                             const std::optional<std::string>& token,
                                             std::int64_t size, Take take) {
  std::size_t at = 0;
  if (token) {
    const std::optional<std::string> last = id_of_token(*token);
    if (!last) return bad_page_token();
    while (at < jobs.size() && jobs[at].id >= *last) ++at;
  }
  std::string last;
  for (std::int64_t i = 0; i < size && at < jobs.size(); ++i, ++at) {
    last = jobs[at].id;
    take(jobs[at]);
  }
  if (at >= jobs.size()) return std::optional<std::string>();
  return std::optional(page_token(last));
}

}  // namespace isotherm::engine
