"""Refuses an #include that goes against the arrows between rooms.

    arrows.py --rooms build/dev/rooms.txt --src src

`rooms.txt` is written by cmake/room.cmake, a line for each room, lowest first:

    gateway gateway: store schema sharding expression model base | engine

A file belongs to the room with the longest path that holds it. It may include headers of its own
room and of the rooms named after the colon; tests (`*_test.cc`, and what stands in a folder
`testing/`) also of the rooms after the bar. The build runs this before anything links.
"""

import argparse
import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)


class Rooms:
    """The rooms, their folders and their allowed arrows."""

    def __init__(self, text):
        self.paths = {}
        self.deps = {}
        self.test_deps = {}
        for line in filter(None, map(str.strip, text.splitlines())):
            head, _, deps = line.partition(":")
            name, path = head.split()
            self.paths[name] = path
            used, _, used_by_tests = deps.partition("|")
            self.deps[name] = used.split()
            self.test_deps[name] = used_by_tests.split()

    def room_of(self, path):
        """The room that holds a path from src/, or None."""
        holders = [n for n, p in self.paths.items() if path.startswith(p + "/")]
        return max(holders, key=lambda name: len(self.paths[name]), default=None)

    def allowed(self, room, path):
        """The rooms that a file of the room may use."""
        return self.deps[room] + (self.test_deps[room] if is_for_tests(path) else [])

    def cycles(self):
        """Rooms that use a room that is not above them in the list."""
        seen = set()
        for name, deps in self.deps.items():
            for dep in deps:
                if dep not in seen:
                    yield f"room {name} uses {dep}, which does not stand before it"
            seen.add(name)


def is_for_tests(path):
    return path.endswith("_test.cc") or "/testing/" in path


def faults_of_file(rooms, path, text):
    """What is wrong with the includes of one file, given by its path from src/."""
    room = rooms.room_of(path)
    if room is None:
        yield f"src/{path}: is in no room: src/CMakeLists.txt names them"
        return
    allowed = rooms.allowed(room, path)
    for match in INCLUDE.finditer(text):
        line = text.count("\n", 0, match.start(1)) + 1
        other = rooms.room_of(match.group(1))
        if other is None:
            yield f'src/{path}:{line}: "{match.group(1)}" is in no room; includes start at src/'
        elif other != room and other not in allowed:
            yield (
                f"src/{path}:{line}: {room} may not use {other} "
                f"(only {', '.join(allowed) or 'nothing'})"
            )
        elif "/testing/" in match.group(1) and not is_for_tests(path):
            yield f'src/{path}:{line}: "{match.group(1)}" is for tests'


def faults(rooms, src):
    yield from rooms.cycles()
    for path in sorted(src.rglob("*")):
        if path.suffix in (".h", ".cc"):
            yield from faults_of_file(
                rooms, path.relative_to(src).as_posix(), path.read_text(encoding="utf-8")
            )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rooms", type=pathlib.Path, required=True)
    parser.add_argument("--src", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    found = list(faults(Rooms(arguments.rooms.read_text()), arguments.src))
    for fault in found:
        print(fault)
    if found:
        sys.exit(f"{len(found)} wrong arrows (docs/architecture.md draws the right ones)")


if __name__ == "__main__":
    main()
