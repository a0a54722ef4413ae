"""The examples of sharded tables do what their READMEs say they print."""

import os
import pathlib
import subprocess
import sys
import unittest

from world import BOTO_SITE, Isotherm

EXAMPLES = pathlib.Path(__file__).parents[2] / "examples"


def promised(folder):
    """The lines below the script's line in the README."""
    lines = (EXAMPLES / folder / "README.md").read_text().splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("    python3 ")) + 1
    printed = []
    for line in lines[start:]:
        if line and not line.startswith("    "):
            break
        if line:
            printed.append(line.strip())
    return printed


class Examples(unittest.TestCase):
    def check(self, folder, script):
        with Isotherm("--in-memory", "--schema", EXAMPLES / folder / "isotherm.yaml") as server:
            environment = dict(os.environ, PYTHONPATH=BOTO_SITE)
            done = subprocess.run(
                [sys.executable, EXAMPLES / folder / script, server.url],
                capture_output=True,
                text=True,
                timeout=120,
                env=environment,
                check=False,
            )
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.splitlines(), promised(folder))

    def test_votes(self):
        self.check("votes", "vote.py")

    def test_events(self):
        self.check("events", "events.py")

    def test_tenants(self):
        self.check("tenants", "orders.py")


if __name__ == "__main__":
    unittest.main()
