#pragma once

// What this room's tests of the server share: a server on a free port of 127.0.0.1 above a store
// that echoes, and requests for it.

#include "wire/fake_store.h"
#include "wire/raw_client.h"
#include "wire/server.h"

namespace isotherm::wire {

// GetItem gives the key back as the item, from any number of threads.
class EchoStore : public FakeStore {
 public:
  Task<Result<GetItemResponse>> get_item(GetItemRequest request) override {
    GetItemResponse response;
    response.item = std::move(request.key);
    co_return response;
  }
};

/// Starts a server on two threads, unless the options say otherwise.
inline std::unique_ptr<Server> serve(Store& store, ServerOptions options = {}) {
  if (options.threads == 0) options.threads = 2;
  auto server = Server::listen(store, std::move(options));
  EXPECT_TRUE(server.ok()) << server.error().message;
  (*server)->start();
  return std::move(*server);
}

inline std::string get(const std::string& id, const std::string& headers = "") {
  return post("GetItem", R"({"TableName":"abc","Key":{"id":{"S":")" + id + "\"}}}", headers);
}

inline std::string item(const std::string& id) { return R"({"Item":{"id":{"S":")" + id + "\"}}}"; }

}  // namespace isotherm::wire
