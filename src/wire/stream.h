#pragma once

// The bytes of one connection: a TCP socket, and TLS on top of it when the server has an identity.
// On a plain socket each call is the socket's own, behind one test of a pointer.

#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <memory>
#include <utility>

#include "wire/tls_identity.h"

namespace isotherm::wire {

/// The first byte of a client that speaks TLS: the record type `handshake`.
inline constexpr char tls_handshake_byte = 0x16;

class Stream {
 public:
  using Socket = boost::asio::ip::tcp::socket;

  /// `identity`: nullptr for plain TCP.
  Stream(Socket socket, std::shared_ptr<const TlsIdentity> identity)
      : socket_(std::move(socket)), identity_(std::move(identity)) {
    if (identity_) tls_ = std::make_unique<Tls>(socket_, identity_->context());
  }

  Socket& socket() { return socket_; }
  bool is_tls() const { return tls_ != nullptr; }
  /// Goes on without TLS: for a client that does not speak it.
  void drop_tls() { tls_.reset(); }

  template <class Token>
  auto async_read_some(const boost::asio::mutable_buffer& buffer, Token&& token) {
    return tls_ ? tls_->async_read_some(buffer, std::forward<Token>(token))
                : socket_.async_read_some(buffer, std::forward<Token>(token));
  }
  template <class Token>
  auto async_write_some(const boost::asio::const_buffer& buffer, Token&& token) {
    return tls_ ? tls_->async_write_some(buffer, std::forward<Token>(token))
                : socket_.async_write_some(buffer, std::forward<Token>(token));
  }

  /// Only of a TLS stream: the handshake, and the alert that says that no more comes.
  template <class Token>
  auto async_handshake(Token&& token) {
    return tls_->async_handshake(Tls::server, std::forward<Token>(token));
  }
  template <class Token>
  auto async_shutdown(Token&& token) {
    return tls_->async_shutdown(std::forward<Token>(token));
  }

 private:
  using Tls = boost::asio::ssl::stream<Socket&>;

  Socket socket_;
  /// Outlives the stream that was made of its context.
  std::shared_ptr<const TlsIdentity> identity_;
  std::unique_ptr<Tls> tls_;
};

}  // namespace isotherm::wire
