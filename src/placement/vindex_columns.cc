#include "placement/vindex_columns.h"

#include <algorithm>
#include <charconv>

#include "placement/vindex_kinds.h"
#include "placement/vitess_vschema.h"

namespace isotherm::placement {
namespace {

constexpr int id_bytes = 8;

struct Column {
  std::unique_ptr<Vindex> vindex;
  std::size_t bytes;
};

class MulticolVindex final : public Vindex {
 public:
  explicit MulticolVindex(std::vector<Column> columns) : columns_(std::move(columns)) {}

  std::size_t columns() const override { return columns_.size(); }
  bool spreads_evenly() const override {
    return std::all_of(columns_.begin(), columns_.end(),
                       [](const Column& column) { return column.vindex->spreads_evenly(); });
  }
  Placed<void> map(Key values, KeyBytes& out) const override {
    if (values.size() != columns_.size())
      return refuse("multicol takes " + std::to_string(columns_.size()) + " columns, not " +
                    std::to_string(values.size()));
    return append(values, out);
  }
  Placed<std::optional<VindexRange>> map_range(const KeyRange& range) const override {
    if (range.prefix.empty()) return std::optional<VindexRange>();
    if (range.prefix.size() > columns_.size()) return refuse("more columns than multicol takes");
    KeyBytes prefix;
    TRY(append(range.prefix, prefix));
    return std::optional(prefix_range(prefix.view()));
  }

 private:
  Placed<void> append(Key values, KeyBytes& out) const {
    std::size_t wanted = 0;
    std::size_t written = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      KeyBytes id;
      TRY(columns_[i].vindex->map(values.subspan(i, 1), id));
      // An id that was shorter than its column's share is filled up before the next.
      for (; written < wanted; ++written) out.append('\0');
      const auto part = id.view().substr(0, columns_[i].bytes);
      out.append(part);
      written += part.size();
      wanted += columns_[i].bytes;
    }
    return {};
  }

  std::vector<Column> columns_;
};

class RegionVindex final : public Vindex {
 public:
  explicit RegionVindex(unsigned region_bytes) : region_bytes_(region_bytes) {}

  std::size_t columns() const override { return 2; }
  Placed<void> map(Key values, KeyBytes& out) const override {
    if (values.size() != 2) return refuse("region_experimental takes 2 columns");
    TRY(append_region(values[0], out));
    return HashVindex().map(values.subspan(1, 1), out);
  }
  Placed<std::optional<VindexRange>> map_range(const KeyRange& range) const override {
    if (range.prefix.empty()) return std::optional<VindexRange>();
    KeyBytes prefix;
    if (range.prefix.size() == 2) {
      TRY(map(range.prefix, prefix));
    } else {
      TRY(append_region(range.prefix[0], prefix));
    }
    return std::optional(prefix_range(prefix.view()));
  }

 private:
  Placed<void> append_region(const KeyPart& region, KeyBytes& out) const {
    if (region.type == PartType::null) return refuse("null is no region");
    ASSIGN_OR_RETURN(const auto number, vindex_number(region, false));
    if (region_bytes_ == 2) out.append(static_cast<char>(number >> 8 & 0xFF));
    out.append(static_cast<char>(number & 0xFF));
    return {};
  }

  unsigned region_bytes_;
};

class CfcVindex final : public Vindex {
 public:
  enum class Hash : std::uint8_t { none, md5, xxhash64 };
  CfcVindex(Hash hash, std::vector<std::size_t> offsets)
      : hash_(hash), offsets_(std::move(offsets)) {}

  Placed<void> map(Key values, KeyBytes& out) const override {
    KeyBytes space;
    ASSIGN_OR_RETURN(const auto bytes, vindex_bytes(values[0], space));
    if (hash_ != Hash::none && bytes.size() < offsets_.back())
      return refuse("insufficient size for cfc vindex cfc. need " +
                    std::to_string(offsets_.back()) + ", got " + std::to_string(bytes.size()));
    append(bytes, out);
    return {};
  }

  // What begins with a text: the range from it to what follows it, as LIKE 'text%' asks.
  Placed<std::optional<VindexRange>> map_range(const KeyRange& range) const override {
    if (range.from == nullptr || range.to == nullptr || !range.prefix.empty())
      return std::optional<VindexRange>();
    KeyBytes from_space;
    KeyBytes to_space;
    ASSIGN_OR_RETURN(const auto from, vindex_bytes(*range.from, from_space));
    ASSIGN_OR_RETURN(const auto to, vindex_bytes(*range.to, to_space));
    std::size_t shared = 0;
    while (shared < from.size() && shared < to.size() && from[shared] == to[shared]) ++shared;
    const bool is_prefix = to == after_prefix(from) && !range.to_inclusive;
    KeyBytes prefix;
    append(is_prefix ? from : from.substr(0, shared), prefix);
    if (prefix.view().empty()) return std::optional<VindexRange>();
    return std::optional(prefix_range(prefix.view()));
  }

 private:
  void append(std::string_view bytes, KeyBytes& out) const {
    if (hash_ == Hash::none) return out.append(bytes);
    std::size_t begin = 0;
    for (const auto offset : offsets_) {
      // A part that is not whole has no hash.
      if (bytes.size() < offset) return;
      append_part(bytes.substr(begin, offset - begin), out);
      begin = offset;
    }
    if (begin < bytes.size()) append_part(bytes.substr(begin), out);
  }
  void append_part(std::string_view part, KeyBytes& out) const {
    KeyBytes hash;
    if (hash_ == Hash::md5)
      append_md5(part, hash);
    else
      append_xxhash(part, hash);
    out.append(hash.view().substr(0, part.size()));
  }

  Hash hash_;
  std::vector<std::size_t> offsets_;
};

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> parts;
  while (true) {
    const auto comma = std::min(text.find(','), text.size());
    auto part = text.substr(0, comma);
    while (part.starts_with(' ')) part.remove_prefix(1);
    while (part.ends_with(' ')) part.remove_suffix(1);
    parts.emplace_back(part);
    if (comma == text.size()) return parts;
    text.remove_prefix(comma + 1);
  }
}

const std::string* find_param(const VindexParams& params, const std::string& name) {
  const auto found = params.find(name);
  return found == params.end() ? nullptr : &found->second;
}

bool read_int(std::string_view text, int& value) {
  const auto* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value);
  return !text.empty() && read.ec == std::errc() && read.ptr == end;
}

// The share of each column; those not given divide the rest, the first ones the larger parts.
Placed<std::vector<int>> column_bytes(const VindexParams& params, int count) {
  std::vector<int> bytes(static_cast<std::size_t>(count), -1);
  int used = 0;
  int pending = count;
  if (const auto* given = find_param(params, "column_bytes")) {
    const auto parts = split(*given);
    if (parts.size() > bytes.size())
      return refuse(
          "number of column bytes provided are more than column count in the parameter "
          "'column_bytes'");
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (parts[i].empty()) continue;
      if (!read_int(parts[i], bytes[i]) || bytes[i] < 0)
        return refuse("'" + parts[i] + "' is no number in the parameter 'column_bytes'");
      used += bytes[i];
      --pending;
    }
  }
  int left = id_bytes - used;
  if (pending > left)
    return refuse(
        "column bytes count exceeds the keyspace id length (total bytes count cannot exceed 8 "
        "bytes) in the parameter 'column_bytes'");
  for (auto& share : bytes) {
    if (share >= 0) continue;
    share = (left + pending - 1) / pending;
    left -= share;
    --pending;
  }
  return bytes;
}

}  // namespace

Placed<std::unique_ptr<Vindex>> make_multicol(const VindexParams& params,
                                              const ReadFile& read_file) {
  const auto* count_text = find_param(params, "column_count");
  if (count_text == nullptr)
    return refuse("number of columns not provided in the parameter 'column_count'");
  int count = 0;
  if (!read_int(*count_text, count) || count < 1 || count > id_bytes)
    return refuse("number of columns should be between 1 and 8 in the parameter 'column_count'");
  ASSIGN_OR_RETURN(const auto bytes, column_bytes(params, count));
  const auto* kinds_text = find_param(params, "column_vindex");
  const auto kinds = kinds_text == nullptr ? std::vector<std::string>() : split(*kinds_text);
  if (kinds.size() > bytes.size())
    return refuse(
        "number of vindex function provided are more than column count in the parameter "
        "'column_vindex'");
  VindexParams rest = params;
  for (const auto* name : {"column_count", "column_bytes", "column_vindex"}) rest.erase(name);
  std::vector<Column> columns;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const auto kind = i < kinds.size() && !kinds[i].empty() ? kinds[i] : std::string("hash");
    ASSIGN_OR_RETURN(auto vindex, make_vindex(kind, rest, read_file));
    if (!vindex->is_hashing())
      return refuse(
          "multicol vindex supports vindexes that exports hashing function, are unique and are "
          "non-lookup vindex, passed vindex '" +
          kind + "' is invalid");
    columns.push_back({std::move(vindex), static_cast<std::size_t>(bytes[i])});
  }
  return std::unique_ptr<Vindex>(std::make_unique<MulticolVindex>(std::move(columns)));
}

Placed<std::unique_ptr<Vindex>> make_region(const VindexParams& params, const ReadFile&) {
  const auto* bytes = find_param(params, "region_bytes");
  if (bytes == nullptr) return refuse("region_experimental missing region_bytes param");
  if (*bytes != "1" && *bytes != "2") return refuse("region_bytes must be 1 or 2: " + *bytes);
  return std::unique_ptr<Vindex>(std::make_unique<RegionVindex>(*bytes == "1" ? 1U : 2U));
}

Placed<std::unique_ptr<Vindex>> make_cfc(const VindexParams& params, const ReadFile&) {
  const auto* hash_text = find_param(params, "hash");
  if (hash_text == nullptr || hash_text->empty())
    return std::unique_ptr<Vindex>(
        std::make_unique<CfcVindex>(CfcVindex::Hash::none, std::vector<std::size_t>{}));
  if (*hash_text != "md5" && *hash_text != "xxhash64")
    return refuse("invalid hash " + *hash_text + " to CFC vindex cfc");
  const auto* offsets_text = find_param(params, "offsets");
  if (offsets_text == nullptr || offsets_text->empty())
    return refuse("CFC vindex requires offsets when hash is defined");
  ASSIGN_OR_RETURN(const auto offsets, read_offsets(*offsets_text));
  const auto hash = *hash_text == "md5" ? CfcVindex::Hash::md5 : CfcVindex::Hash::xxhash64;
  return std::unique_ptr<Vindex>(std::make_unique<CfcVindex>(hash, offsets));
}

}  // namespace isotherm::placement
