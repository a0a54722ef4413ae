"""The demo, shortened: that its parts work together, and that it fails when it should."""

import os
import pathlib
import signal
import subprocess
import tempfile
import unittest

from command import SOURCE, isotherm, on_a_terminal
from isotherm_process import ADDRESS, Connection, program

# Slow builds on busy machines must manage it: little load, still more than one partition bears.
SHORT = ("--rate", 1500, "--other-rate", 300, "--duration", "4s", "--warm-up", "2.5s")


class BootStorm(unittest.TestCase):
    def test_the_cure_is_in_the_figures(self):
        done = isotherm("demo", "boot-storm", "--json", *SHORT)
        report = done.json()
        self.assertEqual(report["schema_version"], 1)
        self.assertIn(done.code, (0, 3), done.err)
        self.assertEqual(done.code == 0, report["holds"])
        before, after = report["before"], report["after"]
        # What does not depend on how fast this machine is.
        self.assertLessEqual(before["big_channel_accepted"], before["big_channel_found_by_index"])
        # What got no answer in time may have been stored all the same.
        unanswered = after["boots_sent"] - after["boots_accepted"]
        for accepted, found in (("big_channel_accepted", "big_channel_found_by_index"),
                                ("boots_accepted", "users_found_by_scan")):
            self.assertLessEqual(after[accepted], after[found])
            self.assertLessEqual(after[found], after[accepted] + unanswered)
        self.assertEqual(after["queries_per_look_up"], 1)
        self.assertEqual(after["big_channel"]["throttled"], 0)
        self.assertEqual(after["other_channels"]["throttled"], 0)
        for each in before["big_channel"]["throttles"]:
            self.assertEqual(each["reason"], "IndexWriteKeyRangeThroughputExceeded")
            self.assertTrue(each["resource"].endswith("/index/member"))

    def test_figures_that_do_not_show_it_fail(self):
        # So few boots that no partition gets hot: the demo must not claim that one did.
        done = isotherm("demo", "boot-storm", "--json", "--quiet", "--rate", 50, "--other-rate", 50,
                        "--duration", "1s", "--warm-up", "0")
        self.assertEqual(done.code, 3)
        self.assertFalse(done.json()["holds"])

    def test_people_get_lines_a_table_and_what_to_try(self):
        done = isotherm("demo", "boot-storm", "--rate", 50, "--other-rate", 50, "--duration", "3.5s",
                        "--warm-up", "0")
        self.assertIn("before", done.err)
        self.assertNotIn("\r", done.err)
        self.assertNotIn("\033", done.err + done.out)
        for words in ("busiest index partition", "queries for each", "Try next", "isotherm explain"):
            self.assertIn(words, done.out)

    def test_a_terminal_gets_a_picture_drawn_anew(self):
        printed = on_a_terminal("demo", "boot-storm", "--rate", "50", "--other-rate", "50",
                                "--duration", "3.5s", "--warm-up", "0", LANG="C.UTF-8").decode()
        self.assertIn("\033[4A", printed)
        self.assertIn("█", printed)
        self.assertIn("of the busiest index partition's limit", printed)

    def test_its_schema_can_be_had(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "isotherm.yaml"
            self.assertEqual(isotherm("demo", "boot-storm", "--write-schema", file).code, 0)
            example = SOURCE / "examples" / "boot-storm" / "isotherm.yaml"
            self.assertEqual(file.read_text(), example.read_text())

    def test_keep_leaves_both_endpoints_up(self):
        process = subprocess.Popen(
            [program(), "demo", "boot-storm", "--keep", "--quiet", "--rate", "50", "--other-rate",
             "50", "--duration", "1s", "--warm-up", "0"], stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, text=True, env={**os.environ})
        ports = []
        for line in process.stderr:
            if found := ADDRESS.search(line):
                ports.append(int(found.group(1)))
            if len(ports) == 2:
                break
        for port in ports:
            connection = Connection(port)
            table = connection.call("DescribeTable", TableName="User")["Table"]
            # The application sees the index that it knows, on both.
            self.assertEqual([i["IndexName"] for i in table["GlobalSecondaryIndexes"]], ["member"])
            connection.close()
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
        self.assertEqual(process.returncode, 3)

    def test_a_signal_ends_it(self):
        for each in (signal.SIGINT, signal.SIGTERM):
            self.ends_by(each)

    def ends_by(self, wanted):
        process = subprocess.Popen(
            [program(), "demo", "boot-storm", "--duration", "10m"], stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, text=True)
        for line in process.stderr:
            if line.startswith("before"):
                break
        process.send_signal(wanted)
        process.communicate(timeout=60)
        self.assertEqual(process.returncode, 128 + wanted)


if __name__ == "__main__":
    unittest.main()
