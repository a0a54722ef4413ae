#include "exports/bucket.h"

#include <algorithm>
#include <filesystem>

namespace isotherm::exports {
namespace {

namespace fs = std::filesystem;

/// Whether a bucket can have that name: letters, digits, and between them dots, dashes,
/// underscores.
bool is_bucket_name(std::string_view name) {
  const auto letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  };
  if (name.empty() || !letter(name.front()) || !letter(name.back())) return false;
  return std::all_of(name.begin(), name.end(),
                     [&](char c) { return letter(c) || c == '.' || c == '-' || c == '_'; });
}

bool is_below(const fs::path& path, const fs::path& folder) {
  const auto [end, unused] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return end == folder.end();
}

}  // namespace

std::optional<Bucket> Bucket::open(const std::string& root, std::string_view name) {
  if (!is_bucket_name(name)) return std::nullopt;
  std::error_code error;
  const fs::path folder = fs::canonical(fs::path(root) / name, error);
  if (error || !fs::is_directory(folder, error)) return std::nullopt;
  const fs::path whole_root = fs::canonical(root, error);
  if (error || !is_below(folder, whole_root)) return std::nullopt;
  return Bucket(folder.string());
}

Result<std::string> Bucket::path_of(std::string_view key) const {
  const Error refused = Error::validation("The key leads out of the bucket: " + std::string(key));
  if (key.empty() || key.find('\0') != std::string_view::npos) return refused;
  for (std::size_t at = 0; at <= key.size();) {
    const std::size_t slash = std::min(key.find('/', at), key.size());
    const std::string_view part = key.substr(at, slash - at);
    if (part.empty() || part == "." || part == "..") return refused;
    at = slash + 1;
  }
  std::error_code error;
  const fs::path path = fs::weakly_canonical(fs::path(folder_) / key, error);
  if (error || !is_below(path, folder_)) return refused;
  return path.string();
}

Result<std::vector<Object>> Bucket::list(std::string_view prefix, std::size_t count_max) const {
  std::vector<Object> objects;
  std::error_code error;
  fs::recursive_directory_iterator at(folder_, error);
  // Links are not followed: they could lead out.
  for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
    const std::string key = at->path().string().substr(folder_.size() + 1);
    const fs::file_status status = at->symlink_status(error);
    if (error) break;
    const std::string_view shared = std::string_view(key).substr(0, prefix.size());
    if (fs::is_directory(status)) {
      // A folder that no wanted key begins with.
      if (!prefix.starts_with(shared)) at.disable_recursion_pending();
      continue;
    }
    // What is still being written by an export has a hidden name.
    if (!fs::is_regular_file(status) || !key.starts_with(prefix)) continue;
    if (at->path().filename().string().starts_with('.')) continue;
    objects.push_back({key, at->path().string(), at->file_size(error)});
    if (error || objects.size() > count_max) break;
  }
  if (error) return Error::internal("listing " + folder_ + ": " + error.message());
  std::sort(objects.begin(), objects.end(),
            [](const Object& a, const Object& b) { return a.key < b.key; });
  return objects;
}

std::string key_below(std::string_view prefix, std::string_view rest) {
  if (prefix.empty()) return std::string(rest);
  std::string key(prefix);
  if (!key.ends_with('/')) key.push_back('/');
  return key.append(rest);
}

}  // namespace isotherm::exports
