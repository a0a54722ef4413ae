#pragma once

// Counts the allocations of a test program. Include it in one file of the program only: it replaces
// the global operator new.

#include <atomic>
#include <cstdlib>
#include <new>

namespace isotherm::testing {

inline std::atomic<long long> allocations{0};

/// How many times `run` allocated, on any thread.
template <class Run>
long long allocations_of(Run&& run) {
  const long long before = allocations.load();
  run();
  return allocations.load() - before;
}

inline void* counted(std::size_t bytes, std::size_t alignment = 0) {
  ++allocations;
  void* room = alignment == 0
                   ? std::malloc(bytes == 0 ? 1 : bytes)
                   : std::aligned_alloc(alignment, (bytes + alignment - 1) & ~(alignment - 1));
  if (room == nullptr) std::abort();
  return room;
}

}  // namespace isotherm::testing

void* operator new(std::size_t bytes) { return isotherm::testing::counted(bytes); }
void* operator new[](std::size_t bytes) { return isotherm::testing::counted(bytes); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return isotherm::testing::counted(bytes, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t bytes, std::align_val_t alignment) {
  return isotherm::testing::counted(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* room) noexcept { std::free(room); }
void operator delete[](void* room) noexcept { std::free(room); }
void operator delete(void* room, std::size_t) noexcept { std::free(room); }
void operator delete[](void* room, std::size_t) noexcept { std::free(room); }
void operator delete(void* room, std::align_val_t) noexcept { std::free(room); }
void operator delete[](void* room, std::align_val_t) noexcept { std::free(room); }
void operator delete(void* room, std::size_t, std::align_val_t) noexcept { std::free(room); }
void operator delete[](void* room, std::size_t, std::align_val_t) noexcept { std::free(room); }
