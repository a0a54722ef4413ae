#pragma once

// The options of `isotherm serve`, and what they stand at.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/listen_address.h"
#include "cli/log.h"
#include "cli/options.h"
#include "cli/upstream_options.h"
#include "gateway/hedge.h"
#include "store/engine/engine.h"

namespace isotherm::cli {

struct ServeOptions {
  std::string data = "./isotherm-data";
  bool data_was_set = false;
  bool in_memory = false;
  ListenAddress listen;
  /// Beats that of `listen`.
  std::optional<std::uint16_t> port;
  /// As wire::ServerOptions::origins.
  std::vector<std::string> origins = {"*"};
  std::string schema_file;
  std::string credentials_file;
  std::string tls_certificate_file;
  std::string tls_key_file;
  std::string cursor_keys_file;
  std::uint32_t scatter_concurrency = 16;
  gateway::HedgeOptions hedge;
  LogFormat log_format = LogFormat::automatic;
  LogLevel log_level = LogLevel::info;
  std::uint32_t cache_mb = 64;
  std::string bucket_root;
  std::uint32_t threads = 0;
  bool eventual_reads = false;
  std::uint32_t eventual_lag_ms = 100;
  std::uint32_t gsi_delay_ms = 0;
  double ttl_seconds = 60;
  engine::EngineOptions engine;
  bool region_was_set = false;
  UpstreamOptions upstream;
  std::string fleet_file;
  /// The options that only the embedded engine has, as far as they were given.
  std::vector<std::string> given_of_engine;

  /// Adds a row for each, with DynamoDB Local's flags as aliases. The rows refer to this.
  void declare(Options& options);
  /// Where the key of the certificate is: the same file, when no other is named.
  const std::string& tls_key() const {
    return tls_key_file.empty() ? tls_certificate_file : tls_key_file;
  }
  /// The engine's options, with all that was given.
  engine::EngineOptions engine_options() const;

 private:
  /// Notes when the option is given.
  void only_of_engine(Option& option);
  void declare_data(Options& options);
  void declare_network(Options& options);
  void declare_access(Options& options);
  void declare_throughput(Options& options);
  void declare_staleness(Options& options);
  void declare_names(Options& options);
  void declare_gateway(Options& options);
  void declare_log(Options& options);
};

}  // namespace isotherm::cli
