#include "cli/place_keys.h"

#include <cstdio>
#include <cstring>

namespace isotherm::cli {
namespace {

using namespace placement;

constexpr std::size_t block_bytes = std::size_t{1} << 20;
constexpr std::size_t lines_at_once = 4096;

struct CloseFile {
  void operator()(std::FILE* file) const {
    if (file != stdin) std::fclose(file);
  }
};

// Whole lines of a block; returns how many bytes they took.
Placed<std::size_t> hand_on(std::string_view block, bool is_last, const LineSink& sink) {
  std::vector<std::string_view> lines;
  lines.reserve(lines_at_once);
  std::size_t begin = 0;
  const auto flush = [&]() -> Placed<void> {
    if (!lines.empty()) TRY(sink(lines));
    lines.clear();
    return {};
  };
  while (begin < block.size()) {
    const auto* found =
        static_cast<const char*>(std::memchr(block.data() + begin, '\n', block.size() - begin));
    if (found == nullptr && !is_last) break;
    const auto end =
        found == nullptr ? block.size() : static_cast<std::size_t>(found - block.data());
    auto line = block.substr(begin, end - begin);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
    begin = std::min(end + 1, block.size());
    if (lines.size() == lines_at_once) TRY(flush());
  }
  TRY(flush());
  return begin;
}

}  // namespace

Placed<void> each_lines(const std::string& path, const LineSink& sink) {
  const std::unique_ptr<std::FILE, CloseFile> file(path == "-" ? stdin
                                                               : std::fopen(path.c_str(), "rb"));
  if (!file) return refuse("the file '" + path + "' cannot be read");
  std::string block(block_bytes, '\0');
  std::size_t held = 0;
  while (true) {
    const auto read = std::fread(block.data() + held, 1, block.size() - held, file.get());
    if (std::ferror(file.get()) != 0) return refuse("the file '" + path + "' cannot be read");
    const bool is_last = read == 0;
    held += read;
    ASSIGN_OR_RETURN(const auto taken,
                     hand_on(std::string_view(block.data(), held), is_last, sink));
    if (is_last) return {};
    if (taken == 0 && held == block.size())
      return refuse("a line of '" + path + "' is longer than a mebibyte");
    held -= taken;
    std::memmove(block.data(), block.data() + taken, held);
  }
}

Placed<void> find_owners(const Placement& placement, KeyWriting writing, std::string_view separator,
                         std::span<const std::string_view> keys, std::span<NodeIndex> out) {
  if (writing == KeyWriting::text && separator.empty()) return placement.owners_of(keys, out);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    ASSIGN_OR_RETURN(const auto key,
                     TypedKey::parse(keys[i], separator, writing == KeyWriting::typed));
    ASSIGN_OR_RETURN(out[i], placement.owner(key.key()));
  }
  return {};
}

}  // namespace isotherm::cli
