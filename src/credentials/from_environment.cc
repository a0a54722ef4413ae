#include "credentials/from_environment.h"

namespace isotherm::credentials {

Outcome from_environment(const Settings& settings) {
  const auto id = settings.variable("AWS_ACCESS_KEY_ID");
  const auto secret = settings.variable("AWS_SECRET_ACCESS_KEY");
  if (!id && !secret) return NotSetUp{"AWS_ACCESS_KEY_ID is not set"};
  if (!id) return Broken{"AWS_SECRET_ACCESS_KEY is set, and AWS_ACCESS_KEY_ID is not"};
  if (!secret) return Broken{"AWS_ACCESS_KEY_ID is set, and AWS_SECRET_ACCESS_KEY is not"};
  return Found{{*id, *secret, settings.variable("AWS_SESSION_TOKEN").value_or("")}};
}

}  // namespace isotherm::credentials
