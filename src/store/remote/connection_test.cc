#include "store/remote/connection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/write.hpp>
#include <thread>

#include "store/run.h"

namespace isotherm::remote {
namespace {

using boost::asio::ip::tcp;
using ::testing::HasSubstr;

/// An endpoint on loopback that takes one connection, and for each request on it says the next of
/// its texts as it is. After the last it closes, or holds the connection open until its own end.
class Speaker {
 public:
  explicit Speaker(std::vector<std::string> texts, bool holds = false)
      : texts_(std::move(texts)), holds_(holds), thread_([this] { speak(); }) {}
  ~Speaker() {
    boost::system::error_code ignored;
    if (accepted_) socket_.shutdown(tcp::socket::shutdown_both, ignored);
    if (!accepted_) tcp::socket(context_).connect(acceptor_.local_endpoint(), ignored);
    thread_.join();
  }
  Endpoint endpoint() const {
    return {false, "127.0.0.1", std::to_string(acceptor_.local_endpoint().port())};
  }

 private:
  void speak() {
    boost::system::error_code error;
    acceptor_.accept(socket_, error);
    accepted_ = true;
    std::string request;
    for (const std::string& text : texts_) {
      boost::asio::read_until(socket_, boost::asio::dynamic_buffer(request), "{}", error);
      if (error) return;
      request.clear();
      boost::asio::write(socket_, boost::asio::buffer(text), error);
    }
    // Ends when the other side closes, or this is destroyed.
    char byte = 0;
    if (holds_) (void)socket_.read_some(boost::asio::buffer(&byte, 1), error);
    socket_.close(error);
  }

  std::vector<std::string> texts_;
  bool holds_;
  boost::asio::io_context context_;
  tcp::acceptor acceptor_{context_, tcp::endpoint(boost::asio::ip::address_v4::loopback(), 0)};
  tcp::socket socket_{context_};
  std::atomic<bool> accepted_{false};
  std::thread thread_;
};

HttpCall a_call() { return {"T", "{}", {{"Host", "h"}, {"X-Amz-Target", "T"}}, HttpCall().end}; }

std::string reply(const std::string& body, const std::string& headers = "") {
  return "HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(body.size()) + "\r\n" + headers +
         "\r\n" + body;
}

/// The answers of `calls` exchanges on one connection.
Task<std::vector<Called<HttpAnswer>>> exchange(Endpoint endpoint, int calls, Timeouts timeouts) {
  std::vector<Called<HttpAnswer>> answers;
  auto connection = co_await Connection::open(endpoint, nullptr, timeouts);
  if (!connection.ok()) {
    answers.push_back(connection.error());
    co_return answers;
  }
  for (int i = 0; i < calls; ++i) {
    if (i > 0 && !(*connection)->is_good()) break;
    answers.push_back(co_await (*connection)->exchange(a_call()));
  }
  co_return answers;
}

Called<HttpAnswer> exchange_once(const Endpoint& endpoint, Timeouts timeouts = {}) {
  return run(exchange(endpoint, 1, timeouts)).front();
}

TEST(Connection, ReadsAnAnswerAndItsHeaders) {
  const Speaker speaker({reply("{\"a\":1}",
                               "x-amzn-RequestId: R1\r\nX-AMZ-CRC32: 7\r\n"
                               "x-amzn-errortype: Oops\r\n")});
  const auto answer = exchange_once(speaker.endpoint());
  ASSERT_TRUE(answer.ok()) << answer.error().what;
  EXPECT_EQ(answer->status, 200);
  EXPECT_EQ(answer->body, "{\"a\":1}");
  EXPECT_EQ(answer->request_id, "R1");
  EXPECT_EQ(answer->crc32, "7");
  EXPECT_EQ(answer->error_type, "Oops");
}

TEST(Connection, ServesOneCallAfterTheOther) {
  const Speaker speaker({reply("1"), reply("2"), reply("3")}, true);
  const auto answers = run(exchange(speaker.endpoint(), 3, {}));
  ASSERT_EQ(answers.size(), 3U);
  EXPECT_EQ(answers[2]->body, "3");
}

TEST(Connection, IsNoGoodAfterAnAnswerThatSaysSo) {
  const Speaker speaker({reply("1", "Connection: close\r\n"), reply("2")}, true);
  EXPECT_EQ(run(exchange(speaker.endpoint(), 2, {})).size(), 1U);
}

TEST(Connection, IsNoGoodWhenMoreCameThanWasAsked) {
  const Speaker speaker({reply("1") + "more", reply("2")}, true);
  EXPECT_EQ(run(exchange(speaker.endpoint(), 2, {})).size(), 1U);
}

TEST(Connection, AnAnswerThatIsCutOffMayHaveBeenDone) {
  for (const std::string& text :
       {std::string(), std::string("HTTP/1.1 200"), reply("{}").substr(0, 30),
        std::string("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf of it"),
        std::string("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhal")}) {
    const Speaker speaker({text});
    const auto answer = exchange_once(speaker.endpoint());
    ASSERT_FALSE(answer.ok()) << text;
    EXPECT_EQ(answer.error().sent, Sent::perhaps);
  }
}

TEST(Connection, WhatIsNoHttpIsAFailure) {
  for (const std::string& text :
       {std::string("SSH-2.0-OpenSSH_9.2\r\n\r\n"), std::string(1000, '\0'),
        std::string("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n"),
        std::string("HTTP/1.1 200 OK\r\nContent-Length: 99999999999999\r\n\r\n{")}) {
    const Speaker speaker({text}, true);
    const auto answer = exchange_once(speaker.endpoint());
    ASSERT_FALSE(answer.ok()) << text;
    EXPECT_EQ(answer.error().sent, Sent::perhaps);
  }
}

TEST(Connection, ASilentEndpointIsGivenUp) {
  Timeouts timeouts;
  timeouts.answer = std::chrono::milliseconds(20);
  for (const std::string& text : {std::string(), std::string("HTTP/1.1 200 OK\r\nContent-")}) {
    const Speaker speaker({text}, true);
    const auto answer = exchange_once(speaker.endpoint(), timeouts);
    ASSERT_FALSE(answer.ok());
    EXPECT_THAT(answer.error().what, HasSubstr("no answer within 20 ms"));
  }
}

TEST(Connection, AnEndpointThatIsNotThereWasSentNothing) {
  Endpoint endpoint;
  {
    const Speaker speaker({});
    endpoint = speaker.endpoint();
  }
  const auto answer = exchange_once(endpoint);
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(answer.error().sent, Sent::nothing);
  EXPECT_THAT(answer.error().what, HasSubstr("cannot connect to " + endpoint.authority()));
}

TEST(Connection, AnAuthoritiesFileThatIsNoneIsRefused) {
  const auto trust = Trust::load("/nonexistent/ca.pem");
  ASSERT_FALSE(trust.ok());
  EXPECT_THAT(trust.error(), HasSubstr("/nonexistent/ca.pem"));
}

}  // namespace
}  // namespace isotherm::remote
