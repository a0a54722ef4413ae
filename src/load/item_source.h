#pragma once

// A workload as a source of actions, and the items it works on.

#include <cstdint>
#include <string>
#include <vector>

#include "load/random.h"
#include "load/source.h"
#include "load/workload.h"

namespace isotherm::load {

/// Makes the JSON of keys and items. Every item of one workload has the same size.
class ItemText {
 public:
  explicit ItemText(const Workload& workload);

  /// `{"pk":{"S":"k0000000012"},"sk":{"S":"000003"}}`
  void append_key(std::string& out, std::uint64_t number) const;
  /// The whole item, its payload cut out of random text at a random place.
  void append_item(std::string& out, std::uint64_t number, Random& random) const;
  /// `"…"`: a payload alone.
  void append_payload(std::string& out, Random& random) const;
  /// `"k0000000012"` and `"000003"`
  void append_partition(std::string& out, std::uint64_t number) const;
  void append_sort(std::string& out, std::uint64_t number) const;

 private:
  std::uint64_t collection_items_;
  std::size_t payload_bytes_;
  std::string pool_;
};

class ItemSource final : public Source {
 public:
  ItemSource(const Workload& workload, unsigned thread, unsigned threads);

  std::vector<std::string> kinds() const override;
  void next(Action& action) override;

 private:
  std::size_t choose_kind();
  void single(std::string& body, std::uint64_t key, std::string_view rest);
  void write(Request& request, std::uint64_t key);
  void update(Request& request, std::uint64_t key);
  void query(Request& request, std::uint64_t key);
  void range(Request& request, std::uint64_t key);
  void scan(Request& request);
  void batch_get(Request& request);
  void batch_write(Request& request);
  std::vector<std::uint64_t> distinct_keys(std::uint64_t count);

  Workload workload_;
  ItemText text_;
  KeyChooser chooser_;
  Random random_;
  std::string table_;
};

}  // namespace isotherm::load
