#!/usr/bin/python3
"""Writes the tables of docs/compatibility.md by asking a running server.

    ISOTHERM=build/dev/src/isotherm tools/compatibility/page.py [--check]

Every operation and parameter of the service's API (api.json; api_of_sdk.mjs makes it) is sent once
with a value of no sensible type: what the server knows it refuses to read, what it does not know it
ignores. The columns "different" and "missing" are written by hand, in the page; what they name is
left out of "same". Operations that the server does not have are listed. With --check the page is
only compared.
"""

import argparse
import json
import os
import pathlib
import re
import sys
import textwrap

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parents[1]
PAGE = ROOT / "docs" / "compatibility.md"
NO_TYPE = [[[1]]]
SERVED, NOT_SERVED = "## Operations served", "## Operations not served"
COLUMNS = "| operation | same | different | missing |\n|---|---|---|---|\n"

sys.path.insert(0, str(ROOT / "tests" / "process"))
from isotherm_process import Connection, Isotherm  # noqa: E402


class Server:
    """What a server knows."""

    def __init__(self, port):
        self._connection = Connection(port)

    def has(self, operation):
        answer = self._connection.send(operation)
        return "UnknownOperation" not in str((answer.body or {}).get("__type"))

    def parameters(self, operation, names):
        # A table's name, where there is one, so that what is refused in words is reached as well.
        base = {"TableName": "Nothing"} if "TableName" in names else {}
        nothing = self._connection.send(operation, **base).body
        return [name for name in names
                if self._connection.send(operation, **base | {name: NO_TYPE}).body != nothing]


def by_hand(text):
    """The columns "different" and "missing" of each operation, as they stand in the page."""
    rows = re.findall(r"^\| (\w+) \|(.*)\|(.*)\|(.*)\|$", text, re.MULTILINE)
    return {name: (different.strip(), missing.strip()) for name, _, different, missing in rows}


def table(server, api, notes):
    """The rows of the served operations, and the names of the others."""
    rows, others = [], []
    for operation, names in api.items():
        if not server.has(operation):
            others.append(operation)
            continue
        different, missing = notes.get(operation, ("", ""))
        known = server.parameters(operation, names)
        named = set(re.findall(r"\w+", f"{different} {missing}"))
        unknown = [n for n in names if n not in known and n not in named]
        same = [n for n in known if n not in set(re.findall(r"\w+", missing))]
        if unknown:
            missing = "; ".join(filter(None, [missing, f"ignored: {', '.join(unknown)}"]))
        rows.append(f"| {operation} | {', '.join(same)} | {different} | {missing} |")
    return rows, others


def section(text, heading):
    """Where the text below a heading begins and ends."""
    begin = text.index(heading) + len(heading)
    end = text.find("\n## ", begin)
    return begin, end if end >= 0 else len(text)


def written(text, server, api):
    rows, others = table(server, api, by_hand(text))
    begin, end = section(text, SERVED)
    old = text[begin:end]
    first = old.index("| operation | same |")
    last = old.index("|\n\n", first) + 2
    text = text[:begin] + old[:first] + COLUMNS + "\n".join(rows) + "\n" + old[last:] + text[end:]
    begin, end = section(text, NOT_SERVED)
    listed = textwrap.fill(", ".join(others) or "None.", 100)
    return text[:begin] + f"\n\nEach answers `UnknownOperationException`:\n\n{listed}\n" + text[end:]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--check", action="store_true", help="compare, do not write")
    options = parser.parse_args()
    if "ISOTHERM" not in os.environ:
        sys.exit("set ISOTHERM to the program: ISOTHERM=build/dev/src/isotherm")
    api = json.loads((HERE / "api.json").read_text(encoding="utf-8"))
    text = PAGE.read_text(encoding="utf-8")
    with Isotherm("--in-memory") as server:
        new = written(text, Server(server.port), api)
    if options.check and new != text:
        sys.exit("docs/compatibility.md is not what the server says: run tools/compatibility/page.py")
    if not options.check:
        PAGE.write_text(new, encoding="utf-8")


if __name__ == "__main__":
    main()
