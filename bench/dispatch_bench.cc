// What the wire costs for one GetItem, without the kernel and with a store that answers from
// memory: HTTP in, dispatch, HTTP out. The rest of a request's time is the store's.

#include <benchmark/benchmark.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <string>

#include "wire/dispatch.h"
#include "wire/fake_store.h"
#include "wire/http_reply.h"
#include "wire/http_request.h"

namespace isotherm::wire {
namespace {

class MemoryStore : public FakeStore {
 public:
  MemoryStore() {
    item_.emplace("id", "user-123456");
    item_.emplace("name", "Somebody Somewhere");
    item_.emplace("age", Number(42));
    item_.emplace("text", std::string(120, 'x'));
  }
  Task<Result<GetItemResponse>> get_item(GetItemRequest) override {
    GetItemResponse response;
    response.item = item_;
    co_return response;
  }

 private:
  Item item_;
};

// As an SDK sends it: its headers are most of it.
std::string get_request() {
  const std::string body =
      R"({"TableName":"User","Key":{"id":{"S":"user-123456"}},"ConsistentRead":true})";
  return "POST / HTTP/1.1\r\nHost: localhost:8000\r\n"
         "User-Agent: Boto3/1.26.27 Python/3.11.2 Linux/6.1.0 Botocore/1.29.27\r\n"
         "X-Amz-Target: DynamoDB_20120810.GetItem\r\n"
         "Content-Type: application/x-amz-json-1.0\r\nX-Amz-Date: 20231010T101010Z\r\n"
         "Authorization: AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20231010/us-east-1/dynamodb/"
         "aws4_request, SignedHeaders=content-type;host;x-amz-date;x-amz-target, Signature=" +
         std::string(64, 'a') + "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" +
         body;
}

Task<void> serve(benchmark::State& state) {
  MemoryStore store;
  RequestIds ids(1);
  HttpRequestParser parser(64 * 1024, 1024 * 1024);
  const std::string bytes = get_request();
  std::string out;
  for (auto _ : state) {
    std::size_t used = 0;
    parser.parse(bytes, used);
    const HttpRequest& request = parser.request();
    const Reply reply = co_await dispatch(store, {.target = request.target, .body = request.body});
    const RequestId id = ids.next();
    out.clear();
    append_reply({.status = reply.status,
                  .content_type = content_type,
                  .request_id = id.view(),
                  .body = reply.body},
                 out);
    parser.reset();
    benchmark::DoNotOptimize(out);
  }
}

void get_item(benchmark::State& state) {
  boost::asio::io_context context(1);
  boost::asio::co_spawn(context, serve(state), boost::asio::detached);
  context.run();
}
BENCHMARK(get_item)->Name("wire/get-item");

void parse_http(benchmark::State& state) {
  HttpRequestParser parser(64 * 1024, 1024 * 1024);
  const std::string bytes = get_request();
  for (auto _ : state) {
    std::size_t used = 0;
    benchmark::DoNotOptimize(parser.parse(bytes, used));
    parser.reset();
  }
}
BENCHMARK(parse_http)->Name("wire/parse-http");

}  // namespace
}  // namespace isotherm::wire
