"""The files of the source tree that the rules read, and how a rule tells what is wrong.

A rule is a function `rule(tree)` that yields one line of text for each fault.
"""

import os
import pathlib

NOT_OURS = {".git", "build", "node_modules", "__pycache__", ".cache", ".venv"}
TEXT = {
    "", ".h", ".cc", ".cmake", ".txt", ".md", ".py", ".sh", ".js", ".mjs", ".json", ".yaml",
    ".yml", ".ddb", ".svg", ".conf", ".in",
}


class Tree:
    """A source tree, read once."""

    def __init__(self, root):
        self.root = pathlib.Path(root).resolve()
        self.paths = sorted(self._walk())
        self._texts = {}

    def _walk(self):
        for folder, folders, files in os.walk(self.root):
            folders[:] = [f for f in folders if f not in NOT_OURS]
            # In a worktree, .git is a file.
            for name in (f for f in files if f not in NOT_OURS):
                yield (pathlib.Path(folder) / name).relative_to(self.root).as_posix()

    def text(self, path):
        """The text of a file, given by its path from the root."""
        if path not in self._texts:
            self._texts[path] = (self.root / path).read_text(encoding="utf-8")
        return self._texts[path]

    def exists(self, path):
        return (self.root / path).exists()

    def sources(self):
        """C++ files of the rooms."""
        return [p for p in self.paths if p.startswith("src/") and p.endswith((".h", ".cc"))]

    def cpp(self):
        """All C++ files."""
        return [p for p in self.paths if p.endswith((".h", ".cc"))]

    def texts(self):
        """All text files, except data that tests read byte by byte (fuzzing corpora)."""
        return [
            p for p in self.paths
            if pathlib.PurePath(p).suffix in TEXT and "/corpus/" not in p
        ]


def find_root():
    """The root of the tree that this script stands in."""
    return pathlib.Path(__file__).resolve().parents[2]
