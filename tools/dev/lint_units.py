"""Files of a room put together for clang-tidy: it walks all that a file includes, again for each
file, and that is nearly all of its time.

    lint_units.py BUILD_DIR OUT_DIR    writes OUT_DIR/<room>_<n>.cc and OUT_DIR/compile_commands.json

Two files in which an unnamed namespace has the same name cannot stand in one unit.
"""

import json
import pathlib
import re
import sys

SOURCES = pathlib.Path.cwd() / "src"
FILES_MAX = 16

ANONYMOUS = re.compile(r"^namespace \{$(.*?)^\}  // namespace$", re.MULTILINE | re.DOTALL)
# House style: what a namespace declares begins in column 1, and its name is the last word before
# any of these.
DECLARED = re.compile(r"^(?![ }/#])[^(={;\[]*?\b(\w+)\s*(?=[(={;\[]|:(?!:))", re.MULTILINE)
FILE_WIDE = re.compile(r"^(?:using (?:namespace )?|namespace (?=\w+ = ))[\w:]*?(\w+)(?=;| =)",
                       re.MULTILINE)


def private_names(path):
    text = path.read_text()
    names = set(FILE_WIDE.findall(text))
    for block in ANONYMOUS.findall(text):
        names.update(DECLARED.findall(block))
    return names - {"private", "public", "final"}


def units(files):
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


def main(build, out):
    commands, of_folder = {}, {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        path = pathlib.Path(entry["file"])
        is_source = path.is_relative_to(SOURCES) and not path.name.endswith("_test.cc")
        if not is_source or path in commands:
            continue
        commands[path] = entry
        of_folder.setdefault(path.parent, []).append(path)
    out.mkdir(parents=True, exist_ok=True)
    database = []
    for folder, files in sorted(of_folder.items()):
        room = "_".join(folder.relative_to(SOURCES).parts)
        for number, unit in enumerate(units(sorted(files))):
            path = out / f"{room}_{number}.cc"
            path.write_text("".join(f'#include "{file}"  // NOLINT(bugprone-suspicious-include)\n'
                                    for file in unit))
            first = commands[unit[0]]
            command = first["command"].replace(str(unit[0]), str(path))
            database.append({"directory": first["directory"], "file": str(path),
                             "command": command})
    (out / "compile_commands.json").write_text(json.dumps(database))
    print(f"{len(commands)} files in {len(database)} units", file=sys.stderr)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve())
