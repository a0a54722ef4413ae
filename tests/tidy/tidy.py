"""The house rules as a test: runs every rule on the whole tree and prints what breaks them.

    tidy.py [ROOT]

Exit 0: clean. The rules stand by subject in sizes.py, fences.py, text.py, documents.py and
file_list.py; tidy_rules_test.py shows for each that it catches what it is for.
"""

import sys

import documents
import fences
import file_list
import sizes
import text
from tree import Tree, find_root

RULES = sizes.RULES + fences.RULES + text.RULES + documents.RULES + file_list.RULES


def main():
    tree = Tree(sys.argv[1] if len(sys.argv) > 1 else find_root())
    faults = [fault for rule in RULES for fault in rule(tree)]
    for fault in faults:
        print(fault)
    if faults:
        sys.exit(f"{len(faults)} faults")
    print(f"{len(RULES)} rules hold in {len(tree.paths)} files")


if __name__ == "__main__":
    main()
