#include "credentials/search.h"

#include <functional>
#include <vector>

#include "credentials/from_container.h"
#include "credentials/from_environment.h"
#include "credentials/from_profile.h"
#include "credentials/from_web_identity.h"
#include "credentials/instance_metadata.h"

namespace isotherm::credentials {
namespace {

template <class T>
using Task = boost::asio::awaitable<T>;

/// What every place needs to know.
struct Question {
  const Settings& settings;
  std::string region;
  UnixMillis now;
};

Task<Outcome> ask_environment(const Question& q) { co_return from_environment(q.settings); }
Task<Outcome> ask_web_identity(const Question& q) {
  return from_web_identity(q.settings, q.region, q.now);
}
Task<Outcome> ask_profile(const Question& q) { return from_profile(q.settings, q.region, q.now); }
Task<Outcome> ask_container(const Question& q) { return from_container(q.settings); }
Task<Outcome> ask_instance(const Question& q) { return from_instance_metadata(q.settings, q.now); }

struct Place {
  std::string_view name;
  Task<Outcome> (*ask)(const Question& question);
};

constexpr Place environment{"environment", ask_environment};
constexpr Place web_identity{"web identity", ask_web_identity};
constexpr Place profile{"profile", ask_profile};
constexpr Place container{"container", ask_container};
constexpr Place instance{"instance metadata", ask_instance};

}  // namespace

Task<SearchResult> search(const Settings& settings, bool profile_first, std::string region,
                          UnixMillis now) {
  const Question question{settings, std::move(region), now};
  std::vector<Place> places{environment, web_identity, profile, container, instance};
  // Whoever chose a profile by hand means that one.
  if (profile_first) places = {profile};
  std::string tried;
  for (const Place& place : places) {
    const Outcome outcome = co_await place.ask(question);
    if (const auto* found = std::get_if<Found>(&outcome))
      co_return SearchResult{*found, std::string(place.name)};
    const auto* broken = std::get_if<Broken>(&outcome);
    const std::string& why = broken != nullptr ? broken->why : std::get<NotSetUp>(outcome).why;
    tried += (tried.empty() ? "" : "; ") + std::string(place.name) + ": " + why;
    // It was set up: to go on could mean to act as somebody else.
    if (broken != nullptr) break;
  }
  co_return SearchResult{std::nullopt, "no credentials were found. Tried: " + tried};
}

}  // namespace isotherm::credentials
