#include "store/parameters.h"

namespace isotherm {

Capacity ConsumedCapacity::total() const {
  Capacity sum = table;
  for (const auto& [name, capacity] : local_indexes) sum += capacity;
  for (const auto& [name, capacity] : global_indexes) sum += capacity;
  return sum;
}

ConsumedCapacity& ConsumedCapacity::operator+=(const ConsumedCapacity& other) {
  table += other.table;
  for (const auto& [name, capacity] : other.local_indexes) local_indexes[name] += capacity;
  for (const auto& [name, capacity] : other.global_indexes) global_indexes[name] += capacity;
  return *this;
}

}  // namespace isotherm
