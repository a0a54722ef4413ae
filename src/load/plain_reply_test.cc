#include "load/plain_reply.h"

#include <gtest/gtest.h>

namespace isotherm::load {
namespace {

const std::string head =
    "HTTP/1.1 400 Bad Request\r\nServer: x\r\ncontent-length: 5\r\nConnection: keep-alive\r\n\r\n";

bool is_plain(const std::string& text) {
  Reply reply;
  return read_plain_reply(text, reply);
}

TEST(PlainReply, IsReadAtOnce) {
  Reply reply;
  ASSERT_TRUE(read_plain_reply(head + "{\"a\"}", reply));
  EXPECT_EQ(reply.status, 400);
  EXPECT_EQ(reply.body, "{\"a\"}");
  ASSERT_TRUE(read_plain_reply("HTTP/1.1 200 OK\r\nContent-Length:0\r\n\r\n", reply));
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(reply.body, "");
}

TEST(PlainReply, IsNotWhatIsHalfThereOrMore) {
  const std::string whole = head + "{\"a\"}";
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_FALSE(is_plain(whole.substr(0, size))) << size;
  }
  EXPECT_FALSE(is_plain(whole + "H"));
}

TEST(PlainReply, LeavesTheRestToTheGeneralParser) {
  const std::string body = "Content-Length: 1\r\n";
  EXPECT_TRUE(is_plain("HTTP/1.1 200 OK\r\n" + body + "\r\nx"));
  EXPECT_FALSE(is_plain("HTTP/1.0 200 OK\r\n" + body + "\r\nx"));
  EXPECT_FALSE(is_plain("HTTP/1.1 100 Continue\r\n" + body + "\r\nx"));
  for (const std::string& fields :
       {std::string(), body + body, body + "Connection: close\r\n", body + "no colon\r\n",
        body + "Transfer-Encoding: chunked\r\n", std::string("Content-Length: x\r\n"),
        std::string("Content-Length: 1\n")}) {
    EXPECT_FALSE(is_plain("HTTP/1.1 200 OK\r\n" + fields + "\r\nx")) << fields;
  }
}

}  // namespace
}  // namespace isotherm::load
