#include <boost/asio/as_tuple.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <condition_variable>
#include <functional>
#include <future>
#include <mutex>
#include <thread>

#include "wire/server_on_loopback.h"

namespace isotherm::wire {
namespace {

namespace asio = boost::asio;

// GetItem waits until the gate is opened.
class GatedStore : public EchoStore {
 public:
  Task<Result<GetItemResponse>> get_item(GetItemRequest request) override {
    const auto executor = co_await asio::this_coro::executor;
    asio::steady_timer gate(executor, asio::steady_timer::time_point::max());
    {
      const std::lock_guard lock(mutex_);
      ++requests_;
      waiting_.push_back([executor, &gate] { asio::post(executor, [&gate] { gate.cancel(); }); });
    }
    changed_.notify_all();
    co_await gate.async_wait(asio::as_tuple(asio::use_awaitable));
    GetItemResponse response;
    response.item = std::move(request.key);
    co_return response;
  }

  void wait_for(std::size_t requests) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return requests_ >= requests; });
  }
  void open() {
    const std::lock_guard lock(mutex_);
    for (const auto& release : waiting_) release();
    waiting_.clear();  // whoever was released once may be gone
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t requests_ = 0;
  std::vector<std::function<void()>> waiting_;
};

TEST(Server, SaysWhyItCannotListen) {
  EchoStore store;
  const auto server = serve(store);
  ServerOptions options;
  options.port = server->port();
  auto taken = Server::listen(store, options);
  ASSERT_FALSE(taken.ok());
  EXPECT_EQ(taken.error().code, EADDRINUSE);
  EXPECT_NE(taken.error().message.find(std::to_string(server->port())), std::string::npos);
  options.port = 0;
  options.address = "example.com";
  auto name = Server::listen(store, options);
  ASSERT_FALSE(name.ok());
  EXPECT_EQ(name.error().code, EINVAL);
  options.address = "192.0.2.1";
  auto elsewhere = Server::listen(store, options);
  ASSERT_FALSE(elsewhere.ok());
  EXPECT_EQ(elsewhere.error().code, EADDRNOTAVAIL);
  options.address = "localhost";
  EXPECT_TRUE(Server::listen(store, options).ok()) << "and stops without having started";
}

TEST(Server, ClosesConnectionsThatWaitTooLong) {
  EchoStore store;
  ServerOptions options;
  options.idle_time_max = std::chrono::milliseconds(30);
  options.read_time_max = std::chrono::milliseconds(30);
  const auto server = serve(store, options);
  RawClient idle(server->port());
  EXPECT_EQ(idle.call(get("a")).body, item("a"));
  EXPECT_TRUE(idle.closed());
  RawClient silent(server->port());
  EXPECT_TRUE(silent.closed());
  RawClient half(server->port());
  half.send("POST / HT");
  EXPECT_TRUE(half.closed());
  RawClient body(server->port());
  body.send("POST / HTTP/1.1\r\nContent-Length: 100\r\n\r\n{");
  EXPECT_TRUE(body.closed());
}

TEST(Server, GivesHeadersThatTrickleInNoMoreTime) {
  EchoStore store;
  ServerOptions options;
  options.read_time_max = std::chrono::milliseconds(50);
  const auto server = serve(store, options);
  RawClient client(server->port());
  client.send("GET / HTTP/1.1\r\n");
  // Ends only because the server does: each byte comes well within the time.
  try {
    while (true) {
      client.send("x");
      std::this_thread::yield();
    }
  } catch (const boost::system::system_error&) {
  }
  SUCCEED();
}

TEST(Server, FinishesWhatIsBeingServedWhenItStops) {
  GatedStore store;
  const auto server = serve(store);
  RawClient idle(server->port());
  RawClient busy(server->port());
  busy.send(get("a"));
  store.wait_for(1);
  server->stop();
  server->stop();
  EXPECT_TRUE(idle.closed());
  store.open();
  const RawReply reply = busy.read();
  EXPECT_EQ(reply.body, item("a"));
  EXPECT_EQ(reply.headers.at("Connection"), "close");
  EXPECT_TRUE(busy.closed());
  busy.close();
  server->wait();
  EXPECT_EQ(server->connections(), 0U);
  EXPECT_THROW(RawClient(server->port()), boost::system::system_error) << "nobody listens";
}

TEST(Server, WaitsForNoClientThatKeepsItsEndOpen) {
  EchoStore store;
  const auto server = serve(store);
  RawClient refused(server->port());
  EXPECT_EQ(refused.call("nonsense\r\n\r\n").status, 400);
  RawClient idle(server->port());
  EXPECT_EQ(idle.call(get("a")).status, 200);
  server->stop();
  server->wait();
  EXPECT_TRUE(refused.closed());
  EXPECT_TRUE(idle.closed());
}

// Never answers: it waits until it is cancelled, and says so.
class EndlessStore : public FakeStore {
 public:
  Task<Result<GetItemResponse>> get_item(GetItemRequest) override {
    asio::steady_timer never(co_await asio::this_coro::executor,
                             asio::steady_timer::time_point::max());
    began.set_value();
    (void)co_await never.async_wait(asio::as_tuple(asio::use_awaitable));
    ended.set_value();
    co_return Error::internal("cancelled");
  }
  std::promise<void> began;
  std::promise<void> ended;
};

TEST(Server, EndsTheRequestOfAClientThatHasGoneWhereItIsToldTo) {
  for (const char* sent_behind : {"", "POST / HTTP/1.1\r\n"}) {
    EndlessStore store;
    ServerOptions options;
    options.ends_with_client = true;
    options.idle_time_max = std::chrono::milliseconds(40);
    const auto server = serve(store, options);
    {
      RawClient client(server->port());
      client.send(get("a"));
      client.send(sent_behind);
      store.began.get_future().wait();
    }
    store.ended.get_future().wait();
    server->stop();
    server->wait();
    EXPECT_EQ(server->connections(), 0U);
  }
}

TEST(Server, WaitsNoLongerThanTheDrainTime) {
  GatedStore store;
  ServerOptions options;
  options.drain_time_max = std::chrono::milliseconds(20);
  auto server = serve(store, options);
  RawClient busy(server->port());
  busy.send(get("a"));
  store.wait_for(1);
  server->stop();
  server->wait();
  server.reset();
  EXPECT_EQ(busy.read().status, 0) << "ended without a reply";
  store.open();  // the store is done with it after the server is gone
}

TEST(Server, OutlivesClientsThatGoAway) {
  GatedStore store;
  const auto server = serve(store);
  {
    RawClient client(server->port());
    client.send(get("a") + get("b"));
    store.wait_for(1);
  }
  store.open();
  {
    RawClient client(server->port());
    client.send("POST / HTTP/1.1\r\nContent-Length: 100\r\n\r\n{");
  }
  RawClient client(server->port());
  EXPECT_EQ(client.call("GET / HTTP/1.1\r\n\r\n").status, 200);
  store.wait_for(2);  // the second of the client that is gone is served all the same
  store.open();
}

TEST(Server, StopsFromAnyThreadAtAnyTime) {
  for (int i = 0; i < 30; ++i) {
    EchoStore store;
    const auto server = serve(store);
    std::thread client([&] {
      try {
        RawClient raw(server->port());
        while (raw.call(get("a")).status == 200) {
        }
      } catch (const boost::system::system_error&) {
      }
    });
    std::thread stopper([&] { server->stop(); });
    server->wait();
    stopper.join();
    client.join();
  }
}

}  // namespace
}  // namespace isotherm::wire
