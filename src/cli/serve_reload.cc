#include "cli/serve_reload.h"

#include "cli/log.h"
#include "cli/schema_problems.h"
#include "gateway/gateway.h"
#include "gateway/wildcard_rule.h"
#include "schema/diff.h"
#include "signing/credentials_file.h"
#include "store/run.h"
#include "store/store.h"
#include "wire/authenticator.h"
#include "wire/server.h"
#include "wire/tls_identity.h"

namespace isotherm::cli {
namespace {

void say_kept(std::string_view what, std::string_view problem) {
  log(LogLevel::error, "not reloaded, what was in use stays",
      {{"what", what}, {"problem", problem}});
}

void say_kept(const schema::Problems& problems, const std::string& file) {
  for (const auto& problem : schema::sorted_by_line(problems))
    say_kept("schema", schema::to_string(problem, file));
}

void say_changes(const std::vector<schema::Change>& changes, const std::string& file) {
  for (const auto& change : changes) {
    // The tables agree, so whatever a migration would have to move is not there (yet).
    const bool migrates = change.effect == schema::Effect::migration;
    const std::string source = change.is_gone ? "before" : file;
    log(migrates ? LogLevel::warn : LogLevel::info, "the schema changed",
        {{"effect", schema::effect_name(change.effect)},
         {"line", std::int64_t{change.line}},
         {"file", source},
         {"change", change.what},
         {"why", change.why}});
  }
}

/// Tables that are there, and whose sharded keys would have no rule any more.
Result<schema::Problems> orphans(Store& store, const schema::Schema& before,
                                 const schema::Schema& after) {
  schema::Problems problems;
  for (const auto& [name, rule] : before.tables) {
    const schema::TableRule* next = after.find_table(name);
    if (!rule.key || (next != nullptr && next->key)) continue;
    const auto table = isotherm::run(store.describe_table({name}));
    if (table.ok()) {
      problems.push_back({0,
                          "tables." + name + ".key: the rule is gone, and the items of table '" +
                              name + "' lie under its shard keys",
                          "keep the rule, or drop the table first"});
    } else if (table.error().code() != ErrorCode::resource_not_found) {
      return table.error();
    }
  }
  return problems;
}

void reload_schema(const ReloadedFiles& files) {
  auto parsed = schema::parse_file(files.schema);
  if (!parsed.ok()) return say_kept(parsed.error(), files.schema);
  const auto current = files.gateway->current_schema();
  // Tables that the wildcard's rule made keep their rules.
  const auto next = gateway::successor_of(
      current, std::make_shared<const schema::Schema>(std::move(parsed).value()));
  const auto changes = schema::diff(*current, *next);
  auto problems = problems_with(*files.below, next);
  const auto orphaned = orphans(*files.below, *current, *next);
  for (const auto* found : {&std::as_const(problems), &orphaned})
    if (!found->ok())
      return say_kept("schema", "it cannot be checked: " + found->error().message());
  problems->insert(problems->end(), orphaned->begin(), orphaned->end());
  if (!problems->empty()) return say_kept(*problems, files.schema);
  files.gateway->use_schema(next);
  say_changes(changes, files.schema);
  log(LogLevel::info, "reloaded",
      {{"what", "schema"},
       {"file", files.schema},
       {"changes", static_cast<std::int64_t>(changes.size())}});
}

void reload_credentials(const ReloadedFiles& files) {
  auto profiles = signing::read_credentials(files.credentials);
  if (!profiles.ok()) return say_kept("credentials", files.credentials + ": " + profiles.error());
  const auto keys = static_cast<std::int64_t>(profiles->size());
  files.authenticator->use_profiles(std::move(profiles).value());
  log(LogLevel::info, "reloaded",
      {{"what", "credentials"}, {"file", files.credentials}, {"keys", keys}});
}

void reload_tls(const ReloadedFiles& files) {
  auto identity = wire::TlsIdentity::load(files.tls_certificate, files.tls_key);
  if (!identity.ok()) return say_kept("certificate", identity.error());
  warn_of_dates(**identity, files.tls_certificate);
  const std::string until = signing::basic_time((*identity)->not_after());
  files.server->use_tls(std::move(identity).value());
  log(LogLevel::info, "reloaded",
      {{"what", "certificate"}, {"file", files.tls_certificate}, {"until", until}});
}

}  // namespace

void warn_of_dates(const wire::TlsIdentity& identity, const std::string& file) {
  const UnixMillis now = SystemClock().unix_time();
  const bool is_over = identity.not_after() < now;
  if (!is_over && identity.not_before() <= now) return;
  const std::string date =
      signing::basic_time(is_over ? identity.not_after() : identity.not_before());
  log(LogLevel::warn, "clients will refuse the certificate by its dates",
      {{"file", file}, {is_over ? "until" : "from", date}});
}

void reload(const ReloadedFiles& files) {
  if (!files.schema.empty()) reload_schema(files);
  if (!files.credentials.empty()) reload_credentials(files);
  if (!files.tls_certificate.empty()) reload_tls(files);
}

}  // namespace isotherm::cli
