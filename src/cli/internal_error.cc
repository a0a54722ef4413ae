#include "cli/internal_error.h"

#include <cstdlib>
#include <exception>

#include "cli/exit_code.h"
#include "cli/terminal.h"

namespace isotherm::cli {
namespace {

// Of the exception that is being handled.
std::string reason() {
  const auto failure = std::current_exception();
  if (!failure) return "the program cannot go on";
  try {
    std::rethrow_exception(failure);
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "an exception of an unknown type";
  }
}

int report() {
  Terminal().fail("internal", "internal error: " + reason(),
                  "This is a fault of isotherm, not yours. Please report it with the command.");
  return exit_failed;
}

}  // namespace

int guarded(const std::function<int()>& body) {
  std::set_terminate([] { std::_Exit(report()); });
  try {
    return body();
  } catch (...) {
    return report();
  }
}

}  // namespace isotherm::cli
