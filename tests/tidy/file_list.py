"""The list of files in docs/architecture.md: made from the files' own head comments.

    file_list.py --write

writes it anew between its two marks; the tidy test compares. Files of one name are one line:
`put_item` stands for put_item.h, put_item.cc and put_item_test.cc.
"""

import argparse
import pathlib
import re

from tree import Tree, find_root

PAGE = "docs/architecture.md"
BEGIN = "<!-- files: written by ./dev lint --fix -->"
END = "<!-- end of files -->"


def first_sentence(text):
    """The first sentence of a file's head comment."""
    comment = []
    for line in text.splitlines():
        if line.startswith("//"):
            if not line[2:].strip():
                break
            comment.append(line[2:].strip())
        elif comment or (line.strip() and line != "#pragma once"):
            break
    words = " ".join(comment)
    match = re.match(r"(.+?[.:])(?=\s+[A-Z`(]|\s*$)", words)
    return (match.group(1) if match else words).rstrip(".:;")


def nouns(tree):
    """Folders of src/ with their nouns: {folder: {noun: what it is}}."""
    folders = {}
    for path in tree.sources():
        pure = pathlib.PurePath(path)
        noun = re.sub(r"_test$", "", pure.stem)
        sentences = folders.setdefault(pure.parent.as_posix(), {}).setdefault(noun, {})
        if not pure.stem.endswith("_test"):
            sentences[pure.suffix] = first_sentence(tree.text(path))
    return folders


def room_order(tree):
    """Folders of the rooms, lowest first, by src/CMakeLists.txt."""
    text = tree.text("src/CMakeLists.txt")
    return [
        "src/" + (path or name)
        for name, path in re.findall(r"room\(NAME (\w+)(?: PATH ([\w/]+))?", text)
    ]


def render(tree):
    """The list as Markdown."""
    folders = nouns(tree)
    order = [folder for folder in room_order(tree) if folder in folders]
    order += sorted(set(folders) - set(order))
    lines = [BEGIN]
    for folder in order:
        lines += ["", f"`{folder}/`", ""]
        for noun, sentences in sorted(folders[folder].items()):
            what = sentences.get(".h") or sentences.get(".cc") or ("" if sentences else "tests")
            lines.append(f"- `{noun}`: {what}".rstrip(": "))
    return "\n".join(lines + ["", END])


def split(text):
    """The page before the list, the list, and what is after it."""
    before, _, rest = text.partition(BEGIN)
    listed, _, after = rest.partition(END)
    return before, BEGIN + listed + END, after


def file_list(tree):
    """The list of files in docs/architecture.md is true."""
    if not tree.exists(PAGE):
        yield f"{PAGE}: is not there"
    elif split(tree.text(PAGE))[1] != render(tree):
        yield f"{PAGE}: its list of files is not true; ./dev lint --fix writes it anew"


RULES = [file_list]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", required=True)
    parser.parse_args()
    tree = Tree(find_root())
    before, _, after = split(tree.text(PAGE))
    (tree.root / PAGE).write_text(before + render(tree) + after, encoding="utf-8")


if __name__ == "__main__":
    main()
