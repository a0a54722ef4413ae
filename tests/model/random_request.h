#pragma once

// Random requests from few values, so that keys, index keys and shards collide all the time.

#include <random>
#include <string>

#include "model.h"

namespace isotherm::model_test {

class RandomRequest {
 public:
  explicit RandomRequest(std::uint64_t seed) : random_(seed) {}

  /// 0 … below - 1.
  long pick(long below);
  bool chance(int percent) { return pick(100) < percent; }

  Key key();
  Json item(const Key& key);
  Condition condition();
  Update update();
  Read read();

  /// The key attributes, the number spelled in one of many ways.
  Json spelled_key(const Key& key);

 private:
  std::string word(std::initializer_list<const char*> words);
  Json value_of(const std::string& attribute);

  std::mt19937_64 random_;
};

}  // namespace isotherm::model_test
