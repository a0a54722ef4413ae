"""`@aws-sdk/client-dynamodb` and `lib-dynamodb` drive a server: runs js/*.mjs with node, in the
folder that install_javascript.py made."""

import os
import subprocess
import unittest

from world import Served, serve


class JavaScript(Served):
    def run_script(self, *words):
        done = subprocess.run(["node", *words], cwd=os.environ["JS_FOLDER"], timeout=300, check=False)
        self.assertEqual(done.returncode, 0)

    def test_the_whole_slice(self):
        self.run_script("slice.mjs", self.server.url, "player.json")

    def test_the_throttle_names_its_index(self):
        with serve("--throughput", "enforce") as server:
            self.run_script("throttle.mjs", server.url)


if __name__ == "__main__":
    unittest.main()
