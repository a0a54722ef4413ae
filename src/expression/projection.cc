#include "expression/projection.h"

#include <algorithm>
#include <span>

#include "expression/messages.h"
#include "expression/operand.h"
#include "expression/parser.h"

namespace isotherm::expression {
namespace {

enum Rank { undefined, overlap, conflict };

using PathPointers = std::span<const Path* const>;

std::optional<AttributeValue> project_value(const AttributeValue& value, PathPointers paths,
                                            std::size_t depth);

/// Calls `visit(step, paths)` for each run of paths with the same step at `depth`.
template <class Visit>
void for_each_step(PathPointers paths, std::size_t depth, Visit visit) {
  while (!paths.empty()) {
    const PathStep& step = paths[0]->steps[depth];
    const auto is_other = [&](const Path* path) { return path->steps[depth] != step; };
    const auto end = std::find_if(paths.begin(), paths.end(), is_other);
    const auto count = static_cast<std::size_t>(end - paths.begin());
    visit(step, paths.first(count));
    paths = paths.subspan(count);
  }
}

std::optional<AttributeValue> project_map(const Map& map, PathPointers paths, std::size_t depth) {
  Map projected;
  for_each_step(paths, depth, [&](const PathStep& step, PathPointers below) {
    const auto* key = std::get_if<std::string>(&step);
    const AttributeValue* value = key == nullptr ? nullptr : find(map, *key);
    if (value == nullptr) return;
    auto part = project_value(*value, below, depth + 1);
    if (part) projected.insert_or_assign(*key, std::move(*part));
  });
  if (projected.empty()) return {};
  return AttributeValue(std::move(projected));
}

std::optional<AttributeValue> project_list(const List& list, PathPointers paths,
                                           std::size_t depth) {
  List projected;
  for_each_step(paths, depth, [&](const PathStep& step, PathPointers below) {
    const auto* index = std::get_if<std::size_t>(&step);
    if (index == nullptr || *index >= list.size()) return;
    auto part = project_value(list[*index], below, depth + 1);
    if (part) projected.push_back(std::move(*part));
  });
  if (projected.empty()) return {};
  return AttributeValue(std::move(projected));
}

/// What the paths, which are sorted and agree before `depth`, show of the value.
std::optional<AttributeValue> project_value(const AttributeValue& value, PathPointers paths,
                                            std::size_t depth) {
  if (paths[0]->steps.size() == depth) return value;
  if (const auto* map = value.get_if<Map>()) return project_map(*map, paths, depth);
  if (const auto* list = value.get_if<List>()) return project_list(*list, paths, depth);
  return {};
}

void check_distinct(const std::vector<Path>& paths, Mistakes& mistakes) {
  for (std::size_t j = 1; j < paths.size(); ++j) {
    for (std::size_t i = 0; i < j; ++i) {
      if (overlaps(paths[i], paths[j])) {
        mistakes.note(Rank::overlap, message::overlapping_paths(paths[i], paths[j]));
      } else if (conflicts(paths[i], paths[j])) {
        mistakes.note(Rank::conflict, message::conflicting_paths(paths[i], paths[j]));
      }
    }
  }
}

}  // namespace

Item ProjectionPaths::project(const Item& item) const {
  std::vector<const Path*> sorted;
  sorted.reserve(paths.size());
  for (const Path& path : paths) sorted.push_back(&path);
  std::sort(sorted.begin(), sorted.end(), [](const Path* a, const Path* b) { return *a < *b; });

  Item projected;
  projected.reserve(paths.size());
  PathPointers rest(sorted);
  while (!rest.empty()) {
    const std::string& attribute = rest[0]->attribute;
    const auto is_other = [&](const Path* path) { return path->attribute != attribute; };
    const auto end = std::find_if(rest.begin(), rest.end(), is_other);
    const auto count = static_cast<std::size_t>(end - rest.begin());
    if (const AttributeValue* value = find(item, attribute)) {
      auto part = project_value(*value, rest.first(count), 0);
      if (part) projected.emplace_hint(projected.end(), attribute, std::move(*part));
    }
    rest = rest.subspan(count);
  }
  return projected;
}

Result<ProjectionPaths> parse_projection(std::string_view text, PlaceholderScope& placeholders) {
  static constexpr std::string_view parameter = "ProjectionExpression";
  ASSIGN_OR_RETURN(const SyntaxTree tree, parse_projection_syntax(text, parameter));
  const std::string_view word = first_reserved_word(tree);
  if (!word.empty()) return invalid_expression(parameter, message::reserved_keyword(word));

  Mistakes mistakes;
  ProjectionPaths projection;
  projection.paths.reserve(static_cast<std::size_t>(tree.count_children(tree.root)));
  for (NodeId id = tree[tree.root].first; id != no_node; id = tree[id].next) {
    projection.paths.push_back(resolve_path(tree, id, placeholders, mistakes, Rank::undefined));
  }
  if (mistakes.first() == nullptr) check_distinct(projection.paths, mistakes);
  if (mistakes.first() != nullptr) return invalid_expression(parameter, *mistakes.first());
  return projection;
}

}  // namespace isotherm::expression
