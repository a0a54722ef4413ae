#include "wire/tls_identity.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <boost/asio/ssl/stream.hpp>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "wire/server_on_loopback.h"

namespace isotherm::wire {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using ::testing::HasSubstr;

/// A folder with a key and a certificate that it signed itself.
class TlsFiles : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ =
        std::filesystem::temp_directory_path() / ("tls_identity_test." + std::to_string(getpid()));
    std::filesystem::create_directory(folder_);
    make("one");
    make("two");
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return folder_ / name; }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name), std::ios::binary) << text;
    return path(name);
  }

  /// <name>.crt and <name>.key.
  void make(const std::string& name) const {
    EVP_PKEY* key = EVP_EC_gen("P-256");
    X509* certificate = X509_new();
    X509_set_version(certificate, 2);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1);
    X509_gmtime_adj(X509_getm_notBefore(certificate), 0);
    X509_gmtime_adj(X509_getm_notAfter(certificate), 3600);
    X509_set_pubkey(certificate, key);
    X509_NAME* subject = X509_get_subject_name(certificate);
    X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC,
                               reinterpret_cast<const unsigned char*>("localhost"), -1, -1, 0);
    X509_set_issuer_name(certificate, subject);
    X509_sign(certificate, key, EVP_sha256());
    save(name + ".crt", [&](FILE* file) { PEM_write_X509(file, certificate); });
    save(name + ".key", [&](FILE* file) {
      PEM_write_PrivateKey(file, key, nullptr, nullptr, 0, nullptr, nullptr);
    });
    save(name + ".locked", [&](FILE* file) {
      PEM_write_PKCS8PrivateKey(file, key, EVP_aes_128_cbc(), "word", 4, nullptr, nullptr);
    });
    X509_free(certificate);
    EVP_PKEY_free(key);
  }

  template <class Write>
  void save(const std::string& name, const Write& write) const {
    FILE* const file = std::fopen(path(name).c_str(), "wb");
    ASSERT_NE(file, nullptr);
    write(file);
    std::fclose(file);
  }

  std::string problem(const std::string& certificate, const std::string& key) const {
    const auto loaded = TlsIdentity::load(certificate, key);
    return loaded.ok() ? "none" : loaded.error();
  }

  std::shared_ptr<const TlsIdentity> identity(const std::string& name) const {
    auto loaded = TlsIdentity::load(path(name + ".crt"), path(name + ".key"));
    EXPECT_TRUE(loaded.ok()) << loaded.error();
    return std::move(loaded).value();
  }

  std::unique_ptr<Server> serve_tls(ServerOptions options = {}) {
    options.tls = identity("one");
    return serve(store_, std::move(options));
  }

  std::filesystem::path folder_;
  EchoStore store_;
};

/// A blocking client that speaks TLS and looks at no certificate.
class TlsClient {
 public:
  explicit TlsClient(std::uint16_t port) : stream_(connected(port), context_) {}

  bool shake(int version_max = 0, std::string_view protocols = {}) {
    SSL* const ssl = stream_.native_handle();
    if (version_max != 0) SSL_set_max_proto_version(ssl, version_max);
    if (!protocols.empty())
      SSL_set_alpn_protos(ssl, reinterpret_cast<const unsigned char*>(protocols.data()),
                          static_cast<unsigned>(protocols.size()));
    boost::system::error_code error;
    stream_.handshake(asio::ssl::stream_base::client, error);
    return !error;
  }

  std::string chosen_protocol() {
    const unsigned char* name = nullptr;
    unsigned bytes = 0;
    SSL_get0_alpn_selected(stream_.native_handle(), &name, &bytes);
    return {reinterpret_cast<const char*>(name), bytes};
  }

  std::string serial_of_peer() {
    X509* const peer = SSL_get1_peer_certificate(stream_.native_handle());
    unsigned char* bytes = nullptr;
    const int size = i2d_X509(peer, &bytes);
    std::string text(reinterpret_cast<char*>(bytes), static_cast<std::size_t>(size));
    OPENSSL_free(bytes);
    X509_free(peer);
    return text;
  }

  void send(std::string_view bytes) { asio::write(stream_, asio::buffer(bytes)); }

  /// Reads until the text was seen, or the end. How it ended is in `end`.
  bool reads(std::string_view text) {
    while (received.find(text) == std::string::npos) {
      std::array<char, 65536> block{};
      const std::size_t bytes = stream_.read_some(asio::buffer(block), end);
      if (end) return false;
      received.append(block.data(), bytes);
    }
    received.erase(0, received.find(text) + text.size());
    return true;
  }

  std::string received;
  boost::system::error_code end;

 private:
  tcp::socket connected(std::uint16_t port) {
    tcp::socket socket(io_);
    socket.connect({asio::ip::address_v4::loopback(), port});
    return socket;
  }

  asio::io_context io_;
  asio::ssl::context context_{asio::ssl::context::tls_client};
  asio::ssl::stream<tcp::socket> stream_;
};

TEST_F(TlsFiles, AreReadWithTheirDates) {
  const auto loaded = identity("one");
  EXPECT_EQ(loaded->not_after() - loaded->not_before(), std::chrono::hours(1));
  // Both in one file, as some tools write them.
  std::ostringstream both;
  both << std::ifstream(path("one.crt")).rdbuf() << std::ifstream(path("one.key")).rdbuf();
  const std::string file = write("both.pem", both.str());
  EXPECT_EQ(problem(file, file), "none");
}

TEST_F(TlsFiles, ThatCannotBeUsedSayWhichAndWhy) {
  EXPECT_THAT(problem(path("none"), path("one.key")), HasSubstr("none cannot be read: No such"));
  EXPECT_THAT(problem(path("one.crt"), path("none")), HasSubstr("none cannot be read: No such"));
  EXPECT_THAT(problem(folder_, path("one.key")), HasSubstr("cannot be read"));
  EXPECT_THAT(problem(write("empty", ""), path("one.key")),
              HasSubstr("empty has no -----BEGIN CERTIFICATE-----"));
  EXPECT_THAT(problem(path("one.key"), path("one.key")),
              HasSubstr("one.key has no -----BEGIN CERTIFICATE-----"));
  EXPECT_THAT(problem(path("one.crt"), path("one.crt")),
              HasSubstr("one.crt has no -----BEGIN PRIVATE KEY-----"));
  EXPECT_THAT(problem(path("one.crt"), path("two.key")),
              HasSubstr("two.key is not that of the first certificate in"));
  EXPECT_THAT(problem(path("one.crt"), path("one.locked")), HasSubstr("is encrypted"));
  EXPECT_THAT(
      problem(write("bad", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"),
              path("one.key")),
      HasSubstr("bad has a certificate that cannot be used"));
  // What one file left behind is not said of the next.
  EXPECT_EQ(problem(path("one.crt"), path("one.key")), "none");
}

TEST_F(TlsFiles, ARequestIsServed) {
  const auto server = serve_tls();
  EXPECT_EQ(server->url(), "https://127.0.0.1:" + std::to_string(server->port()));
  TlsClient client(server->port());
  ASSERT_TRUE(client.shake());
  client.send(get("a") + get("b"));
  EXPECT_TRUE(client.reads(item("a")));
  EXPECT_TRUE(client.reads(item("b")));
}

TEST_F(TlsFiles, ALargeBodyComesAndGoesWhole) {
  const auto server = serve_tls();
  TlsClient client(server->port());
  ASSERT_TRUE(client.shake());
  const std::string large(300'000, 'x');
  client.send(get(large));
  EXPECT_TRUE(client.reads(item(large)));
}

TEST_F(TlsFiles, TheEndIsToldFromACut) {
  const auto server = serve_tls();
  TlsClient client(server->port());
  ASSERT_TRUE(client.shake());
  client.send(get("a", "Connection: close\r\n"));
  EXPECT_TRUE(client.reads(item("a")));
  EXPECT_FALSE(client.reads("more"));
  EXPECT_EQ(client.end, asio::error::eof) << client.end.message();
}

TEST_F(TlsFiles, OldVersionsAreRefused) {
  const auto server = serve_tls();
  EXPECT_FALSE(TlsClient(server->port()).shake(TLS1_1_VERSION));
  EXPECT_TRUE(TlsClient(server->port()).shake(TLS1_2_VERSION));
  EXPECT_TRUE(TlsClient(server->port()).shake(TLS1_3_VERSION));
}

TEST_F(TlsFiles, TheProtocolIsHttp11) {
  const auto server = serve_tls();
  TlsClient both(server->port());
  ASSERT_TRUE(both.shake(0, "\x02h2\x08http/1.1"));
  EXPECT_EQ(both.chosen_protocol(), "http/1.1");
  EXPECT_FALSE(TlsClient(server->port()).shake(0, "\x02h2"));
}

TEST_F(TlsFiles, PlainHttpIsTold) {
  const auto server = serve_tls();
  RawClient client(server->port());
  const RawReply reply = client.call(get("a"));
  EXPECT_EQ(reply.status, 400);
  EXPECT_THAT(reply.body, HasSubstr("https://"));
  EXPECT_TRUE(client.closed());
  RawClient babbler(server->port());
  babbler.send(std::string("\0\1\2", 3));
  EXPECT_TRUE(babbler.closed());
}

TEST_F(TlsFiles, HandshakesThatTakeTooLongAreEnded) {
  ServerOptions options;
  options.read_time_max = std::chrono::milliseconds(200);
  const auto server = serve_tls(std::move(options));
  RawClient silent(server->port());
  RawClient half(server->port());
  half.send(std::string("\x16\x03\x01\x02\x00\x01", 6));
  EXPECT_TRUE(silent.closed());
  EXPECT_TRUE(half.closed());
}

TEST_F(TlsFiles, AnotherIdentityGreetsNewConnectionsOnly) {
  const auto server = serve_tls();
  TlsClient before(server->port());
  ASSERT_TRUE(before.shake());
  server->use_tls(identity("two"));
  TlsClient after(server->port());
  ASSERT_TRUE(after.shake());
  EXPECT_NE(before.serial_of_peer(), after.serial_of_peer());
  for (TlsClient* client : {&before, &after}) {
    client->send(get("a"));
    EXPECT_TRUE(client->reads(item("a")));
  }
}

TEST_F(TlsFiles, AServerThatStopsWaitsForNoHandshake) {
  ServerOptions options;
  options.drain_time_max = std::chrono::minutes(10);
  const auto server = serve_tls(std::move(options));
  RawClient silent(server->port());
  RawClient half(server->port());
  half.send(std::string("\x16\x03\x01\x02\x00\x01", 6));
  TlsClient idle(server->port());
  ASSERT_TRUE(idle.shake());
  server->stop();
  server->wait();
  EXPECT_EQ(server->connections(), 0U);
}

}  // namespace
}  // namespace isotherm::wire
