// Carries examples/boot-storm/isotherm.yaml into the program: the file that people read is the one
// that the demo uses. CMake tells where it lies, and compiles this anew when it changes.

#include "demo/boot_storm_schema.h"

// clang-format off
__asm__(
    ".section .rodata\n"
    ".balign 16\n"
    ".type isotherm_boot_storm_yaml, @object\n"
    "isotherm_boot_storm_yaml:\n"
    ".incbin \"" ISOTHERM_BOOT_STORM_YAML "\"\n"
    "isotherm_boot_storm_yaml_end:\n"
    ".size isotherm_boot_storm_yaml, . - isotherm_boot_storm_yaml\n"
    ".previous\n");
// clang-format on

extern "C" {
__attribute__((visibility("hidden"))) extern const char isotherm_boot_storm_yaml[];
__attribute__((visibility("hidden"))) extern const char isotherm_boot_storm_yaml_end[];
}

namespace isotherm::demo {

std::string_view boot_storm_schema() {
  return {isotherm_boot_storm_yaml,
          static_cast<std::size_t>(isotherm_boot_storm_yaml_end - isotherm_boot_storm_yaml)};
}

}  // namespace isotherm::demo
