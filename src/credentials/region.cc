#include "credentials/region.h"

#include "credentials/instance_metadata.h"

namespace isotherm::credentials {

std::string configured_region(const Settings& settings) {
  for (const char* name : {"AWS_REGION", "AWS_DEFAULT_REGION"})
    if (auto region = settings.variable(name)) return *std::move(region);
  const auto profile = settings.read_profile(settings.profile_name());
  if (!profile.ok() || !*profile) return {};
  const std::string* region = (*profile)->find("region");
  return region != nullptr ? *region : std::string();
}

boost::asio::awaitable<std::string> find_region(const Settings& settings) {
  std::string region = configured_region(settings);
  if (!region.empty()) co_return region;
  co_return co_await region_of_instance(settings);
}

}  // namespace isotherm::credentials
