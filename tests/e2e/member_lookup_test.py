"""examples/member-lookup: its programs print the same on the endpoint itself and through a gateway
that shards one index and keeps the other in a table of its own."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import unittest

from world import BOTO_SITE, HERE, Isotherm

EXAMPLE = HERE.parents[1] / "examples" / "member-lookup"


class MemberLookup(unittest.TestCase):
    def outcome(self, command, *arguments, cwd=None):
        with Isotherm("--in-memory", *arguments) as server:
            done = subprocess.run(
                [*command, server.url], cwd=cwd, timeout=300, check=False, capture_output=True,
                text=True, env={**os.environ, "PYTHONPATH": BOTO_SITE},
            )
            self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def compare(self, command, cwd=None):
        plain = self.outcome(command, cwd=cwd)
        sharded = self.outcome(command, "--schema", EXAMPLE / "isotherm.yaml", cwd=cwd)
        self.assertEqual(sharded, plain)
        self.assertTrue(plain["m016 in big"])
        self.assertFalse(plain["m017 in big"])
        self.assertEqual(plain["members"], sorted(plain["members"]))
        self.assertEqual(len(plain["members"]), 178)
        self.assertEqual(plain["tables"], ["User"])

    def test_the_same_in_python(self):
        self.compare([sys.executable, EXAMPLE / "member_lookup.py"])

    def test_the_same_in_javascript(self):
        # Next to its packages, where node looks for them.
        folder = pathlib.Path(os.environ["JS_FOLDER"])
        shutil.copy(EXAMPLE / "member_lookup.mjs", folder)
        self.compare(["node", folder / "member_lookup.mjs"], cwd=folder)


if __name__ == "__main__":
    unittest.main()
