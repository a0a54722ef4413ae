#include "gateway/stream_records.h"

namespace isotherm::gateway {
namespace {

void strip_image(const std::function<void(Item&)>& strip, std::optional<Item>& image,
                 std::int64_t& bytes) {
  if (!image) return;
  const auto before = static_cast<std::int64_t>(size_bytes(*image));
  strip(*image);
  bytes += static_cast<std::int64_t>(size_bytes(*image)) - before;
}

/// Whether something is left that the application can see.
bool make_logical(const std::function<void(Item&)>& strip, StreamRecord& record) {
  strip_image(strip, record.new_image, record.size_bytes);
  strip_image(strip, record.old_image, record.size_bytes);
  return !(record.event == StreamEvent::modify && record.new_image &&
           record.new_image == record.old_image);
}

}  // namespace

std::string_view table_of_iterator(std::string_view iterator) {
  constexpr std::string_view before = ":table/";
  const std::size_t at = iterator.find(before);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = iterator.substr(at + before.size());
  return rest.substr(0, rest.find('/'));
}

void make_logical(std::vector<StreamRecord>& records, const std::function<void(Item&)>& strip) {
  std::erase_if(records, [&](StreamRecord& record) { return !make_logical(strip, record); });
}

}  // namespace isotherm::gateway
