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
    """Each test script under tests/ is run by the CMakeLists.txt of its folder."""
    for path in tree.paths:
        pure = pathlib.PurePath(path)
        if not path.startswith("tests/") or not re.search(r"_test\.(py|mjs|cc)$", path):
            continue
        lists = (pure.parent / "CMakeLists.txt").as_posix()
        if not tree.exists(lists) or not _runs(tree.text(lists), pure):
            yield f"{path}: {lists} does not run it"


def unpublished_numbers(tree):
    """docs/throughput.md names each setting whose value the service does not publish."""
    page, settings = "docs/throughput.md", "src/throughput/settings.h"
    text = tree.text(settings) if tree.exists(settings) else ""
    for comment, name in re.findall(r"((?:^ *///.*\n)+) *[\w:]+ (\w+) = ", text, re.MULTILINE):
        if "Unpublished" in comment and f"`{name}`" not in tree.text(page):
            yield f"{page}: does not name `{name}`, whose value is unpublished ({settings})"


def _runs(lists, pure):
    return pure.stem in lists or pure.stem.removesuffix("_test") in lists or "GLOB" in lists


RULES = [readme_commands, links, tests_are_registered, unpublished_numbers]
