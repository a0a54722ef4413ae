#pragma once

// ConsumedCapacity and ItemCollectionMetrics out of answers.

#include <vector>

#include "codec/reader.h"
#include "store/parameters.h"

namespace isotherm::codec {

/// Which units those are that an answer tells only the sum of.
enum class Counted { reads, writes };

/// One object, or a list of them that become one.
void read_consumed(Reader& reader, const Place& place, const Json& json, Counted counted,
                   ConsumedCapacity& out);
/// A list of objects, or one.
void read_consumed(Reader& reader, const Place& place, const Json& json, Counted counted,
                   std::vector<ConsumedCapacity>& out);

/// A member's read function.
template <Counted counted, class Response>
void consumed(Reader& reader, const Place& place, const Json& json, Response& out) {
  read_consumed(reader, place, json, counted, out.consumed);
}

void read_metrics(Reader& reader, const Place& place, const Json& json, Position position,
                  ItemCollectionMetrics& out);

}  // namespace isotherm::codec
