#include "wire/server.h"

#include <mutex>
#include <random>
#include <set>
#include <thread>

#include "base/crc32.h"
#include "wire/server_on_loopback.h"

namespace isotherm::wire {
namespace {

TEST(Server, AnswersWithTheServicesHeaders) {
  EchoStore store;
  const auto server = serve(store);
  RawClient client(server->port());
  const RawReply reply = client.call(get("a"));
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(reply.body, item("a"));
  EXPECT_EQ(reply.headers.at("Content-Type"), "application/x-amz-json-1.0");
  EXPECT_EQ(reply.headers.at("x-amz-crc32"), std::to_string(crc32(reply.body)));
  EXPECT_EQ(reply.headers.at("Server"), "Isotherm");
  std::tm date{};
  const char* end = strptime(reply.headers.at("Date").c_str(), "%a, %d %b %Y %H:%M:%S GMT", &date);
  ASSERT_NE(end, nullptr);
  EXPECT_EQ(*end, '\0');
  EXPECT_LE(timegm(&date), std::time(nullptr));
  EXPECT_EQ(reply.headers.at("x-amzn-RequestId").size(), 52U);
  EXPECT_EQ(reply.headers.count("Connection"), 0U);
  EXPECT_EQ(server->url(), "http://127.0.0.1:" + std::to_string(server->port()));
}

TEST(Server, AnswersErrorsWithTheirStatusAndCrc) {
  EchoStore store;
  store.put.response = Error::internal("disk");
  const auto server = serve(store);
  RawClient client(server->port());
  RawReply reply = client.call(post("PutItem", "{}"));
  EXPECT_EQ(reply.status, 400);
  EXPECT_EQ(reply.headers.at("x-amz-crc32"), std::to_string(crc32(reply.body)));
  EXPECT_EQ(client.call(post("PutItem", R"({"TableName":"abc","Item":{}})")).status, 500);
  reply = client.call(post("Nothing", "{}"));
  EXPECT_EQ(reply.body, R"({"__type":"com.amazon.coral.service#UnknownOperationException"})");
  EXPECT_EQ(reply.headers.at("x-amz-crc32"), "1368724161") << "as the service's own";
}

TEST(Server, KeepsTheConnectionAndGivesEachRequestItsId) {
  EchoStore store;
  const auto server = serve(store);
  RawClient client(server->port());
  std::set<std::string> ids;
  for (int i = 0; i < 20; ++i) {
    const RawReply reply = client.call(get(std::to_string(i)));
    EXPECT_EQ(reply.body, item(std::to_string(i)));
    ids.insert(reply.headers.at("x-amzn-RequestId"));
  }
  EXPECT_EQ(ids.size(), 20U);
}

TEST(Server, AnswersPipelinedRequestsInOrder) {
  EchoStore store;
  const auto server = serve(store);
  RawClient client(server->port());
  std::string batch;
  for (int i = 0; i < 500; ++i) batch += get(std::to_string(i));
  client.send(batch);
  for (int i = 0; i < 500; ++i) ASSERT_EQ(client.read().body, item(std::to_string(i)));
}

TEST(Server, ReadsRequestsHoweverTheyAreCut) {
  EchoStore store;
  const auto server = serve(store);
  RawClient client(server->port());
  const std::string request = get("a");
  for (std::size_t cut = 1; cut < request.size(); ++cut) {
    client.send(request.substr(0, cut));
    client.send(request.substr(cut));
    ASSERT_EQ(client.read().body, item("a")) << cut;
  }
  for (const char byte : request) client.send(std::string_view(&byte, 1));
  EXPECT_EQ(client.read().body, item("a"));
}

TEST(Server, ReadsRandomPipelines) {
  const auto seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  EchoStore store;
  const auto server = serve(store);
  RawClient client(server->port());
  std::string bytes;
  std::vector<std::string> ids;
  for (int i = 0; i < 200; ++i) {
    ids.push_back(std::string(random() % (random() % 20 == 0 ? 30'000 : 50), 'x') +
                  std::to_string(i));
    bytes += get(ids.back());
  }
  std::thread sender([&] {
    for (std::string_view rest = bytes; !rest.empty();) {
      const std::size_t piece = std::min<std::size_t>(rest.size(), 1 + random() % 5000);
      client.send(rest.substr(0, piece));
      rest.remove_prefix(piece);
    }
  });
  for (const std::string& id : ids) ASSERT_EQ(client.read().body, item(id));
  sender.join();
}

TEST(Server, ReadsChunkedBodies) {
  EchoStore store;
  const auto server = serve(store);
  RawClient client(server->port());
  const std::string head =
      "POST / HTTP/1.1\r\nX-Amz-Target: DynamoDB_20120810.GetItem\r\n"
      "Content-Type: application/x-amz-json-1.0\r\nTransfer-Encoding: chunked\r\n\r\n";
  EXPECT_EQ(client
                .call(head + "11\r\n{\"TableName\":\"abc\r\n" +
                      "19\r\n\",\"Key\":{\"id\":{\"S\":\"z\"}}}\r\n0\r\n\r\n")
                .body,
            item("z"));
}

TEST(Server, AsksForTheBodyOfAClientThatWaits) {
  EchoStore store;
  const auto server = serve(store);
  RawClient client(server->port());
  const std::string request = get("a", "Expect: 100-continue\r\n");
  const std::size_t head = request.find("\r\n\r\n") + 4;
  client.send(request.substr(0, head));
  EXPECT_EQ(client.read().status, 100);
  client.send(request.substr(head));
  EXPECT_EQ(client.read().body, item("a"));
  EXPECT_EQ(client.call(request).body, item("a")) << "not asked when the body is there";
}

TEST(Server, ClosesWhenTheClientAsksForIt) {
  EchoStore store;
  const auto server = serve(store);
  RawClient client(server->port());
  const RawReply reply = client.call(get("a", "Connection: close\r\n") + get("b"));
  EXPECT_EQ(reply.body, item("a"));
  EXPECT_EQ(reply.headers.at("Connection"), "close");
  EXPECT_TRUE(client.closed());
}

TEST(Server, SpeaksToOldClients) {
  EchoStore store;
  const auto server = serve(store);
  std::string request = get("a");
  request.replace(request.find("HTTP/1.1"), 8, "HTTP/1.0");
  RawClient once(server->port());
  EXPECT_EQ(once.call(request).headers.at("Connection"), "close");
  EXPECT_TRUE(once.closed());
  request.insert(request.find("Host"), "Connection: keep-alive\r\n");
  RawClient twice(server->port());
  EXPECT_EQ(twice.call(request).headers.at("Connection"), "keep-alive");
  EXPECT_EQ(twice.call(request).body, item("a"));
}

TEST(Server, SaysThatItIsHealthy) {
  EchoStore store;
  const auto server = serve(store);
  RawClient client(server->port());
  for (const char* path : {"/", "/healthz"}) {
    const RawReply reply = client.call(std::string("GET ") + path + " HTTP/1.1\r\nHost: h\r\n\r\n");
    EXPECT_EQ(reply.status, 200);
    EXPECT_EQ(reply.body, "healthy: dynamodb.us-east-1.amazonaws.com ");
    EXPECT_EQ(reply.headers.at("x-amz-crc32"), "3128867991") << "as the service's own";
  }
  client.send("HEAD / HTTP/1.1\r\n\r\n");
  EXPECT_EQ(client.read(/*has_body=*/false).status, 200);
  EXPECT_EQ(client.call(get("a")).body, item("a")) << "no body came with the HEAD";
}

TEST(Server, Answers404ToWhatIsNotForItsApi) {
  EchoStore store;
  const auto server = serve(store);
  RawClient client(server->port());
  const std::string unknown = "<UnknownOperationException/>\n";
  for (const char* request : {
           "PUT / HTTP/1.1\r\n\r\n",
           "OPTIONS / HTTP/1.1\r\n\r\n",
           "POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\nhi",
           "POST / HTTP/1.1\r\nContent-Type: application/x-amz-json-1.1\r\nContent-Length: 2\r\n"
           "\r\nhi",
       }) {
    const RawReply reply = client.call(request);
    EXPECT_EQ(reply.status, 404);
    EXPECT_EQ(reply.body, unknown);
    EXPECT_EQ(reply.headers.at("x-amz-crc32"), "3552371480") << "as the service's own";
  }
}

TEST(Server, AnswersInTheMediaTypeOfTheRequest) {
  EchoStore store;
  const auto server = serve(store);
  RawClient client(server->port());
  const auto type = [&](const std::string& content_type) {
    const RawReply reply = client.call("POST / HTTP/1.1\r\nContent-Type: " + content_type +
                                       "\r\nContent-Length: 2\r\n\r\n{}");
    EXPECT_EQ(reply.status, 400);
    return reply.headers.at("Content-Type");
  };
  EXPECT_EQ(type("application/json"), "application/json");
  EXPECT_EQ(type("application/json;charset=utf-8"), "application/json");
  EXPECT_EQ(type("  application/x-amz-json-1.0 ; x"), "application/x-amz-json-1.0");
}

TEST(Server, RefusesMalformedRequestsAndCloses) {
  EchoStore store;
  ServerOptions options;
  options.header_bytes_max = 2000;
  options.body_bytes_max = 100'000;
  const auto server = serve(store, options);
  const std::pair<std::string, int> cases[] = {
      {"nonsense\r\n\r\n", 400},
      {"\x16\x03\x01\x02", 400},
      {"GET / HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\nx: " + std::string(5000, 'x') + "\r\n\r\n", 431},
      {post("PutItem", std::string(100'001, 'x')), 413},
      {"POST / HTTP/1.1\r\nContent-Length: 1000000000000\r\nExpect: 100-continue\r\n\r\n", 413},
      {"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nfffff\r\n" +
           std::string(0xfffff, 'x') + "\r\n0\r\n\r\n",
       413},
  };
  for (const auto& [request, status] : cases) {
    RawClient client(server->port());
    const RawReply reply = client.call(get("before") + request);
    EXPECT_EQ(reply.body, item("before"));
    const RawReply refusal = client.read();
    EXPECT_EQ(refusal.status, status) << request.substr(0, 50);
    EXPECT_EQ(refusal.headers.at("Connection"), "close");
    EXPECT_TRUE(client.closed());
  }
}

TEST(Server, MovesLargeBodiesBothWays) {
  EchoStore store;
  const auto server = serve(store);
  RawClient client(server->port());
  const std::string id(3'000'000, 'x');
  for (int i = 0; i < 3; ++i) {
    ASSERT_EQ(client.call(get(id)).body, item(id));
    ASSERT_EQ(client.call(get("small")).body, item("small"));
  }
}

TEST(Server, ServesManyConnectionsAtOnce) {
  EchoStore store;
  const auto server = serve(store);
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      RawClient client(server->port());
      for (int i = 0; i < 200; ++i) {
        const std::string id = std::to_string(t * 1000 + i);
        ASSERT_EQ(client.call(get(id)).body, item(id));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST(Server, TellsWhatItServed) {
  EchoStore store;
  std::mutex mutex;
  std::vector<std::string> seen;
  ServerOptions options;
  options.on_served = [&](const Served& served) {
    const std::lock_guard lock(mutex);
    seen.push_back(std::string(served.operation) + " " + std::to_string(served.status) + " " +
                   std::string(served.error) + " " + std::to_string(served.request_bytes) + " " +
                   std::to_string(served.reply_bytes) + " " +
                   std::to_string(served.request_id.size()));
    EXPECT_GT(served.duration.count(), 0);
  };
  {
    const auto server = serve(store, options);
    RawClient client(server->port());
    client.call(get("a"));
    client.call(post("Scan", "{}"));
    client.call(post("Other", ""));
    client.call("GET / HTTP/1.1\r\n\r\n");
  }
  EXPECT_EQ(seen, (std::vector<std::string>{"GetItem 200  42 25 52",
                                            "Scan 400 ValidationException 2 179 52",
                                            " 400 UnknownOperationException 0 63 52"}));
}

}  // namespace
}  // namespace isotherm::wire
