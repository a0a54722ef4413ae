#pragma once

// The application of the demo: users open it, and it looks members up. It knows DynamoDB, a table
// and an index, and nothing of sharding: both stages run this same code.
//
//   table User   key id
//   index member key (channelId, memberId)

#include <cstdint>
#include <string>

#include "load/client.h"

namespace isotherm::demo {

inline constexpr std::string_view user_table = "User";
inline constexpr std::string_view member_index = "member";
/// The channel whose members all come at once.
inline constexpr std::string_view big_channel = "big";

/// One user: their number decides the id and the memberId.
struct User {
  std::uint64_t number = 0;
  std::string channel;
};

std::string member_id(std::uint64_t number);

/// Creates the table and waits until it can be used. `write_units` is the warm throughput of the
/// table and of its index: how many writes a second they are prepared for.
Expected<void, load::Refusal> create_user_table(load::Client& client, std::int64_t write_units);

/// A boot of the application: PutItem of the user.
void write_boot(const User& user, std::uint64_t boot_millis, std::string& body);
/// A look-up of one member: Query of the index `member`.
void write_look_up(const User& user, std::string& body);
/// Whether a look-up's answer holds exactly that member, and shows nothing that is not the
/// application's.
bool is_found(const std::string& body, const User& user);

/// Items in the table, by scanning all of it.
Expected<std::uint64_t, load::Refusal> count_users(load::Client& client);
/// Members of a channel, by querying the index for all of them.
Expected<std::uint64_t, load::Refusal> count_members(load::Client& client,
                                                     std::string_view channel);

}  // namespace isotherm::demo
