#!/usr/bin/python3
"""Runs clang-tidy over the sources, many files of a room at a time.

    tools/dev/clang_tidy.py BUILD_DIR [--jobs N] [FILE...]

clang-tidy walks all that a file includes, again for each file, and that is nearly all of its time. So
files of a room that do not get in each other's way are put together in units. A unit that does not
compile, since two of its files declare the same after all, is taken apart again.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import time

FILES_MAX = 16
SOURCES = pathlib.Path.cwd() / "src"
PRECOMPILED = re.compile(
    r" -Winvalid-pch| -Xclang -include(?:-pch)? -Xclang \S+| -Xclang -fno-pch-timestamp")

ANONYMOUS = re.compile(r"^namespace \{$(.*?)^\}  // namespace$", re.MULTILINE | re.DOTALL)
# House style: what a namespace declares begins in column 1, and its name is the last word before
# any of these.
DECLARED = re.compile(r"^(?![ }/#])[^(={;\[]*?\b(\w+)\s*(?=[(={;\[]|:(?!:))", re.MULTILINE)
FILE_WIDE = re.compile(r"^(?:using (?:namespace )?|namespace (?=\w+ = ))[\w:]*?(\w+)(?=;| =)",
                       re.MULTILINE)
NO_NAMES = {"private", "public", "final"}


def private_names(path):
    """What a file declares for itself alone: two files with the same cannot be put together."""
    text = path.read_text()
    names = set(FILE_WIDE.findall(text))
    for block in ANONYMOUS.findall(text):
        names.update(DECLARED.findall(block))
    return names - NO_NAMES


def group(files):
    """Lists of files that can be read together."""
    made = []
    for path in files:
        names = private_names(path)
        for unit, taken in made:
            if len(unit) < FILES_MAX and not taken & names:
                unit.append(path)
                taken |= names
                break
        else:
            made.append(([path], set(names)))
    return [unit for unit, _ in made]


class Units:
    """Units as files in a folder, with how each is compiled."""

    def __init__(self, folder):
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.entries = []

    def add(self, files, entry):
        path = self.folder / f"unit_{len(self.entries)}.cc"
        path.write_text("".join(f'#include "{file}"  // NOLINT(bugprone-suspicious-include)\n'
                                for file in files))
        command = entry["command"].replace(entry["file"], str(path))
        self.entries.append({"directory": entry["directory"], "file": str(path),
                             "command": command})
        return path, files, entry

    def save(self):
        (self.folder / "compile_commands.json").write_text(json.dumps(self.entries))


def sources(build, chosen):
    """The commands of the sources, by what they have in common: room and flags."""
    rooms = {}
    seen = set()
    for entry in json.loads((build / "compile_commands.json").read_text()):
        path = pathlib.Path(entry["file"])
        is_source = path.is_relative_to(SOURCES) and not path.name.endswith("_test.cc")
        if not is_source or path in seen or (chosen and path not in chosen):
            continue
        seen.add(path)
        entry["command"] = PRECOMPILED.sub("", entry["command"])
        flags = re.sub(r" -(?:o|c|MF|MT) \S+", "", entry["command"])
        rooms.setdefault((path.parent, flags), []).append(entry)
    return rooms


def run(folder, path):
    return subprocess.run(
        ["clang-tidy-19", "-quiet", "-p", str(folder), str(path)],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    options = parser.parse_args()
    units = Units(options.build.resolve() / "clang_tidy")
    queue, found = [], set()
    for _, entries in sorted(sources(options.build, [f.resolve() for f in options.files])
                                       .items(), key=lambda room: room[0]):
        commands = {pathlib.Path(entry["file"]): entry for entry in entries}
        queue += [units.add(unit, commands[unit[0]]) for unit in group(sorted(commands))]
    failed = False
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as workers:
        while queue:
            units.save()
            apart = []
            started = {workers.submit(run, units.folder, unit[0]): unit for unit in queue}
            for number, done in enumerate(concurrent.futures.as_completed(started), 1):
                _, files, entry = started[done]
                result = done.result()
                print(f"[{number}/{len(started)}] {time.strftime('%H:%M:%S')} {files[0].parent}: "
                      f"{len(files)} files", file=sys.stderr, flush=True)
                if len(files) > 1 and "[clang-diagnostic-error]" in result.stdout:
                    apart += [units.add([file], entry) for file in files]
                    continue
                failed = failed or result.returncode != 0
                # A fault in a header is told by each unit that includes it.
                for fault in re.split(r"(?m)^(?=/\S+: (?:error|warning): )", result.stdout):
                    if fault and fault not in found:
                        found.add(fault)
                        print(fault, end="", flush=True)
            queue = apart
    sys.exit(failed)


if __name__ == "__main__":
    main()
