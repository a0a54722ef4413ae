#pragma once

// One block of DES [FIPS 46-3] with the key of eight zero bytes: Vitess's vindex `hash`. All
// sixteen round keys of that key are zero, so there is no key schedule, and decrypting is
// encrypting. Spreads bits, keeps no secret.
//
// Our own: OpenSSL has DES in its "legacy" provider only, a file that many installations leave out,
// and a key schedule for each call is what this one does without.

#include <cstdint>

namespace isotherm::placement {

/// Its own inverse: des_null_key(des_null_key(x)) == x.
std::uint64_t des_null_key(std::uint64_t block);

}  // namespace isotherm::placement
