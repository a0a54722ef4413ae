#pragma once

// Where a command prints: results to stdout, everything else to stderr; colours only where a person
// reads them.

#include <optional>
#include <string>
#include <string_view>

namespace isotherm::cli {

enum class ColourWish { automatic, always, never };

/// Styles of a stream; plain text when the stream takes none.
class Paint {
 public:
  explicit Paint(bool on = false) : on_(on) {}
  bool is_on() const { return on_; }
  std::string bold(std::string_view text) const { return wrapped("1", text); }
  std::string dim(std::string_view text) const { return wrapped("2", text); }
  std::string red(std::string_view text) const { return wrapped("31", text); }
  std::string green(std::string_view text) const { return wrapped("32", text); }
  std::string yellow(std::string_view text) const { return wrapped("33", text); }

 private:
  std::string wrapped(std::string_view code, std::string_view text) const;
  bool on_;
};

/// What the streams and the environment say about how to print.
struct TerminalFacts {
  bool is_tty = false;
  std::optional<std::string> term;
  std::optional<std::string> no_color;
  std::optional<std::string> force_color;
};

/// --color beats FORCE_COLOR and CLICOLOR_FORCE, they beat NO_COLOR, it beats what the stream is.
bool takes_colour(ColourWish wish, const TerminalFacts& facts);

/// The value of an environment variable; absent when it is not set.
std::optional<std::string> environment(const char* name);

class Terminal {
 public:
  explicit Terminal(ColourWish wish = ColourWish::automatic);

  /// Prints a result; the text brings its own newline. A pipe that was closed ends the program.
  void out(std::string_view text) const;
  /// Prints a message.
  void say(std::string_view text) const;
  /// Prints an error and what to do about it; one JSON object when errors are wanted as JSON.
  void fail(std::string_view code, std::string_view message, std::string_view hint = {}) const;

  void want_json_errors() { json_errors_ = true; }
  /// Whether stderr is a terminal that lines can be redrawn on.
  bool can_redraw() const { return can_redraw_; }
  const Paint& out_paint() const { return out_paint_; }
  const Paint& err_paint() const { return err_paint_; }

 private:
  Paint out_paint_;
  Paint err_paint_;
  bool can_redraw_ = false;
  bool json_errors_ = false;
};

}  // namespace isotherm::cli
