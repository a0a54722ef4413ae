#include "credentials/from_web_identity.h"

#include "credentials/sts.h"

namespace isotherm::credentials {

boost::asio::awaitable<Outcome> from_web_identity(const Settings& settings, std::string region,
                                                  UnixMillis now) {
  const auto file = settings.variable("AWS_WEB_IDENTITY_TOKEN_FILE");
  const auto role = settings.variable("AWS_ROLE_ARN");
  if (!file) co_return NotSetUp{"AWS_WEB_IDENTITY_TOKEN_FILE is not set"};
  if (!role) co_return Broken{"AWS_WEB_IDENTITY_TOKEN_FILE is set, and AWS_ROLE_ARN is not"};
  const std::string name =
      settings.variable("AWS_ROLE_SESSION_NAME").value_or(standard_session_name(now));
  co_return co_await assume_with_token(settings, std::move(region), {*role, name}, *file);
}

}  // namespace isotherm::credentials
