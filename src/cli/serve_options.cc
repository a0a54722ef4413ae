#include "cli/serve_options.h"

#include <algorithm>

#include "cli/utf8.h"

namespace isotherm::cli {
namespace {

using Problem = std::optional<std::string>;

constexpr const char* expected_sites = "expected sites such as https://example.com, *, or none";

// "*", "none", or "https://a.example,http://localhost:3000".
Problem origins_into(std::vector<std::string>& to, std::string_view text) {
  std::vector<std::string> origins;
  if (text == "none") return to = {}, std::nullopt;
  while (!text.empty()) {
    const auto end = std::min(text.find(','), text.size());
    const auto origin = text.substr(0, end);
    const bool is_site = origin.find("://") != std::string_view::npos && !origin.ends_with("/");
    if (origin != "*" && !(is_site && is_utf8(origin))) return expected_sites;
    origins.emplace_back(origin);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (origins.empty()) return expected_sites;
  return to = std::move(origins), std::nullopt;
}

// "off", "p95", "20ms".
Problem hedge_into(gateway::HedgeOptions& to, std::string_view text) {
  if (text == "off") return to = {}, std::nullopt;
  if (text.starts_with('p')) {
    const auto percentile = parse_count(text.substr(1));
    if (percentile && *percentile >= 50 && *percentile <= 99)
      return to = {std::nullopt, static_cast<int>(*percentile)}, std::nullopt;
  } else if (const auto delay = parse_duration(text); delay && delay->count() > 0) {
    const auto after = std::chrono::duration_cast<std::chrono::microseconds>(*delay);
    return to = {after, std::nullopt}, std::nullopt;
  }
  return "expected off, a percentile from p50 to p99, or a time such as 20ms";
}

}  // namespace

void ServeOptions::declare(Options& options) {
  declare_data(options);
  upstream.declare(options);
  options.path("--fleet", "FILE", fleet_file,
               "the tables are at several endpoints: which, and which keys are where");
  declare_network(options);
  declare_access(options);
  declare_throughput(options);
  declare_staleness(options);
  declare_names(options);
  declare_gateway(options);
  declare_log(options);
}

void ServeOptions::only_of_engine(Option& option) {
  option.set = [this, name = option.name, set = std::move(option.set)](std::string_view text) {
    given_of_engine.push_back(name);
    return set(text);
  };
}

void ServeOptions::declare_data(Options& options) {
  auto& folder =
      options.path("--data", "DIR", data, "the folder that keeps the tables; it is made");
  folder.set = [this](std::string_view text) -> Problem {
    if (text.empty()) return "expected a folder";
    data = text;
    data_was_set = true;
    return std::nullopt;
  };
  only_of_engine(folder);
  options.alias("-dbPath", "--data");
  only_of_engine(options.flag("--in-memory", in_memory,
                              "keep the tables in memory; they are gone at the end"));
  options.alias("-inMemory", "--in-memory");
  options.alias("-sharedDb", "");
  options.alias("-optimizeDbBeforeStartup", "");
  using engine::Durability;
  only_of_engine(options.choice(
      "--durability", engine.durability,
      std::vector<Word<Durability>>{{"fsync", Durability::fsync}, {"os", Durability::os}},
      "an answered write survives a loss of power, or the end of the process"));
  only_of_engine(
      options.count("--cache-mb", "N", cache_mb, 1, 1'000'000,
                    "memory for blocks read from disk, and again for writes not yet in files"));
}

void ServeOptions::declare_network(Options& options) {
  auto& address = options.add(
      {"--listen", "HOST:PORT", "where to listen; port 0: any free one", "127.0.0.1:8000"});
  address.set = [this](std::string_view text) -> Problem {
    const auto parsed = parse_listen_address(text);
    if (!parsed) return "expected HOST:PORT, such as 127.0.0.1:8000 or [::1]:8000";
    listen = *parsed;
    return std::nullopt;
  };
  // Not --port: in Kubernetes ISOTHERM_PORT is what a service of this name has, and no number.
  auto& number = options.add({"--listen-port", "N", "the port alone; beats that of --listen", {}});
  number.set = [this](std::string_view text) -> Problem {
    const auto given = parse_count(text);
    if (!given || *given > 65'535) return "expected a port, from 0 to 65535";
    port = static_cast<std::uint16_t>(*given);
    return std::nullopt;
  };
  options.alias("--port", "--listen-port");
  options.alias("-port", "--listen-port");
  only_of_engine(options.path(
      "--bucket-root", "DIR", bucket_root,
      "a folder of folders: the buckets that tables are exported to and imported from"));
  options.count("--threads", "N", threads, 0, 1'024, "threads that serve; 0: one for each core");
}

void ServeOptions::declare_access(Options& options) {
  options.path("--credentials", "FILE", credentials_file,
               "who may use it, as in ~/.aws/credentials; signatures are checked then");
  options.path("--tls-cert", "FILE", tls_certificate_file,
               "speak HTTPS: the server's certificate in PEM, then the rest of its chain");
  options.path("--tls-key", "FILE", tls_key_file,
               "its private key in PEM, when it is not in the same file");
  auto& sites = options.add({"--cors", "SITES",
                             "sites whose scripts may call it from a browser, separated by commas; "
                             "none: no site's",
                             "*"});
  sites.set = [this](std::string_view text) { return origins_into(origins, text); };
  options.alias("-cors", "--cors");
}

void ServeOptions::declare_throughput(Options& options) {
  using throughput::Mode;
  only_of_engine(options.choice(
      "--throughput", engine.throughput.mode,
      std::vector<Word<Mode>>{
          {"enforce", Mode::enforce}, {"observe", Mode::observe}, {"off", Mode::off}},
      "throttle as the service does; only count what it would throttle; do neither"));
  only_of_engine(options.decimal("--time-scale", "N", engine.throughput.time_scale, 0.001, 1e6,
                                 "divides the service's minutes (splits, burst); rates stay"));
  only_of_engine(
      options.count("--seed", "N", engine.throughput.seed, 0, 1'000'000'000'000,
                    "makes what is random (sampling of hot keys, staleness) repeatable"));
  only_of_engine(
      options.duration("--state-change-delay", engine.state_change_delay,
                       "how long a table stays CREATING, UPDATING or DELETING at least"));
  options.alias("-delayTransientStatuses", "--state-change-delay=3s");
}

void ServeOptions::declare_staleness(Options& options) {
  only_of_engine(options.decimal(
      "--ttl-interval", "SECONDS", ttl_seconds, 0, 1e6,
      "between two looks for items whose time to live has passed; 0: none is removed"));
  only_of_engine(
      options.count("--gsi-delay-ms", "N", gsi_delay_ms, 0, 600'000,
                    "how long after a write its entries in global indexes become visible"));
  only_of_engine(options.flag("--eventual-reads", eventual_reads,
                              "reads without ConsistentRead may be stale, as in the service"));
  only_of_engine(options.count("--eventual-lag-ms", "N", eventual_lag_ms, 1, 600'000,
                               "how stale at the most; how stale is random (--seed)"));
}

engine::EngineOptions ServeOptions::engine_options() const {
  engine::EngineOptions given = engine;
  given.data_dir = in_memory ? "" : data;
  given.cache_bytes = std::size_t{cache_mb} << 20;
  given.bucket_root = bucket_root;
  given.ttl_interval =
      std::chrono::duration_cast<Duration>(std::chrono::duration<double>(ttl_seconds));
  given.index_lag = std::chrono::milliseconds(gsi_delay_ms);
  if (eventual_reads) given.read_lag_max = std::chrono::milliseconds(eventual_lag_ms);
  return given;
}

void ServeOptions::declare_names(Options& options) {
  options.path("--schema", "FILE", schema_file, "sharding schema: the gateway stands in front");
  auto& region = options.text("--region", "NAME", engine.region,
                              "shown in ARNs; what requests to an upstream are signed for");
  region.variables = {"AWS_REGION", "AWS_DEFAULT_REGION"};
  region.set = [this, set = region.set](std::string_view text) -> Problem {
    region_was_set = true;
    return set(text);
  };
  auto& account = options.text("--account", "ID", engine.account, "shown in ARNs");
  account.set = [this](std::string_view text) -> Problem {
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    if (text.size() != 12 || !std::ranges::all_of(text, is_digit)) return "expected 12 digits";
    engine.account = text;
    return std::nullopt;
  };
}

void ServeOptions::declare_gateway(Options& options) {
  options.path(
      "--cursor-keys", "FILE", cursor_keys_file,
      "seals the cursors of sharded indexes: a key a line, 'id = secret', the newest first");
  options.count("--scatter-concurrency", "N", scatter_concurrency, 1, 1'024,
                "shards that one query asks at the same time");
  auto& second = options.add({"--hedge", "off|pN|TIME",
                              "asks a shard a second time when it is slower than so many of 100 "
                              "reads, or than a time",
                              "off"});
  second.set = [this](std::string_view text) { return hedge_into(hedge, text); };
}

void ServeOptions::declare_log(Options& options) {
  options.choice(
      "--log-format", log_format,
      std::vector<Word<LogFormat>>{
          {"auto", LogFormat::automatic}, {"text", LogFormat::text}, {"json", LogFormat::json}},
      "lines for people or JSON lines, on stderr; auto: text on a terminal");
  options.choice("--log-level", log_level,
                 std::vector<Word<LogLevel>>{{"debug", LogLevel::debug},
                                             {"info", LogLevel::info},
                                             {"warn", LogLevel::warn},
                                             {"error", LogLevel::error},
                                             {"off", LogLevel::off}},
                 "debug has a line for every request, never its data");
  options.alias("-disableTelemetry", "");
}

}  // namespace isotherm::cli
