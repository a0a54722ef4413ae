#pragma once

// What the program's exit codes mean. `isotherm help exit-codes` prints this table.

#include <array>
#include <string_view>

namespace isotherm::cli {

enum ExitCode : int {
  exit_done = 0,
  exit_failed = 1,
  exit_usage = 2,
  exit_check_failed = 3,
  exit_service_error = 5,
};

/// The code of a program that a signal ended: 130 for SIGINT, 143 for SIGTERM.
constexpr int exit_by_signal(int signal) { return 128 + signal; }

struct ExitCodeRow {
  int code;
  std::string_view meaning;
};

inline constexpr std::array exit_codes{
    ExitCodeRow{0, "done; of `serve`: stopped by SIGTERM or SIGINT, every request was answered"},
    ExitCodeRow{1, "failed: the reason is on stderr, with what to do"},
    ExitCodeRow{2, "usage: an unknown command or option, a bad value, a schema that is not valid"},
    ExitCodeRow{3,
                "a check failed: a threshold of `bench`, the figures of `demo`, a refused plan, a "
                "problem that `schema check` found, a migration that `schema diff` finds needed"},
    ExitCodeRow{4, "credentials or permission (reserved)"},
    ExitCodeRow{5, "the endpoint answered an error, or did not answer"},
    ExitCodeRow{6, "a wait timed out and the work goes on (reserved)"},
    ExitCodeRow{130, "ended by a second SIGINT, or a measurement or demo cut short by the first"},
    ExitCodeRow{143, "the same of SIGTERM"},
};

}  // namespace isotherm::cli
