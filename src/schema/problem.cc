#include "schema/problem.h"

#include <map>

namespace isotherm::schema {

std::string to_string(const Problem& problem, std::string_view source) {
  std::string text(source);
  if (problem.line > 0) text += ':' + std::to_string(problem.line);
  text += ": " + problem.what;
  if (!problem.cure.empty()) text += "; " + problem.cure;
  return text;
}

Problems sorted_by_line(const Problems& problems) {
  std::multimap<int, const Problem*> by_line;
  for (const Problem& problem : problems) by_line.emplace(problem.line, &problem);
  Problems sorted;
  for (const auto& [line, problem] : by_line) sorted.push_back(*problem);
  return sorted;
}

std::string to_string(const Problems& problems, std::string_view source) {
  std::string text;
  for (const Problem& problem : sorted_by_line(problems)) text += to_string(problem, source) + '\n';
  return text;
}

}  // namespace isotherm::schema
