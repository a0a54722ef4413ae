#pragma once

// Admission: whether a request may use what it costs, now.
//
// A write is a list of charges: one for the table and one for each place it touches in an index. It
// is admitted by all of their buckets (the resource's own and its partition's) or by none: an index
// that is hot rejects the base write (back-pressure [DG:gsi-throttling]), and the reasons name the
// index. A read is a list of charges on one resource, one for each partition that it searched (see
// PageMeter).
//
// Charges of local indexes are part of the table's own charge: they live on its partitions.
//
// Not thread-safe: the caller holds a lock over all resources that a call names.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "model/error.h"
#include "throughput/key_name.h"
#include "throughput/key_range.h"
#include "throughput/reason.h"

namespace isotherm::throughput {

class Resource;

/// Units to be taken from one resource at one key.
struct Charge {
  Resource* resource = nullptr;
  KeyPosition position;
  /// Read or write units, by the call. 0 is allowed and charges nothing.
  double units = 0;
  /// Shown among the hottest keys. May be unknown.
  KeyName name;
};

/// One limit that a request hit.
struct Denial {
  Reason reason;
  /// The index's name; empty: the table.
  std::string index;
  /// Of the resource, for the choice of exception and message.
  bool provisioned = true;

  friend bool operator==(const Denial&, const Denial&) = default;
};

/// The verdict on a request. In observe mode a request that is over a limit is admitted, and
/// `denials` still says which.
struct Admission {
  bool admitted = true;
  std::vector<Denial> denials;

  explicit operator bool() const { return admitted; }
  bool over_limit() const { return !denials.empty(); }
};

/// Admits and charges a write, all or nothing.
Admission admit_write(std::span<const Charge> charges, TimePoint now);

/// Admits and charges a read, all or nothing.
Admission admit_read(std::span<const Charge> charges, TimePoint now);

/// As admit_*, but only asks: charges nothing, counts nothing. For a check before work is done.
bool would_admit(Direction direction, std::span<const Charge> charges, TimePoint now);

/// Corrects what an admitted request was charged: `units` are the difference (actual minus
/// admitted), negative to give back. Never refused. Not after an admission that was `over_limit()`:
/// that one was charged nothing.
void settle(Direction direction, std::span<const Charge> differences, TimePoint now);

/// The exception for a denied request, with ThrottlingReasons naming `table_arn` or its indexes.
///
/// Where the service's documents disagree we decided [facts sheet §5]:
/// - the key range of a provisioned resource: ProvisionedThroughputExceededException, the
///   long-standing practice; of an on-demand one: ThrottlingException;
/// - account limits: RequestLimitExceeded, as Programming.Errors has it;
/// - several reasons: the first decides, in the order of Admission::denials.
Error throttling_error(const Admission& admission, std::string_view table_arn);

/// The exception that one denial makes when it is the only one.
ErrorCode error_code(const Denial& denial);
/// The message that goes with it.
std::string_view error_message(const Denial& denial);

}  // namespace isotherm::throughput
