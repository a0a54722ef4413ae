#include "throughput/settings.h"

namespace isotherm::throughput {

const char* mode_name(Mode mode) {
  switch (mode) {
    case Mode::enforce: return "enforce";
    case Mode::observe: return "observe";
    case Mode::off: return "off";
  }
  return "";
}

}  // namespace isotherm::throughput
