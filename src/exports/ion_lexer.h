#pragma once

// Cuts the text of an Ion row into tokens.

#include <string>
#include <string_view>

#include "model/error.h"

namespace isotherm::exports {

struct IonToken {
  enum class Kind {
    end,
    punctuation,  ///< one of { } [ ] ( ) , :
    annotation,   ///< ::
    word,         ///< an identifier: a symbol, null, true, false, null.string
    number,       ///< digits and what belongs to them
    quoted,       ///< a symbol in single quotes; `text` is without them
    string,       ///< `text` is without quotes and escapes; long strings are joined
    blob          ///< `text` is what stands between {{ and }}
  };
  Kind kind = Kind::end;
  std::string text = {};

  bool is(char c) const { return kind == Kind::punctuation && text[0] == c; }
};

class IonLexer {
 public:
  explicit IonLexer(std::string_view text) : text_(text) {}

  /// Looks at the next token.
  Result<const IonToken*> peek();
  /// Takes it.
  Result<IonToken> next();

 private:
  Result<IonToken> read();
  Result<void> skip_space();
  Result<std::string> quoted(char quote);
  Result<std::string> long_string();
  Result<void> escape(std::string& out);
  bool at(std::string_view what) const { return text_.substr(at_).starts_with(what); }

  std::string_view text_;
  std::size_t at_ = 0;
  bool has_token_ = false;
  IonToken token_;
};

}  // namespace isotherm::exports
