"""Documents and tests: the README shows the two commands, links lead somewhere, tests run."""

import pathlib
import re

LINK = re.compile(r"\]\((?!https?:|mailto:|#)([^)#\s]+)(?:#[^)]*)?\)|(?:src|href)=\"(?!https?:)([^\"#]+)\"")


def readme_commands(tree):
    """The README shows how to begin."""
    for command in ("./dev demo", "./dev test"):
        if command not in tree.text("README.md"):
            yield f"README.md: does not show `{command}`"
    if "./dev test" not in tree.text(".ci/run"):
        yield ".ci/run: does not call ./dev test"


def links(tree):
    """Links between our documents lead to files that are there."""
    for path in tree.paths:
        if not path.endswith(".md"):
            continue
        for match in LINK.finditer(tree.text(path)):
            target = match.group(1) or match.group(2)
            if not (tree.root / pathlib.PurePath(path).parent / target).exists():
                yield f"{path}: a link to {target}, which is not there"


def tests_are_registered(tree):
    """Each test under tests/ is run by a CMakeLists.txt of its folder or of one above it."""
    for path in tree.paths:
        pure = pathlib.PurePath(path)
        if not path.startswith("tests/") or not re.search(r"_test\.(py|mjs|cc)$", path):
            continue
        lists = [(folder / "CMakeLists.txt").as_posix() for folder in pure.parents]
        if not any(_runs(tree.text(text), pure) for text in lists if tree.exists(text)):
            yield f"{path}: no CMakeLists.txt runs it"


def unpublished_numbers(tree):
    """docs/throughput.md names each setting whose value the service does not publish."""
    page, settings = "docs/throughput.md", "src/throughput/settings.h"
    text = tree.text(settings) if tree.exists(settings) else ""
    for comment, name in re.findall(r"((?:^ *///.*\n)+) *[\w:]+ (\w+) = ", text, re.MULTILINE):
        if "Unpublished" in comment and f"`{name}`" not in tree.text(page):
            yield f"{page}: does not name `{name}`, whose value is unpublished ({settings})"


def served_operations(tree):
    """docs/compatibility.md has a row for each operation of the table that dispatch reads."""
    page, table = "docs/compatibility.md", "src/wire/operations.cc"
    if tree.exists(page) and tree.exists(table):
        section = tree.text(page).partition("## Operations served")[2].partition("\n## ")[0]
        rows = set(re.findall(r"^\| ([A-Z]\w+) \|", section, re.MULTILINE))
        served = set(re.findall(r'^ *\{"([A-Z]\w+)", Access', tree.text(table), re.MULTILINE))
        for name in sorted(served ^ rows):
            yield f"{page}: {name} is {'missing' if name in served else 'not served'}"


def _runs(lists, pure):
    globs = re.findall(r"GLOB\b.*\*_test(\.\w+)", lists)
    return pure.stem in lists or pure.suffix in globs


RULES = [readme_commands, links, tests_are_registered, unpublished_numbers, served_operations]
