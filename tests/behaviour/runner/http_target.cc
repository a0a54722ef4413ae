#include <stdexcept>

#include "http_connection.h"
#include "in_process.h"
#include "target.h"
#include "wire/server.h"

namespace isotherm::behaviour {
namespace {

/// An engine behind our own server on 127.0.0.1, on a port that the system chooses.
class HttpTarget final : public Target {
 public:
  HttpTarget() : engine_(open_engine()) {
    wire::ServerOptions options;
    options.threads = 2;
    auto listening = wire::Server::listen(*engine_, options);
    if (!listening.ok()) throw std::runtime_error(listening.error().message);
    server_ = std::move(listening).value();
    server_->start();
  }

  std::unique_ptr<Session> open(const std::vector<Json>&) override {
    return std::make_unique<HttpSession>(HostPort{"127.0.0.1", std::to_string(server_->port())},
                                         true);
  }

 private:
  std::unique_ptr<engine::Engine> engine_;
  // Ends before the engine.
  std::unique_ptr<wire::Server> server_;
};

class UrlTarget final : public Target {
 public:
  UrlTarget(const std::string& url, std::chrono::seconds lag_max) : lag_max_(lag_max) {
    const std::string scheme = "http://";
    const std::size_t colon = url.rfind(':');
    if (!url.starts_with(scheme) || colon <= scheme.size())
      throw std::runtime_error("expected http://host:port, not " + url);
    to_.host = url.substr(scheme.size(), colon - scheme.size());
    to_.port = url.substr(colon + 1);
    while (to_.port.ends_with('/')) to_.port.pop_back();
  }

  std::unique_ptr<Session> open(const std::vector<Json>&) override {
    return std::make_unique<HttpSession>(to_, false);
  }

  std::chrono::seconds lag_max() const override { return lag_max_; }
  bool is_elsewhere() const override { return true; }

 private:
  std::chrono::seconds lag_max_;
  HostPort to_;
};

}  // namespace

std::unique_ptr<Target> make_http_target() { return std::make_unique<HttpTarget>(); }

std::unique_ptr<Target> make_url_target(const std::string& url, std::chrono::seconds lag_max) {
  return std::make_unique<UrlTarget>(url, lag_max);
}

}  // namespace isotherm::behaviour
