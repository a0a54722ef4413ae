#include "placement/vindex.h"

#include <charconv>

#include "placement/vindex_columns.h"
#include "placement/vindex_kinds.h"

namespace isotherm::placement {
namespace {

template <class V>
Placed<std::unique_ptr<Vindex>> plain(const VindexParams&, const ReadFile&) {
  return std::unique_ptr<Vindex>(std::make_unique<V>());
}

struct KindRow {
  std::string_view name;
  Placed<std::unique_ptr<Vindex>> (*make)(const VindexParams&, const ReadFile&);
};

constexpr KindRow kinds[] = {
    {"binary", plain<BinaryVindex>},
    {"binary_md5", plain<BinaryMd5Vindex>},
    {"cfc", make_cfc},
    {"hash", plain<HashVindex>},
    {"multicol", make_multicol},
    {"null", plain<NullVindex>},
    {"numeric", plain<NumericVindex>},
    {"numeric_static_map", make_numeric_static_map},
    {"region_experimental", make_region},
    {"reverse_bits", plain<ReverseBitsVindex>},
    {"unicode_loose_md5", plain<UnicodeLooseMd5Vindex>},
    {"unicode_loose_xxhash", plain<UnicodeLooseXxhashVindex>},
    {"xxhash", plain<XxhashVindex>},
};

}  // namespace

Placed<std::optional<VindexRange>> Vindex::map_range(const KeyRange&) const {
  return std::optional<VindexRange>();
}

Placed<std::unique_ptr<Vindex>> make_vindex(const std::string& type, const VindexParams& params,
                                            const ReadFile& read_file) {
  for (const auto& kind : kinds)
    if (kind.name == type) {
      auto made = kind.make(params, read_file);
      if (!made.ok()) return made;
      auto& rule = (*made)->rule;
      rule = type;
      for (const auto& [name, value] : params) rule += " " + name + "=" + value;
      return made;
    }
  if (type.find("lookup") != std::string::npos)
    return refuse("the vindex '" + type + "' looks its answer up in a table: it is no function");
  return refuse("there is no vindex '" + type + "'");
}

Placed<std::uint64_t> vindex_number(const KeyPart& value, bool takes_negative) {
  std::uint64_t number = 0;
  switch (value.type) {
    case PartType::natural: return value.natural();
    case PartType::integer:
      if (value.integer < 0 && !takes_negative)
        return refuse("the negative number " + std::to_string(value.integer) +
                      " has no keyspace id");
      return value.natural();
    case PartType::text:
    case PartType::binary:
    case PartType::decimal: {
      const auto* end = value.bytes.data() + value.bytes.size();
      const auto read = std::from_chars(value.bytes.data(), end, number);
      if (!value.bytes.empty() && read.ec == std::errc() && read.ptr == end) return number;
      std::int64_t negative = 0;
      const auto again = std::from_chars(value.bytes.data(), end, negative);
      // A decimal is a number, where a text that says "-1" is none.
      if (value.type == PartType::decimal && takes_negative && again.ec == std::errc() &&
          again.ptr == end)
        return static_cast<std::uint64_t>(negative);
      return refuse("cannot parse uint64 from \"" + std::string(value.bytes) + "\"");
    }
    default: return refuse(std::string(type_words(value.type)) + " is no whole number");
  }
}

Placed<std::string_view> vindex_bytes(const KeyPart& value, KeyBytes& space) {
  if (value.type == PartType::null) return std::string_view();
  if (value.type == PartType::real)
    return refuse("a binary float has no one text: give the text that MySQL would");
  return canonical_bytes(Key(&value, 1), space);
}

VindexRange prefix_range(std::string_view prefix) {
  VindexRange range{std::string(prefix), after_prefix(prefix)};
  range.is_open = range.end.empty();
  return range;
}

}  // namespace isotherm::placement
