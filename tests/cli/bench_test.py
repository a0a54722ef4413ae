"""`bench` against a server of ours."""

import json
import pathlib
import signal
import subprocess
import tempfile
import unittest

from command import isotherm
from isotherm_process import Connection, Isotherm, program

SMALL = ("--keys", 200, "--connections", 4, "--operations", 400, "--quiet")


class Bench(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Isotherm("--in-memory", "--throughput", "off", "--log-format", "text")

    @classmethod
    def tearDownClass(cls):
        cls.server.kill()

    def bench(self, *arguments, code=0):
        done = isotherm("bench", "--endpoint", self.server.url, "--json", *SMALL, *arguments)
        self.assertEqual(done.code, code, done.err)
        return done.json()

    def tables(self):
        connection = Connection(self.server.port)
        names = connection.call("ListTables")["TableNames"]
        connection.close()
        return names

    def test_every_operation_of_a_mix_succeeds(self):
        mix = ("get=10,put=10,insert=10,update=10,delete=10,query=10,range=10,scan=10,"
               "batch-get=5,batch-write=5,rmw=10")
        report = self.bench("--mix", mix, "--consistent")
        self.assertEqual(report["schema_version"], 1)
        self.assertEqual(report["total"]["accepted"], 400)
        self.assertEqual(len(report["operations"]), 11)
        for each in report["operations"]:
            self.assertEqual(each["failed"], 0, each)
            self.assertGreater(each["accepted"], 0, each)
            self.assertGreater(each["latency_seconds"]["p99"], 0)
        self.assertEqual(self.tables(), [])

    def test_the_workloads_of_ycsb_run(self):
        for letter in "abcdef":
            report = self.bench("--workload", letter)
            self.assertEqual(report["total"]["accepted"], 400, letter)

    def test_the_open_loop_keeps_its_rate(self):
        report = self.bench("--mix", "get", "--rate", 2000)
        self.assertEqual(report["config"]["loop"], "open")
        self.assertEqual(report["total"]["accepted"] + report["not_sent"], 400)

    def test_a_threshold_that_fails_is_exit_3(self):
        self.bench("--mix", "get", "--max-p99", "0.001ms", code=3)
        self.bench("--mix", "get", "--min-throughput", 1e9, code=3)
        self.bench("--mix", "get", "--max-error-rate", 0, "--max-rejection-rate", 0)

    def test_the_table_can_stay_and_be_used_again(self):
        self.bench("--mix", "put", "--table", "Kept", "--keep-table")
        self.assertEqual(self.tables(), ["Kept"])
        self.bench("--mix", "get", "--table", "Kept")
        self.assertEqual(self.tables(), ["Kept"])
        connection = Connection(self.server.port)
        connection.call("DeleteTable", TableName="Kept")
        connection.close()

    def test_people_get_a_table_and_progress_on_stderr(self):
        done = isotherm("bench", "--endpoint", self.server.url, "--keys", 100, "--duration", "1.2s",
                        "--connections", 2)
        self.assertEqual(done.code, 0, done.err)
        self.assertIn("P99.9", done.out)
        self.assertIn("Target: " + self.server.url, done.err)
        self.assertIn("progress: ", done.err)
        self.assertNotIn("\r", done.err)

    def test_the_result_goes_into_a_file_as_well(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "result.json"
            report = self.bench("--output-file", file)
            self.assertEqual(json.loads(file.read_text()), report)

    def test_ctrl_c_ends_it_with_what_was_measured(self):
        process = subprocess.Popen(
            [program(), "bench", "--endpoint", self.server.url, "--keys", "10", "--duration", "10m",
             "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for line in process.stderr:
            if line.startswith("progress:"):
                break
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130)
        self.assertTrue(json.loads(out)["stopped"])
        self.assertEqual(self.tables(), [])

    def start(self, url, *arguments):
        return subprocess.Popen([program(), "bench", "--endpoint", url, *map(str, arguments)],
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def await_line(self, process, start):
        for line in process.stderr:
            if line.startswith(start):
                return
        self.fail(f"no line that starts with {start}")

    def test_sigterm_is_exit_143(self):
        process = self.start(self.server.url, "--keys", 10, "--duration", "10m")
        self.await_line(process, "progress:")
        process.terminate()
        process.communicate(timeout=60)
        self.assertEqual(process.returncode, 143)
        self.assertEqual(self.tables(), [])

    def test_a_table_that_was_not_filled_is_dropped(self):
        for keep in ([], ["--keep-table"]):
            process = self.start(self.server.url, "--keys", 100_000_000, *keep)
            self.await_line(process, "filling:")
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=60)
            self.assertEqual(process.returncode, 130)
            self.assertEqual(self.tables(), [])

    def test_an_endpoint_that_dies_is_exit_5(self):
        for keep in ([], ["--keep-table"]):
            with Isotherm("--in-memory", "--throughput", "off") as server:
                process = self.start(server.url, "--keys", 10, "--duration", "2s", *keep)
                self.await_line(process, "progress:")
                server.kill()
                process.communicate(timeout=120)
                self.assertEqual(process.returncode, 5)

    def test_a_file_that_cannot_be_written_is_noticed_first(self):
        done = isotherm("bench", "--endpoint", "http://127.0.0.1:9", "--json", "--output-file",
                        "/no/such/folder/result.json")
        self.assertEqual((done.code, done.out, done.error()["code"]), (1, "", "output"))

    def test_an_endpoint_that_is_not_there_is_exit_5(self):
        done = isotherm("bench", "--endpoint", "http://127.0.0.1:9", "--json")
        self.assertEqual((done.code, done.out), (5, ""))
        self.assertEqual(done.error()["code"], "endpoint")
        self.assertIn("isotherm serve", done.error()["message"])


class Throttled(unittest.TestCase):
    def test_throttles_are_counted_by_reason(self):
        with Isotherm("--in-memory", "--throughput", "enforce") as server:
            done = isotherm("bench", "--endpoint", server.url, "--json", "--quiet", "--mix", "put",
                            "--read-units", 5, "--write-units", 5, "--no-fill", "--item-bytes", 4000,
                            "--operations", 500, "--max-error-rate", 0)
            self.assertEqual(done.code, 0, done.err)
            total = done.json()["total"]
        self.assertGreater(total["throttled"], 0)
        self.assertEqual([(each["reason"], each["resource"].split(":")[-1])
                          for each in total["throttles"]],
                         [("TableWriteProvisionedThroughputExceeded", "table/isotherm-bench")])


if __name__ == "__main__":
    unittest.main()
