// The program `isotherm`.

#include <csignal>
#include <string>
#include <vector>

#include "cli/internal_error.h"
#include "cli/run.h"

int main(int count, char** arguments) {
  std::signal(SIGPIPE, SIG_IGN);
  return isotherm::cli::guarded([&] {
    return isotherm::cli::run(std::vector<std::string>(arguments + 1, arguments + count));
  });
}
