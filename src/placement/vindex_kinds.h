#pragma once

// The vindexes of one column.

#include <unordered_map>

#include "placement/vindex.h"

namespace isotherm::placement {

class HashVindex final : public Vindex {
 public:
  Placed<void> map(Key columns, KeyBytes& out) const override;
  bool is_hashing() const override { return true; }
  bool spreads_evenly() const override { return true; }
};

class NumericVindex final : public Vindex {
 public:
  Placed<void> map(Key columns, KeyBytes& out) const override;
  Placed<std::optional<VindexRange>> map_range(const KeyRange& range) const override;
  bool is_hashing() const override { return true; }
};

class ReverseBitsVindex final : public Vindex {
 public:
  Placed<void> map(Key columns, KeyBytes& out) const override;
  bool is_hashing() const override { return true; }
};

class XxhashVindex final : public Vindex {
 public:
  Placed<void> map(Key columns, KeyBytes& out) const override;
  bool is_hashing() const override { return true; }
  bool spreads_evenly() const override { return true; }
};

class BinaryVindex final : public Vindex {
 public:
  Placed<void> map(Key columns, KeyBytes& out) const override;
  Placed<std::optional<VindexRange>> map_range(const KeyRange& range) const override;
  bool is_hashing() const override { return true; }
};

class BinaryMd5Vindex final : public Vindex {
 public:
  Placed<void> map(Key columns, KeyBytes& out) const override;
  bool is_hashing() const override { return true; }
  bool spreads_evenly() const override { return true; }
};

class UnicodeLooseMd5Vindex final : public Vindex {
 public:
  Placed<void> map(Key columns, KeyBytes& out) const override;
  bool is_hashing() const override { return true; }
  bool spreads_evenly() const override { return true; }
};

class UnicodeLooseXxhashVindex final : public Vindex {
 public:
  Placed<void> map(Key columns, KeyBytes& out) const override;
  bool is_hashing() const override { return true; }
  bool spreads_evenly() const override { return true; }
};

class NullVindex final : public Vindex {
 public:
  Placed<void> map(Key columns, KeyBytes& out) const override;
};

class NumericStaticMapVindex final : public Vindex {
 public:
  NumericStaticMapVindex(std::unordered_map<std::uint64_t, std::uint64_t> table,
                         std::unique_ptr<Vindex> fallback)
      : table_(std::move(table)), fallback_(std::move(fallback)) {}
  Placed<void> map(Key columns, KeyBytes& out) const override;
  bool is_hashing() const override { return true; }

 private:
  std::unordered_map<std::uint64_t, std::uint64_t> table_;
  /// For numbers that the table has not; nullptr: they are numeric.
  std::unique_ptr<Vindex> fallback_;
};

Placed<std::unique_ptr<Vindex>> make_numeric_static_map(const VindexParams& params,
                                                        const ReadFile& read_file);

/// Appends XXH64 of the bytes, little-endian.
void append_xxhash(std::string_view bytes, KeyBytes& out);
/// Appends MD5 of the bytes.
void append_md5(std::string_view bytes, KeyBytes& out);

}  // namespace isotherm::placement
