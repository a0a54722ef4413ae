#include "load/key_chooser.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "base/expects.h"

namespace isotherm::load {
namespace {

struct OrderName {
  KeyOrder order;
  std::string_view name;
};
constexpr std::array order_names{
    OrderName{KeyOrder::uniform, "uniform"}, OrderName{KeyOrder::zipfian, "zipfian"},
    OrderName{KeyOrder::latest, "latest"}, OrderName{KeyOrder::sequential, "sequential"},
    OrderName{KeyOrder::hot, "hot"}};

double zeta(std::uint64_t count, double theta) {
  double sum = 0;
  for (std::uint64_t i = count; i > 0; --i) sum += std::pow(static_cast<double>(i), -theta);
  return sum;
}

// A step through [0, count) that visits every number once: near the golden section, so that
// neighbouring ranks land far apart.
std::uint64_t scattering_stride(std::uint64_t count) {
  auto stride = static_cast<std::uint64_t>(static_cast<double>(count) * 0.6180339887498949);
  stride = std::max<std::uint64_t>(stride, 1);
  while (std::gcd(stride, count) != 1) ++stride;
  return stride;
}

}  // namespace

std::optional<KeyOrder> parse_key_order(std::string_view text) {
  for (const auto& row : order_names)
    if (row.name == text) return row.order;
  return std::nullopt;
}

std::string_view key_order_name(KeyOrder order) {
  for (const auto& row : order_names)
    if (row.order == order) return row.name;
  return "";
}

Zipfian::Zipfian(std::uint64_t count, double theta)
    : count_(static_cast<double>(count)),
      alpha_(1 / (1 - theta)),
      zeta_(zeta(count, theta)),
      eta_((1 - std::pow(2 / count_, 1 - theta)) / (1 - zeta(2, theta) / zeta_)),
      second_(1 + std::pow(0.5, theta)) {
  expects(count > 0 && theta > 0 && theta < 1, "a zipfian order needs keys and 0 < theta < 1");
}

std::uint64_t Zipfian::rank(Random& random) const {
  const double unit = random.unit();
  const double share = unit * zeta_;
  if (share < 1 || count_ < 2) return 0;
  if (share < second_ || count_ < 3) return 1;
  const double rank = count_ * std::pow(eta_ * unit - eta_ + 1, alpha_);
  return static_cast<std::uint64_t>(std::clamp(rank, 0.0, count_ - 1));
}

KeyChooser::KeyChooser(KeySpace space, unsigned thread, unsigned threads)
    : space_(space), thread_(thread), threads_(std::max(threads, 1u)), turn_(thread) {
  expects(space_.count > 0, "a key space needs a key");
  if (space_.order == KeyOrder::zipfian || space_.order == KeyOrder::latest)
    zipfian_.emplace(space_.count, space_.theta);
  stride_ = scattering_stride(space_.count);
}

std::uint64_t KeyChooser::next(Random& random) {
  switch (space_.order) {
    case KeyOrder::uniform: return random.below(space_.count);
    case KeyOrder::zipfian: return scattered(zipfian_->rank(random));
    case KeyOrder::latest: return newest() - zipfian_->rank(random);
    case KeyOrder::sequential: {
      const auto key = turn_ % space_.count;
      turn_ += threads_;
      return key;
    }
    case KeyOrder::hot:
      if (space_.count == 1 || random.unit() < space_.hot_share) return 0;
      return 1 + random.below(space_.count - 1);
  }
  return 0;
}

std::uint64_t KeyChooser::insert() { return space_.count + thread_ + threads_ * inserted_++; }

// As this thread knows: its own last insert. Its neighbours' inserts lie about it.
std::uint64_t KeyChooser::newest() const {
  return inserted_ == 0 ? space_.count - 1 : space_.count + thread_ + threads_ * (inserted_ - 1);
}

std::uint64_t KeyChooser::scattered(std::uint64_t rank) const {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>(static_cast<Wide>(rank) * stride_ % space_.count);
}

}  // namespace isotherm::load
