"""Sizes: a file under 400 lines, a function under 60, a line under 100 columns.

Reaching one says that a noun is missing. The exceptions stand here, each with its reason.
"""

import cpp

FILE_LINES_MAX = 400
FUNCTION_LINES_MAX = 60
COLUMNS_MAX = 100

# path: why it may be longer.
LONG_FILES = {}
# (path, name): why it may be longer.
LONG_FUNCTIONS = {}


def file_sizes(tree):
    """No C++ or Python file is over the limit."""
    for path in tree.cpp() + [p for p in tree.paths if p.endswith((".py", ".mjs", ".sh"))]:
        lines = tree.text(path).count("\n")
        if lines > FILE_LINES_MAX and path not in LONG_FILES:
            yield f"{path}: {lines} lines, over {FILE_LINES_MAX}: which noun is missing in it?"


def function_sizes(tree):
    """No function of a room is over the limit."""
    for path in tree.sources():
        for first, last, signature in cpp.functions(tree.text(path)):
            lines = last - first + 1
            if lines > FUNCTION_LINES_MAX and not _excused(path, signature):
                yield f"{path}:{first}: {lines} lines, over {FUNCTION_LINES_MAX}: {signature[:60]}"


def _excused(path, signature):
    return any(path == where and name in signature for where, name in LONG_FUNCTIONS)


def columns(tree):
    """No line of code is too wide; literals and comments cannot always be broken."""
    for path in tree.cpp():
        for number, line in enumerate(cpp.blank(tree.text(path)).splitlines(), 1):
            if len(line.rstrip()) > COLUMNS_MAX:
                yield f"{path}:{number}: {len(line)} columns, over {COLUMNS_MAX}"


def allowances_needed(tree):
    """An exception that nothing needs any more goes."""
    for path in LONG_FILES:
        if not tree.exists(path) or tree.text(path).count("\n") <= FILE_LINES_MAX:
            yield f"tests/tidy/sizes.py: {path} no longer needs its exception"


RULES = [file_sizes, function_sizes, columns, allowances_needed]
