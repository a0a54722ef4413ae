"""Each rule catches what it is for, and lets pass what it must."""

import pathlib
import tempfile
import unittest

import arrows
import cpp
import documents
import fences
import file_list
import sizes
import text
from tree import Tree

ROOMS = arrows.Rooms(
    "base base:\nstore store: base | \nengine store/engine: store base\nload load: store | engine\n"
)


class Sample(unittest.TestCase):
    """A tree of a few files in a temporary folder."""

    def tree(self, **files):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        for path, content in files.items():
            file = pathlib.Path(folder.name) / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(content, encoding="utf-8")
        return Tree(folder.name)

    def faults(self, rule, **files):
        return list(rule(self.tree(**files)))


class Arrows(Sample):
    def faults_of(self, path, content):
        return list(arrows.faults_of_file(ROOMS, path, content))

    def test_an_arrow_down_is_right(self):
        self.assertEqual(self.faults_of("store/engine/a.cc", '#include "store/b.h"\n'), [])

    def test_an_arrow_up_is_refused_with_its_line(self):
        found = self.faults_of("store/a.cc", '\n#include "store/engine/b.h"\n')
        self.assertEqual(len(found), 1)
        self.assertIn("src/store/a.cc:2: store may not use engine", found[0])

    def test_only_tests_use_what_is_for_tests(self):
        for include in ('#include "store/engine/a.h"\n', '#include "load/testing/a.h"\n'):
            self.assertEqual(self.faults_of("load/a_test.cc", include), [])
            self.assertEqual(self.faults_of("load/testing/b.h", include), [])
            self.assertEqual(len(self.faults_of("load/a.cc", include)), 1)

    def test_a_header_of_no_room_is_refused(self):
        self.assertEqual(len(self.faults_of("base/a.cc", '#include "b.h"\n')), 1)

    def test_a_room_that_uses_a_later_one_is_a_cycle(self):
        self.assertEqual(len(list(arrows.Rooms("a a: b\nb b:\n").cycles())), 1)


class Functions(unittest.TestCase):
    CODE = """
namespace a {
// void no() {
class B : public C {
 public:
  B(int x) : x_{x} {
  }
  int f() const { return x_; }
};
const char* text = R"({{{)";
static const int list[] = {1, 2, f(3)};
template <class T>
Result<T> g(std::function<void(int)> h = {}) noexcept {
  for (auto x : {1, 2}) {
    auto l = [&](char c) { return c == '{'; };
  }
  return {};
}
enum class E { x };
}
"""

    def test_finds_each_function_and_nothing_else(self):
        found = [(first, last) for first, last, _ in cpp.functions(self.CODE)]
        self.assertEqual(found, [(6, 7), (8, 8), (12, 18)])


class Rules(Sample):
    def test_a_long_file(self):
        self.assertEqual(len(self.faults(sizes.file_sizes, **{"src/a/b.cc": "\n" * 401})), 1)
        self.assertEqual(self.faults(sizes.file_sizes, **{"src/a/b.cc": "\n" * 400}), [])

    def test_a_long_function(self):
        body = "void f() {\n" + "  g();\n" * 59 + "}\n"
        self.assertEqual(len(self.faults(sizes.function_sizes, **{"src/a/b.cc": body})), 1)

    def test_a_wide_line(self):
        self.assertEqual(len(self.faults(sizes.columns, **{"src/a/b.cc": "x" * 101 + "\n"})), 1)

    def test_a_library_outside_its_fence(self):
        content = "#include <rocksdb/db.h>\n"
        self.assertEqual(len(self.faults(fences.fences, **{"src/cli/b.cc": content})), 1)
        self.assertEqual(self.faults(fences.fences, **{"src/store/engine/b.cc": content}), [])

    def test_a_missing_head_comment(self):
        rule = text.head_comments
        self.assertEqual(len(self.faults(rule, **{"src/a/b.h": "#pragma once\n\nint x;\n"})), 1)
        self.assertEqual(self.faults(rule, **{"src/a/b.h": "#pragma once\n\n// What.\n"}), [])

    def test_a_promise_without_a_number(self):
        rule = text.no_promises
        self.assertEqual(len(self.faults(rule, **{"src/a/b.cc": "// TO" "DO: all\n"})), 1)
        self.assertEqual(self.faults(rule, **{"src/a/b.cc": "// TO" "DO(#3): all\n"}), [])

    def test_a_test_that_sleeps(self):
        content = "std::this_thread::sleep_for(1s);\n"
        rule = text.tests_wait_for_nothing
        self.assertEqual(len(self.faults(rule, **{"src/a/b_test.cc": content})), 1)
        self.assertEqual(self.faults(rule, **{"src/a/b.cc": content}), [])

    def test_a_folder_of_one_machine(self):
        rule = text.no_places
        self.assertEqual(len(self.faults(rule, **{"docs/a.md": "see /ho" "me/me/x\n"})), 1)
        self.assertEqual(self.faults(rule, **{"docs/a.md": "src/work/x, ./work/x\n"}), [])

    def test_a_lock_file(self):
        self.assertEqual(len(self.faults(text.no_places, **{"a/package-lock.json": "{}\n"})), 1)

    def test_space_at_the_end(self):
        self.assertEqual(len(self.faults(text.whitespace, **{"a.md": "a \n"})), 1)
        self.assertEqual(len(self.faults(text.whitespace, **{"a.md": "a"})), 1)

    def test_a_link_to_nothing(self):
        rule = documents.links
        self.assertEqual(len(self.faults(rule, **{"docs/a.md": "[b](b.md)\n"})), 1)
        self.assertEqual(self.faults(rule, **{"docs/a.md": "[a](a.md#x) [](https://x.y)\n"}), [])

    def test_a_test_that_nothing_runs(self):
        rule = documents.tests_are_registered
        files = {"tests/a/b_test.py": "\n", "tests/a/CMakeLists.txt": "foo\n"}
        self.assertEqual(len(self.faults(rule, **files)), 1)
        files["tests/a/CMakeLists.txt"] = "add_test(b_test.py)\n"
        self.assertEqual(self.faults(rule, **files), [])

    def test_an_untrue_file_list(self):
        files = {
            "src/CMakeLists.txt": "room(NAME a)\n",
            "src/a/b.h": "#pragma once\n\n// A thing. More of it.\nint x;\n",
            "docs/architecture.md": f"{file_list.BEGIN}\n\n`src/a/`\n\n- `b`: A thing\n\n{file_list.END}\n",
        }
        self.assertEqual(self.faults(file_list.file_list, **files), [])
        files["src/a/c_test.cc"] = "\n"
        self.assertEqual(len(self.faults(file_list.file_list, **files)), 1)


if __name__ == "__main__":
    unittest.main()
