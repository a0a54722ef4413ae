"""`cmake --install` into a folder that is then moved: programs in C and C++ find the library there,
by pkg-config and by CMake."""

import os
import pathlib
import subprocess
import tempfile
import unittest

BUILD = os.environ["BUILD"]
# In `dev` the library needs the rooms, which are libraries of the build folder.
ENVIRONMENT = {**os.environ, "LD_LIBRARY_PATH": f"{BUILD}/src"}
LINK = "-Wl,--allow-shlib-undefined"

C_PROGRAM = """
#include <isotherm/isotherm.h>
#include <stdio.h>
int main(void) {
  printf("%s %u\\n", isotherm_version(), (unsigned)isotherm_redis_slot("somekey", 7));
  return 0;
}
"""
CPP_PROGRAM = """
#include <isotherm/sharding.hpp>
#include <cstdio>
using namespace isotherm::keys;
int main() {
  const auto key = shard_key(Format(16), text("channel-A"), HashStrategy(16), {text("user-1")});
  std::printf("%s\\n", key.c_str());
}
"""
CMAKE_PROJECT = """
cmake_minimum_required(VERSION 3.25)
project(embedder LANGUAGES C CXX)
find_package(isotherm CONFIG REQUIRED)
add_executable(in_c program.c)
add_executable(in_cpp program.cc)
target_compile_features(in_cpp PRIVATE cxx_std_20)
foreach(program in_c in_cpp)
  target_link_libraries(${program} PRIVATE isotherm::isotherm)
  target_link_options(${program} PRIVATE %s)
endforeach()
""" % LINK


def run(*command, **more):
    done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False,
                          env={**ENVIRONMENT, **more})
    if done.returncode != 0:
        raise AssertionError(f"{command}: {done.stdout}{done.stderr}")
    return done.stdout


class Install(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        for component in ("library", "headers"):
            run("cmake", "--install", BUILD, "--component", component, "--prefix",
                str(cls.folder / "first"))
        cls.prefix = (cls.folder / "first").rename(cls.folder / "moved")
        cls.library = next(cls.prefix.rglob("libisotherm.so"))
        for name, text in (("program.c", C_PROGRAM), ("program.cc", CPP_PROGRAM),
                           ("CMakeLists.txt", CMAKE_PROJECT)):
            (cls.folder / name).write_text(text, encoding="utf-8")

    def expect_answers(self, in_c, in_cpp):
        found = f"{self.library.parent}:{BUILD}/src"
        self.assertRegex(run(in_c, LD_LIBRARY_PATH=found), r"^\d+\.\d+\.\d+ 11058\n$")
        self.assertEqual(run(in_cpp, LD_LIBRARY_PATH=found), "channel-A-3\n")

    def test_by_pkg_config(self):
        where = str(next(self.prefix.rglob("isotherm.pc")).parent)
        flags = run("pkg-config", "--cflags", "--libs", "isotherm", PKG_CONFIG_PATH=where).split()
        self.assertIn(f"-L{self.library.parent}", [os.path.normpath(flag) for flag in flags])
        programs = []
        for compiler, source, standard in (("CC", "program.c", "-std=c99"),
                                           ("GXX", "program.cc", "-std=c++20")):
            programs.append(str(self.folder / f"{source}.bin"))
            run(os.environ[compiler], standard, str(self.folder / source), *flags, LINK, "-o",
                programs[-1])
        self.expect_answers(*programs)

    def test_by_cmake(self):
        build = str(self.folder / "build")
        run("cmake", "-S", str(self.folder), "-B", build, f"-DCMAKE_PREFIX_PATH={self.prefix}",
            f"-DCMAKE_C_COMPILER={os.environ['CC']}", f"-DCMAKE_CXX_COMPILER={os.environ['CXX']}")
        run("cmake", "--build", build)
        self.expect_answers(f"{build}/in_c", f"{build}/in_cpp")

    def test_the_library_needs_little_at_run_time(self):
        needed = run("readelf", "--dynamic", str(self.library))
        self.assertNotIn("libssl", needed)
        self.assertNotIn("libcrypto", needed)
        if not os.environ["SHARED_ROOMS"]:
            self.assertNotIn("libisotherm_", needed)

    def test_only_what_others_need_is_installed(self):
        headers = {path.name for path in self.prefix.rglob("*.h*")}
        self.assertEqual(headers, {"isotherm.h", "ids.hpp", "sharding.hpp"})
        self.assertTrue(next(self.prefix.rglob("vectors.json")).is_file())


if __name__ == "__main__":
    unittest.main()
