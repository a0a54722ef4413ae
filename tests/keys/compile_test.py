"""The public headers compile as C and with g++ and clang++; what must not compile does not."""

import os
import pathlib
import subprocess
import tempfile
import unittest

SOURCE = pathlib.Path(__file__).resolve().parents[2]
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Werror"]

C_PROGRAM = """
#include <isotherm/isotherm.h>
#include <stdio.h>
int main(void) {
  isotherm_strategy* strategy = isotherm_hash_strategy_new(16, ISOTHERM_MURMUR3_X86_32, 0, 0);
  isotherm_format* format = isotherm_format_new(0, 16, 0, 0);
  isotherm_value base = {'S', "channel-A", 9}, input = {'S', "user-1", 6};
  char key[64];
  size_t size;
  isotherm_key_of(strategy, format, &base, &input, 1, key, sizeof key, &size);
  printf("%.*s\\n", (int)size, key);
  isotherm_format_free(format);
  isotherm_strategy_free(strategy);
  return 0;
}
"""

CPP_PROGRAM = """
#include <isotherm/ids.hpp>
#include <isotherm/sharding.hpp>
#include <cstdio>
using namespace isotherm::keys;
int main() {
  const HashStrategy strategy(16);
  const Format format(16);
  std::array<char, 64> buffer{};
  const Value input = text("user-2");
  const auto size = find_key(format, text("channel-A"), strategy, Inputs(&input, 1), buffer);
  Snowflake ids(snowflake_layout("twitter"), 1, 2);
  const Issue issue = ids.issue(1656432460105, 3);
  std::printf("%s %.*s %s %u %s\\n",
              shard_key(format, text("channel-A"), strategy, {text("user-1")}).c_str(),
              static_cast<int>(*size), buffer.data(),
              std::string(format.parse("a-b-3")->base).c_str(), issue.count,
              to_string(*Uuid7().issue(1645557742000, 0, 0)).c_str());
  RandomStrategy random(4);
  RoundRobinStrategy turns(4);
  return random.draw(0) + turns.draw() == 0 ? 0 : 1;
}
"""

# The same twice, but for the strategy.
INTERNAL = """
#include "sharding/hash_strategy.h"
#include "sharding/random_strategy.h"
#include "sharding/round_robin_strategy.h"
#include "sharding/shard_key.h"
using namespace isotherm;
using namespace isotherm::sharding;
Result<AttributeValue> again(const AttributeValue& base, Inputs inputs) {
  return shard_key(base, %s(4), inputs);
}
"""
PUBLIC = """
#include <isotherm/sharding.hpp>
using namespace isotherm::keys;
std::string again(const Format& format, const Value& base, Inputs inputs) {
  return shard_key(format, base, %s(4), inputs);
}
"""
C_CALL = """
#include <isotherm/isotherm.h>
isotherm_status again(%s* strategy, const isotherm_value* inputs, uint32_t* shard) {
  return isotherm_shard_of(strategy, inputs, 1, shard);
}
"""


class Compile(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def compile(self, compiler, text, name, *arguments):
        file = self.folder / name
        file.write_text(text, encoding="utf-8")
        standard = "-std=c99" if name.endswith(".c") else "-std=c++20"
        return subprocess.run(
            [os.environ[compiler], standard, f"-I{SOURCE}/include", f"-I{SOURCE}/src", str(file),
             *arguments], capture_output=True, text=True, timeout=240, check=False)

    def expect_only(self, compiler, template, name, good, bad, complaint):
        """The good one compiles, so that the bad one fails for its strategy and nothing else."""
        done = self.compile(compiler, template % good, name, "-fsyntax-only", *WARNINGS)
        self.assertEqual(done.returncode, 0, done.stderr)
        for each in bad:
            done = self.compile(compiler, template % each, name, "-fsyntax-only", *WARNINGS)
            self.assertNotEqual(done.returncode, 0, f"{each} compiled")
            self.assertRegex(done.stderr, complaint)

    def test_what_was_drawn_cannot_be_computed_again(self):
        drawing = ("RandomStrategy", "RoundRobinStrategy")
        self.expect_only("CXX", INTERNAL, "again.cc", "HashStrategy", drawing,
                         "does not satisfy 'DeterministicStrategy'")
        for compiler in ("CXX", "GXX"):
            self.expect_only(compiler, PUBLIC, "public.cc", "HashStrategy", drawing,
                             "[Dd]eterministic")
        self.expect_only("CC", C_CALL, "again.c", "isotherm_strategy", ("isotherm_drawer",),
                         "incompatible pointer")

    def run_program(self, compiler, text, name):
        program = self.folder / "program"
        library = pathlib.Path(os.environ["LIBISOTHERM"])
        done = self.compile(compiler, text, name, *WARNINGS, "-o", str(program), str(library),
                            f"-Wl,-rpath,{library.parent}", "-Wl,--allow-shlib-undefined")
        self.assertEqual(done.returncode, 0, done.stderr)
        return subprocess.run([program], capture_output=True, text=True, timeout=60,
                              check=True).stdout

    def test_a_program_in_c(self):
        self.assertEqual(self.run_program("CC", C_PROGRAM, "program.c"), "channel-A-3\n")

    def test_a_program_in_cpp_with_either_compiler(self):
        for compiler in ("CXX", "GXX"):
            self.assertEqual(self.run_program(compiler, CPP_PROGRAM, "program.cc"),
                             "channel-A-3 channel-A-b a-b 3 "
                             "017f22e2-79b0-7000-8000-000000000000\n")

    def test_the_pure_rooms_compile_with_gcc(self):
        for room in ("sharding", "ids"):
            for file in sorted((SOURCE / "src" / room).glob("*.cc")):
                if not file.name.endswith("_test.cc"):
                    done = subprocess.run(
                        [os.environ["GXX"], "-std=c++20", "-fsyntax-only", f"-I{SOURCE}/src",
                         "-Wall", "-Wextra", "-Werror", str(file)],
                        capture_output=True, text=True, timeout=240, check=False)
                    self.assertEqual(done.returncode, 0, done.stderr[:2000])


if __name__ == "__main__":
    unittest.main()
