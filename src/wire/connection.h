#pragma once

// One client's connection: reads, parses, serves, writes, until either side ends it.
//
//   greeting ──handshake──> waiting      (on TLS; a plain connection begins in waiting)
//   waiting ──bytes──> reading ──request──> serving ──reply──> writing ──> waiting
//      │                  └──no request──> writing ──> lingering ──> closed
//      └─ idle too long, or the server stops ──> closed
//
//   1. All of a connection runs on its worker's thread.
//   2. Replies go out in the order of the requests; those of one read go out in one write.
//   3. In `serving` nothing but the store is waited for: only the drain time ends it, or, where the
//      server's options say so, that the client has gone.

#include <atomic>
#include <boost/asio/ip/tcp.hpp>
#include <cstdint>
#include <list>
#include <mutex>
#include <optional>
#include <string>

#include "model/error.h"
#include "signing/credentials_file.h"
#include "store/task.h"
#include "wire/http_reply.h"
#include "wire/http_request.h"
#include "wire/server.h"
#include "wire/stream.h"

namespace isotherm::wire {

/// What all connections of a server share.
struct Shared {
  Shared(Store& below, ServerOptions given) : store(below), options(std::move(given)) {}

  Store& store;
  ServerOptions options;
  std::atomic<bool> stopping = false;
  std::atomic<std::size_t> connections = 0;

  /// What new connections are greeted with; nullptr: plain TCP.
  std::shared_ptr<const TlsIdentity> tls() {
    const std::lock_guard lock(tls_mutex);
    return options.tls;
  }
  std::mutex tls_mutex;
};

struct Call;
struct Reply;

enum class Phase : std::uint8_t { greeting, waiting, reading, serving, writing, lingering };

class Connection {
 public:
  /// `tick` counts up while time goes by: what time-outs are measured in.
  Connection(boost::asio::ip::tcp::socket socket, Shared& shared, RequestIds& ids,
             const std::uint32_t& tick);

  /// Serves the client to the end. The connection must outlive the coroutine.
  Task<void> serve();

  /// Ends a connection that has waited too long, in ticks.
  void end_if_late(std::uint32_t idle_ticks, std::uint32_t read_ticks);
  /// The server stops: ends at once what owes no reply; the rest ends after it.
  void end_if_idle();
  /// Whether a request is being served whose client has gone: it closed its end, whatever it sent
  /// before.
  bool is_left();
  /// The drain time is over.
  void end();

 private:
  /// Serves request after request.
  Task<void> converse();
  /// The TLS handshake. False: the client does not speak TLS, or not so that we understand.
  Task<bool> greet();
  /// Tells a client that speaks plain HTTP what this port speaks.
  Task<void> refuse_plain(char first);
  Task<void> say_goodbye();
  /// Parses and serves what the buffer holds; replies gather in `out_`. False: close.
  Task<bool> serve_buffer();
  /// Serves the request that was parsed. False: close.
  Task<bool> answer();
  Task<void> answer_post();
  void answer_without_body();
  /// A reply with what each has; good until the next one is asked for.
  HttpReply reply_to(const HttpRequest& request, const RequestId& id);
  void ask_for_body();
  Result<std::shared_ptr<const signing::Profile>> sender();
  /// Serves a call as far as its sender's rights go.
  Task<Reply> serve_as(std::shared_ptr<const signing::Profile> sender, Call call);
  void refuse_form(HttpParse why);
  Task<bool> read();
  Task<bool> flush();
  Task<void> linger();
  void enter(Phase phase);
  /// Takes note of bytes that moved: enough of them buy more time.
  void progress(std::size_t bytes);
  /// Unfolds a gzip body. False: the request was refused, and the connection ends.
  bool unfold_body();
  std::string_view buffered() const { return {buffer_.data() + begin_, end_ - begin_}; }
  void make_room();

  Stream stream_;
  Shared& shared_;
  RequestIds& ids_;
  const std::uint32_t& tick_;
  HttpRequestParser parser_;
  /// Bytes of a body or reply that must still move before their time begins anew.
  std::size_t due_bytes_ = 0;
  /// What was read and not yet parsed is [begin_, end_).
  std::string buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::string out_;
  std::string more_headers_;
  Phase phase_ = Phase::waiting;
  std::uint32_t since_;
  bool continue_sent_ = false;
  /// The client may still be sending when the connection is closed.
  bool linger_ = false;
};

}  // namespace isotherm::wire
