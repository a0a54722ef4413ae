"""Text: head comments, no promise without a number, nothing of the machine it was written on."""

import pathlib
import re

# Headers say what they are; so does a .cc file without a header of its name.
COMMENT = {".h": "//", ".cc": "//", ".cmake": "#", ".sh": "#", ".py": '"""', ".mjs": "//"}

# Words that promise. With an issue's number after them they are a plan.
PROMISE = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b(?!\(#\d+\))")
WEAK = re.compile(r"sleep_for|time\.sleep|GTEST_SKIP|DISABLED_|(?:EXPECT|ASSERT)_TRUE\(true\)")
PLACE = re.compile(r"(?<![\w./:*-])/(?:work|home|root|workspace|Users)/[\w.]")
REGISTRY = re.compile(r"\bregistry\.[a-z]+\b|\bdeb\.[a-z]+\.org\b|\"resolved\":", re.IGNORECASE)
LOCK_FILES = {"package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml"}
# This file and its test name what they look for.
RULE_FILES = {"tests/tidy/text.py", "tests/tidy/tidy_rules_test.py"}


# What may stand before the head comment.
BEFORE = re.compile(r"#!|# shellcheck|#pragma once|#include|namespace\b|using\b|\s*$")


def head_comments(tree):
    """A file says at its head what it is, before anything that it declares."""
    for path in tree.texts():
        suffix = pathlib.PurePath(path).suffix
        sign = COMMENT.get(suffix)
        if sign is None or path.endswith("_test.cc"):
            continue
        if suffix == ".cc" and tree.exists(path[:-3] + ".h"):
            continue
        lines = [line for line in tree.text(path).splitlines() if not BEFORE.match(line)]
        if not lines or not lines[0].startswith(sign):
            yield f"{path}: says at its head not what it is"


def pragma_once(tree):
    """Headers begin with #pragma once."""
    for path in tree.cpp():
        if path.endswith(".h") and not tree.text(path).startswith("#pragma once\n"):
            yield f"{path}: does not begin with #pragma once"


def no_promises(tree):
    """No TODO without an issue's number."""
    for path in tree.texts():
        if path in RULE_FILES or path.endswith(".md"):
            continue
        yield from _lines(tree, path, PROMISE, "promises instead of doing; number it, (#12), or do it")


def tests_wait_for_nothing(tree):
    """No test sleeps, is switched off, or passes whatever happens."""
    for path in tree.texts():
        if re.search(r"_test\.(cc|py|mjs)$", path) and path not in RULE_FILES:
            yield from _lines(tree, path, WEAK, "weakens the test")


def no_places(tree):
    """Nothing names the machine it was written on, or a package registry's host."""
    for path in tree.texts():
        if path in RULE_FILES:
            continue
        yield from _lines(tree, path, PLACE, "names a folder of one machine")
        yield from _lines(tree, path, REGISTRY, "names a package registry's host")
        if pathlib.PurePath(path).name in LOCK_FILES:
            yield f"{path}: a lock file with a registry's addresses"


def whitespace(tree):
    """No space at a line's end, no tab in code, one newline at the end."""
    for path in tree.texts():
        text = tree.text(path)
        if path != "LICENSE":
            yield from _lines(tree, path, re.compile(r"[ \t]+$"), "has space at its end")
        if path.endswith((".h", ".cc", ".py")):
            yield from _lines(tree, path, re.compile(r"\t"), "has a tab")
        if text and (not text.endswith("\n") or text.endswith("\n\n")):
            yield f"{path}: does not end with one newline"


def _lines(tree, path, pattern, fault):
    for number, line in enumerate(tree.text(path).splitlines(), 1):
        if pattern.search(line):
            yield f"{path}:{number}: {fault}: {line.strip()[:60]}"


RULES = [head_comments, pragma_once, no_promises, tests_wait_for_nothing, no_places, whitespace]
