// isotherm serve: engine, gateway and server, from the start to the signal that ends them.

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>

#include "cli/command.h"
#include "cli/exit_code.h"
#include "cli/interrupts.h"
#include "cli/listen_address.h"
#include "cli/log.h"
#include "gateway/gateway.h"
#include "schema/schema.h"
#include "store/engine/engine.h"
#include "store/run.h"
#include "wire/server.h"

namespace isotherm::cli {
namespace {

class ServeCommand final : public Command {
 public:
  void declare(Options& options) override;
  int run(Terminal& terminal) override;

 private:
  std::optional<int> read_schema(const Terminal& terminal);
  std::optional<int> open_engine(const Terminal& terminal);
  std::optional<int> stand_gateway_in_front(const Terminal& terminal);
  std::optional<int> listen(const Terminal& terminal);
  int serve(const Terminal& terminal);
  void announce(const Terminal& terminal) const;
  std::string data_text() const;
  std::string durability_text() const;
  std::string throughput_text() const;
  std::string try_text() const;

  std::string data_ = "./isotherm-data";
  bool data_was_set_ = false;
  bool in_memory_ = false;
  ListenAddress listen_;
  std::string schema_file_;
  LogFormat log_format_ = LogFormat::automatic;
  LogLevel log_level_ = LogLevel::info;
  std::uint32_t cache_mb_ = 64;
  std::uint32_t threads_ = 0;
  engine::EngineOptions engine_options_;

  std::shared_ptr<const schema::Schema> schema_;
  std::unique_ptr<engine::Engine> engine_;
  std::unique_ptr<gateway::Gateway> gateway_;
  std::unique_ptr<wire::Server> server_;
};

void ServeCommand::declare(Options& options) {
  auto& data = options.path("--data", "DIR", data_, "the folder that keeps the tables; it is made");
  data.set = [this](std::string_view text) -> std::optional<std::string> {
    if (text.empty()) return "expected a folder";
    data_ = text;
    data_was_set_ = true;
    return std::nullopt;
  };
  options.flag("--in-memory", in_memory_, "keep the tables in memory; they are gone at the end");
  auto& listen = options.add(
      {"--listen", "HOST:PORT", "where to listen; port 0: any free one", "127.0.0.1:8000"});
  listen.set = [this](std::string_view text) -> std::optional<std::string> {
    const auto address = parse_listen_address(text);
    if (!address) return "expected HOST:PORT, such as 127.0.0.1:8000 or [::1]:8000";
    listen_ = *address;
    return std::nullopt;
  };
  using throughput::Mode;
  options.choice("--throughput", engine_options_.throughput.mode,
                 std::vector<Word<Mode>>{
                     {"enforce", Mode::enforce}, {"observe", Mode::observe}, {"off", Mode::off}},
                 "throttle as the service does; only count what it would throttle; do neither");
  options.decimal("--time-scale", "N", engine_options_.throughput.time_scale, 0.001, 1e6,
                  "divides the service's minutes (splits, burst); rates stay");
  options.path("--schema", "FILE", schema_file_, "sharding schema: the gateway stands in front");
  using engine::Durability;
  options.choice(
      "--durability", engine_options_.durability,
      std::vector<Word<Durability>>{{"fsync", Durability::fsync}, {"os", Durability::os}},
      "an answered write survives a loss of power, or the end of the process");
  options.count("--cache-mb", "N", cache_mb_, 1, 1'000'000,
                "memory for blocks read from disk, and again for writes not yet in files");
  options.count("--threads", "N", threads_, 0, 1'024, "threads that serve; 0: one for each core");
  options.text("--region", "NAME", engine_options_.region, "shown in ARNs").variables = {
      "AWS_REGION", "AWS_DEFAULT_REGION"};
  options.count("--seed", "N", engine_options_.throughput.seed, 0, 1'000'000'000'000,
                "makes the sampling of hot keys repeatable");
  options.choice(
      "--log-format", log_format_,
      std::vector<Word<LogFormat>>{
          {"auto", LogFormat::automatic}, {"text", LogFormat::text}, {"json", LogFormat::json}},
      "lines for people or JSON lines, on stderr; auto: text on a terminal");
  options.choice("--log-level", log_level_,
                 std::vector<Word<LogLevel>>{{"debug", LogLevel::debug},
                                             {"info", LogLevel::info},
                                             {"warn", LogLevel::warn},
                                             {"error", LogLevel::error},
                                             {"off", LogLevel::off}},
                 "debug has a line for every request, never its data");
}

int ServeCommand::run(Terminal& terminal) {
  if (in_memory_ && data_was_set_) {
    terminal.fail("usage", "--in-memory and --data exclude each other.",
                  "Try: isotherm help serve");
    return exit_usage;
  }
  set_up_log(log_format_, log_level_);
  if (const auto failed = read_schema(terminal)) return *failed;
  if (const auto failed = open_engine(terminal)) return *failed;
  if (const auto failed = stand_gateway_in_front(terminal)) return *failed;
  if (const auto failed = listen(terminal)) return *failed;
  return serve(terminal);
}

std::optional<int> ServeCommand::read_schema(const Terminal& terminal) {
  if (schema_file_.empty()) return std::nullopt;
  auto parsed = schema::parse_file(schema_file_);
  if (parsed.ok()) {
    schema_ = std::make_shared<const schema::Schema>(std::move(parsed).value());
    return std::nullopt;
  }
  terminal.fail("schema",
                "the schema cannot be used:\n" + schema::to_string(parsed.error(), schema_file_));
  return exit_usage;
}

std::optional<int> ServeCommand::open_engine(const Terminal& terminal) {
  engine_options_.data_dir = in_memory_ ? "" : data_;
  engine_options_.cache_bytes = std::size_t{cache_mb_} << 20;
  auto opened = engine::Engine::open(engine_options_);
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
  gateway_ = std::make_unique<gateway::Gateway>(*engine_, schema_);
  const auto checked = isotherm::run(gateway_->check_schema());
  if (!checked.ok()) {
    terminal.fail("schema", "the schema cannot be checked: " + checked.error().message());
    return exit_failed;
  }
  schema::Problems problems;
  for (const auto& problem : checked.value()) {
    const bool is_missing_table = std::any_of(
        schema_->tables.begin(), schema_->tables.end(),
        [&](const auto& table) { return problem == schema::missing_table(table.second); });
    if (!is_missing_table) problems.push_back(problem);
  }
  if (problems.empty()) return std::nullopt;
  terminal.fail("schema", "the schema does not fit the tables in " + data_text() + ":\n" +
                              schema::to_string(problems, schema_file_));
  return exit_failed;
}

std::optional<int> ServeCommand::listen(const Terminal& terminal) {
  wire::ServerOptions options;
  options.address = listen_.host;
  options.port = listen_.port;
  options.threads = threads_;
  options.on_served = [](const wire::Served& served) {
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
  Store& store = gateway_ ? static_cast<Store&>(*gateway_) : *engine_;
  auto listening = wire::Server::listen(store, std::move(options));
  if (!listening.ok()) {
    terminal.fail("listen", listening.error().message);
    return listening.error().code == EINVAL ? exit_usage : exit_failed;
  }
  server_ = std::move(listening).value();
  return std::nullopt;
}

std::string ServeCommand::data_text() const { return in_memory_ ? "memory" : data_; }

std::string ServeCommand::durability_text() const {
  if (in_memory_) return "gone when it ends";
  return engine_options_.durability == engine::Durability::fsync
             ? "fsync: an answered write survives a loss of power"
             : "os: an answered write survives the end of the process, not of the machine";
}

std::string ServeCommand::throughput_text() const {
  std::string text = throughput::mode_name(engine_options_.throughput.mode);
  switch (engine_options_.throughput.mode) {
    case throughput::Mode::enforce: text += ": throttles as the service does"; break;
    case throughput::Mode::observe: text += ": counts throttles, rejects nothing"; break;
    case throughput::Mode::off: text += ": no limits"; break;
  }
  if (engine_options_.throughput.time_scale != 1)
    text += fmt::format("; time scale {}", engine_options_.throughput.time_scale);
  return text;
}

std::string ServeCommand::try_text() const {
  return "AWS_ACCESS_KEY_ID=x AWS_SECRET_ACCESS_KEY=x aws dynamodb list-tables --endpoint-url " +
         server_->url() + " --region " + engine_options_.region;
}

void ServeCommand::announce(const Terminal& terminal) const {
  const auto gateway = schema_ ? schema_file_ : std::string("none");
  if (log_is_json()) {
    const auto data = data_text();
    const auto command = try_text();
    log(LogLevel::info, "listening",
        {{"url", server_->url()},
         {"version", version()},
         {"data", data},
         {"durability", engine_options_.durability == engine::Durability::fsync ? "fsync" : "os"},
         {"throughput", throughput::mode_name(engine_options_.throughput.mode)},
         {"time_scale", engine_options_.throughput.time_scale},
         {"schema", gateway},
         {"try", command}});
  } else if (log_takes(LogLevel::info)) {
    const auto& paint = terminal.err_paint();
    terminal.say(
        fmt::format("{} {} listens on {}\n"
                    "  data        {} ({})\n"
                    "  throughput  {}\n"
                    "  schema      {}\n"
                    "  try         {}\n"
                    "Ctrl-C ends it.\n",
                    paint.bold("Isotherm"), version(), paint.bold(server_->url()), data_text(),
                    durability_text(), throughput_text(), gateway, try_text()));
  }
  if (!listen_.is_loopback())
    log(LogLevel::warn,
        "it listens beyond this machine: signatures are not checked, so whoever reaches the "
        "port can read and change every table",
        {{"address", std::string_view(listen_.host)}});
}

int ServeCommand::serve(const Terminal& terminal) {
  const Interrupts interrupts([this](int signal) {
    log(LogLevel::info,
        "ending: requests under way are finished first; a second signal ends at once",
        {{"signal", signal == SIGINT ? "SIGINT" : "SIGTERM"}});
    server_->stop();
  });
  server_->start();
  announce(terminal);
  server_->wait();
  server_.reset();
  gateway_.reset();
  engine_.reset();
  log(LogLevel::info, "ended");
  return exit_done;
}

}  // namespace

std::unique_ptr<Command> make_serve() { return std::make_unique<ServeCommand>(); }

}  // namespace isotherm::cli
