// isotherm serve: engine, gateway and server, from the start to the signal that ends them.

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <thread>

#include "cli/command.h"
#include "cli/exit_code.h"
#include "cli/gateway_options.h"
#include "cli/hangups.h"
#include "cli/interrupts.h"
#include "cli/log.h"
#include "cli/open_fleet.h"
#include "cli/schema_problems.h"
#include "cli/serve_options.h"
#include "cli/serve_reload.h"
#include "gateway/gateway.h"
#include "schema/schema.h"
#include "signing/credentials_file.h"
#include "store/engine/engine.h"
#include "wire/authenticator.h"
#include "wire/server.h"
#include "wire/tls_identity.h"

namespace isotherm::cli {
namespace {

class ServeCommand final : public Command {
 public:
  void declare(Options& options) override { options_.declare(options); }
  int run(Terminal& terminal) override;

 private:
  std::optional<int> read_credentials(const Terminal& terminal);
  std::optional<int> read_tls(const Terminal& terminal);
  std::optional<int> read_schema(const Terminal& terminal);
  std::optional<int> open_store(const Terminal& terminal);
  std::optional<int> open_engine(const Terminal& terminal);
  std::optional<int> open_upstream(const Terminal& terminal);
  std::optional<int> open_fleet_file(const Terminal& terminal);
  std::optional<int> refuse_options_of_engine(const Terminal& terminal, std::string_view beside);
  /// Where the tables are.
  Store& below() const;
  unsigned server_threads() const;
  std::optional<int> stand_gateway_in_front(const Terminal& terminal);
  std::optional<int> listen(const Terminal& terminal);
  int serve(const Terminal& terminal);
  void announce(const Terminal& terminal) const;
  std::string data_text() const;
  std::string durability_text() const;
  std::string throughput_text() const;
  std::string credentials_text() const;
  std::string try_text() const;
  ReloadedFiles reloaded_files() const;

  ServeOptions options_;
  std::optional<signing::Profiles> profiles_;
  std::shared_ptr<const schema::Schema> schema_;
  std::unique_ptr<engine::Engine> engine_;
  std::unique_ptr<remote::Remote> upstream_;
  std::optional<OpenFleet> fleet_;
  std::unique_ptr<gateway::Gateway> gateway_;
  std::shared_ptr<const wire::TlsIdentity> tls_;
  std::shared_ptr<wire::Authenticator> authenticator_;
  std::unique_ptr<wire::Server> server_;
};

int ServeCommand::run(Terminal& terminal) {
  if (options_.port) options_.listen.port = *options_.port;
  if (options_.in_memory && options_.data_was_set) {
    terminal.fail("usage", "--in-memory and --data exclude each other.",
                  "Try: isotherm help serve");
    return exit_usage;
  }
  set_up_log(options_.log_format, options_.log_level);
  if (const auto failed = read_credentials(terminal)) return *failed;
  if (const auto failed = read_tls(terminal)) return *failed;
  if (const auto failed = read_schema(terminal)) return *failed;
  if (const auto failed = open_store(terminal)) return *failed;
  if (const auto failed = stand_gateway_in_front(terminal)) return *failed;
  if (const auto failed = listen(terminal)) return *failed;
  return serve(terminal);
}

std::optional<int> ServeCommand::read_credentials(const Terminal& terminal) {
  if (options_.credentials_file.empty()) return std::nullopt;
  auto profiles = signing::read_credentials(options_.credentials_file);
  if (profiles.ok()) {
    profiles_ = std::move(profiles).value();
    return std::nullopt;
  }
  terminal.fail("credentials",
                options_.credentials_file + " cannot be used: " + profiles.error() + ".",
                "It has the form of ~/.aws/credentials; see: isotherm help serve");
  return exit_usage;
}

std::optional<int> ServeCommand::read_tls(const Terminal& terminal) {
  if (options_.tls_certificate_file.empty()) {
    if (options_.tls_key_file.empty()) return std::nullopt;
    terminal.fail("usage", "--tls-key is the key of a certificate: name that with --tls-cert.",
                  "Try: isotherm help serve");
    return exit_usage;
  }
  auto identity = wire::TlsIdentity::load(options_.tls_certificate_file, options_.tls_key());
  if (identity.ok()) {
    tls_ = std::move(identity).value();
    return std::nullopt;
  }
  terminal.fail("tls", identity.error() + ".", "See: isotherm help serve");
  return exit_usage;
}

std::optional<int> ServeCommand::read_schema(const Terminal& terminal) {
  if (options_.schema_file.empty()) return std::nullopt;
  auto parsed = schema::parse_file(options_.schema_file);
  if (parsed.ok()) {
    schema_ = std::make_shared<const schema::Schema>(std::move(parsed).value());
    return std::nullopt;
  }
  terminal.fail("schema", "the schema cannot be used:\n" +
                              schema::to_string(parsed.error(), options_.schema_file));
  return exit_usage;
}

std::optional<int> ServeCommand::open_store(const Terminal& terminal) {
  if (!options_.fleet_file.empty()) return open_fleet_file(terminal);
  return options_.upstream.is_set() ? open_upstream(terminal) : open_engine(terminal);
}

std::optional<int> ServeCommand::refuse_options_of_engine(const Terminal& terminal,
                                                          std::string_view beside) {
  if (options_.given_of_engine.empty()) return std::nullopt;
  terminal.fail("usage",
                fmt::format("{} is about tables that are kept here; with {} they are elsewhere.",
                            options_.given_of_engine.front(), beside),
                "Try: isotherm help serve");
  return exit_usage;
}

std::optional<int> ServeCommand::open_upstream(const Terminal& terminal) {
  if (const auto refused = refuse_options_of_engine(terminal, "--upstream")) return refused;
  options_.engine.region =
      options_.upstream.region(options_.region_was_set ? options_.engine.region : std::string());
  auto opened = options_.upstream.open(options_.engine.region, server_threads());
  if (!opened.ok()) {
    terminal.fail("upstream", opened.error() + ".", "See: isotherm help serve");
    return exit_usage;
  }
  upstream_ = std::move(opened).value();
  return std::nullopt;
}

std::optional<int> ServeCommand::open_fleet_file(const Terminal& terminal) {
  if (options_.upstream.is_set()) {
    terminal.fail("usage", "--fleet and --upstream exclude each other: the file names the stores.",
                  "Try: isotherm help serve");
    return exit_usage;
  }
  if (const auto refused = refuse_options_of_engine(terminal, "--fleet")) return refused;
  const auto file = schema::parse_fleet_file(options_.fleet_file);
  if (!file.ok()) {
    terminal.fail("fleet", "the fleet cannot be used:\n" +
                               schema::to_string(file.error(), options_.fleet_file));
    return exit_usage;
  }
  auto opened = open_fleet(*file, options_.upstream, options_.engine.region, server_threads());
  if (!opened.ok()) {
    terminal.fail("fleet", options_.fleet_file + ": " + opened.error() + ".",
                  "See: isotherm help serve");
    return exit_usage;
  }
  fleet_ = std::move(opened).value();
  return std::nullopt;
}

unsigned ServeCommand::server_threads() const {
  const unsigned wanted =
      options_.threads != 0 ? options_.threads : std::max(1U, std::thread::hardware_concurrency());
  // Each thread has connections of its own.
  return options_.upstream.is_set() ? std::min(wanted, options_.upstream.connections) : wanted;
}

Store& ServeCommand::below() const {
  if (fleet_) return *fleet_->fleet;
  return upstream_ ? static_cast<Store&>(*upstream_) : *engine_;
}

std::optional<int> ServeCommand::open_engine(const Terminal& terminal) {
  auto opened = engine::Engine::open(options_.engine_options());
  if (!opened.ok()) {
    terminal.fail("data", opened.error().message());
    return exit_failed;
  }
  engine_ = std::move(opened).value();
  return std::nullopt;
}

// A table of the schema that does not exist yet is made through the gateway, and fits then.
std::optional<int> ServeCommand::stand_gateway_in_front(const Terminal& terminal) {
  if (!schema_) return std::nullopt;
  auto options = gateway_options(options_);
  if (!options.ok()) {
    terminal.fail("cursor-keys", options.error(),
                  "It has one key a line, 'id = secret', the newest first");
    return exit_usage;
  }
  gateway_ = std::make_unique<gateway::Gateway>(below(), schema_, std::move(options).value());
  const auto problems = problems_with(below(), schema_);
  if (!problems.ok()) {
    terminal.fail("schema", "the schema cannot be checked: " + problems.error().message());
    return exit_failed;
  }
  if (problems->empty()) return std::nullopt;
  terminal.fail("schema", "the schema does not fit the tables in " + data_text() + ":\n" +
                              schema::to_string(*problems, options_.schema_file));
  return exit_failed;
}

std::optional<int> ServeCommand::listen(const Terminal& terminal) {
  wire::ServerOptions server;
  server.address = options_.listen.host;
  server.port = options_.listen.port;
  server.threads = server_threads();
  server.origins = options_.origins;
  server.region = options_.engine.region;
  authenticator_ = std::make_shared<wire::Authenticator>(wire::AuthenticatorOptions{
      .profiles = profiles_, .region = options_.engine.region, .account = options_.engine.account});
  server.authenticator = authenticator_;
  server.tls = tls_;
  server.on_served = [](const wire::Served& served) {
    const auto level = served.status >= 500 ? LogLevel::warn : LogLevel::debug;
    if (!log_takes(level)) return;
    log(level, "served",
        {{"operation", served.operation},
         {"status", std::int64_t{served.status}},
         {"error", served.error},
         {"request_id", served.request_id},
         {"request_bytes", static_cast<std::int64_t>(served.request_bytes)},
         {"reply_bytes", static_cast<std::int64_t>(served.reply_bytes)},
         {"duration_ms", std::chrono::duration<double, std::milli>(served.duration).count()}});
  };
  if (upstream_) {
    server.relay.store = upstream_.get();
    server.ends_with_client = true;
    if (gateway_)
      server.relay.is_plain = [this](std::string_view table) {
        const auto schema = gateway_->current_schema();
        return !schema->wildcard && schema->find_table(table) == nullptr &&
               !schema->is_index_table(table);
      };
  }
  Store& store = gateway_ ? static_cast<Store&>(*gateway_) : below();
  auto listening = wire::Server::listen(store, std::move(server));
  if (!listening.ok()) {
    terminal.fail("listen", listening.error().message);
    return listening.error().code == EINVAL ? exit_usage : exit_failed;
  }
  server_ = std::move(listening).value();
  return std::nullopt;
}

std::string ServeCommand::data_text() const {
  if (fleet_) return options_.fleet_file;
  if (upstream_) return upstream_->endpoint().url();
  return options_.in_memory ? "memory" : options_.data;
}

std::string ServeCommand::durability_text() const {
  if (fleet_) return "several endpoints keep them";
  if (upstream_) return "another endpoint keeps them, in region " + options_.engine.region;
  if (options_.in_memory) return "gone when it ends";
  return options_.engine.durability == engine::Durability::fsync
             ? "fsync: an answered write survives a loss of power"
             : "os: an answered write survives the end of the process, not of the machine";
}

std::string ServeCommand::throughput_text() const {
  if (!engine_) return "the upstream's";
  std::string text = throughput::mode_name(options_.engine.throughput.mode);
  switch (options_.engine.throughput.mode) {
    case throughput::Mode::enforce: text += ": throttles as the service does"; break;
    case throughput::Mode::observe: text += ": counts throttles, rejects nothing"; break;
    case throughput::Mode::off: text += ": no limits"; break;
  }
  if (options_.engine.throughput.time_scale != 1)
    text += fmt::format("; time scale {}", options_.engine.throughput.time_scale);
  return text;
}

std::string ServeCommand::credentials_text() const {
  if (!profiles_) return "any";
  const std::size_t count = profiles_->size();
  return fmt::format("{} of {}; signatures are checked",
                     count == 1 ? "the key" : fmt::format("the {} keys", count),
                     options_.credentials_file);
}

std::string ServeCommand::try_text() const {
  if (profiles_) {
    return "AWS_SHARED_CREDENTIALS_FILE=" + options_.credentials_file +
           " AWS_PROFILE=" + profiles_->begin()->second.name +
           " aws dynamodb list-tables --endpoint-url " + server_->url() + " --region " +
           options_.engine.region;
  }
  return "AWS_ACCESS_KEY_ID=x AWS_SECRET_ACCESS_KEY=x aws dynamodb list-tables --endpoint-url " +
         server_->url() + " --region " + options_.engine.region;
}

void ServeCommand::announce(const Terminal& terminal) const {
  const auto gateway = schema_ ? options_.schema_file : std::string("none");
  if (log_is_json()) {
    const auto data = data_text();
    const auto command = try_text();
    log(LogLevel::info, "listening",
        {{"url", server_->url()},
         {"version", version()},
         {"data", data},
         {"durability", !engine_                                                  ? "upstream"
                        : options_.engine.durability == engine::Durability::fsync ? "fsync"
                                                                                  : "os"},
         {"throughput",
          !engine_ ? "upstream" : throughput::mode_name(options_.engine.throughput.mode)},
         {"time_scale", options_.engine.throughput.time_scale},
         {"credentials", std::string_view(profiles_ ? options_.credentials_file : "any")},
         {"schema", gateway},
         {"try", command}});
  } else if (log_takes(LogLevel::info)) {
    const auto& paint = terminal.err_paint();
    terminal.say(
        fmt::format("{} {} listens on {}\n"
                    "  data        {} ({})\n"
                    "  throughput  {}\n"
                    "  schema      {}\n"
                    "  credentials {}\n"
                    "  try         {}\n"
                    "Ctrl-C ends it{}.\n",
                    paint.bold("Isotherm"), version(), paint.bold(server_->url()), data_text(),
                    durability_text(), throughput_text(), gateway, credentials_text(), try_text(),
                    reloaded_files().any() ? "; SIGHUP reads its files again" : ""));
  }
  if (tls_) warn_of_dates(*tls_, options_.tls_certificate_file);
  if (!options_.listen.is_loopback() && !profiles_)
    log(LogLevel::warn,
        "it listens beyond this machine: signatures are not checked (see --credentials), so "
        "whoever reaches the port can read and change every table",
        {{"address", std::string_view(options_.listen.host)}});
}

ReloadedFiles ServeCommand::reloaded_files() const {
  return {.schema = options_.schema_file,
          .gateway = gateway_.get(),
          .below = &below(),
          .credentials = options_.credentials_file,
          .authenticator = authenticator_.get(),
          .tls_certificate = options_.tls_certificate_file,
          .tls_key = options_.tls_key(),
          .server = server_.get()};
}

int ServeCommand::serve(const Terminal& terminal) {
  std::optional<Hangups> hangups;
  // Without files to read again a hangup ends it, when its terminal goes away.
  if (const ReloadedFiles files = reloaded_files(); files.any())
    hangups.emplace([files] { reload(files); });
  const Interrupts interrupts([this](int signal) {
    log(LogLevel::info,
        "ending: requests under way are finished first; a second signal ends at once",
        {{"signal", signal == SIGINT ? "SIGINT" : "SIGTERM"}});
    server_->stop();
  });
  server_->start();
  announce(terminal);
  server_->wait();
  hangups.reset();
  server_.reset();
  gateway_.reset();
  fleet_.reset();
  upstream_.reset();
  engine_.reset();
  log(LogLevel::info, "ended");
  return exit_done;
}

}  // namespace

std::unique_ptr<Command> make_serve() { return std::make_unique<ServeCommand>(); }

}  // namespace isotherm::cli
