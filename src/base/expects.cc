#include "base/expects.h"

#include <cstdio>
#include <cstdlib>

namespace isotherm {

void broken_invariant(const char* what, std::source_location where) {
  std::fprintf(stderr, "isotherm: broken invariant: %s (%s:%u)\n", what, where.file_name(),
               static_cast<unsigned>(where.line()));
  std::abort();
}

}  // namespace isotherm
