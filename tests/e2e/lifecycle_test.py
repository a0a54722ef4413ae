"""A server's life: data stay, two signals end it gently, and what stops it from starting is said
with what to do about it."""

import concurrent.futures
import pathlib
import signal
import socket
import subprocess
import tempfile
import unittest

from world import PLAYER, Connection, number, program, serve, string

USAGE_ERROR = 2
START_S = 60


def start_in_vain(*arguments):
    """A server that must not start: its exit code, and what it said to stderr."""
    done = subprocess.run(
        [program(), "serve", *map(str, arguments)], capture_output=True, text=True,
        timeout=START_S, check=False, stdin=subprocess.DEVNULL,
    )
    return done.returncode, done.stderr


class Lifecycle(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def connect(self, server):
        connection = Connection(server.port)
        self.addCleanup(connection.close)
        return connection

    def put(self, connection, i):
        connection.call("PutItem", TableName="Player", Item={
            "game": string("g"), "player": string(f"p{i}"), "team": string("t"), "score": number(i),
        })

    def teams(self, connection):
        return [int(item["score"]["N"]) for item in connection.pages(
            "Query", TableName="Player", IndexName="by-team", KeyConditionExpression="team = :t",
            ExpressionAttributeValues={":t": string("t")})]

    def test_data_stay_when_it_is_ended_and_started_again(self):
        for durability in ("fsync", "os"):
            data = self.folder / durability
            arguments = ("--data", data, "--durability", durability)
            with serve(*arguments) as server:
                connection = self.connect(server)
                connection.call("CreateTable", **PLAYER)
                for i in range(30):
                    self.put(connection, i)
                self.assertEqual(server.stop(), 0)
            with serve(*arguments) as server:
                connection = self.connect(server)
                self.assertEqual(self.teams(connection), list(range(30)))
                table = connection.call("DescribeTable", TableName="Player")["Table"]
                self.assertEqual(table["TableStatus"], "ACTIVE")
                self.put(connection, 30)
                self.assertEqual(self.teams(connection), list(range(31)))
                self.assertEqual(server.stop(), 0)

    def test_memory_forgets(self):
        for _ in range(2):
            with serve() as server:
                connection = self.connect(server)
                self.assertEqual(connection.call("ListTables")["TableNames"], [])
                connection.call("CreateTable", **PLAYER)

    def test_both_signals_end_it_gently_under_load(self):
        for how in (signal.SIGTERM, signal.SIGINT):
            with serve() as server, concurrent.futures.ThreadPoolExecutor(4) as pool:
                self.connect(server).call("CreateTable", **PLAYER)
                writers = [pool.submit(self.write_until_closed, server.port) for _ in range(4)]
                first = concurrent.futures.wait(writers, timeout=0.2)
                self.assertFalse(first.done)
                self.assertEqual(server.stop(how), 0, server.output())
                for writer in writers:
                    self.assertEqual(writer.result(timeout=60), {200})

    @staticmethod
    def write_until_closed(port):
        """Statuses of all whole answers until the connection ends."""
        statuses = set()
        connection = Connection(port)
        try:
            while True:
                statuses.add(connection.send("PutItem", TableName="Player", Item={
                    "game": string("g"), "player": string("p"), "team": string("t"),
                    "score": number(1)}).status)
        except (OSError, ValueError, ConnectionError):
            return statuses
        except Exception as error:  # http.client's errors share no other base
            if type(error).__module__ != "http.client":
                raise
            return statuses
        finally:
            connection.close()

    def test_a_taken_port_is_named(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
            code, said = start_in_vain("--in-memory", "--listen", f"127.0.0.1:{port}")
        self.assertNotEqual(code, 0)
        self.assertIn(str(port), said)

    def test_a_locked_folder_is_named(self):
        with serve("--data", self.folder / "data"):
            code, said = start_in_vain("--data", self.folder / "data", "--listen", "127.0.0.1:0")
        self.assertNotEqual(code, 0)
        self.assertIn(str(self.folder / "data"), said)

    def test_an_unwritable_folder_is_named(self):
        # Not even root can make a folder there.
        code, said = start_in_vain("--data", "/proc/isotherm", "--listen", "127.0.0.1:0")
        self.assertNotEqual(code, 0)
        self.assertIn("/proc/isotherm", said)

    def test_a_folder_that_is_a_file_is_named(self):
        file = self.folder / "file"
        file.write_text("")
        code, said = start_in_vain("--data", file, "--listen", "127.0.0.1:0")
        self.assertNotEqual(code, 0)
        self.assertIn(str(file), said)

    def test_bad_flags_are_usage_errors(self):
        for wrong in (["--no-such-flag"], ["--throughput", "sometimes"], ["--listen", "nowhere:x"],
                      ["--durability", "perhaps"], ["--time-scale", "-1"]):
            code, said = start_in_vain("--in-memory", *wrong)
            self.assertEqual(code, USAGE_ERROR, said)
            self.assertTrue(said.strip())

    def test_a_bad_schema_is_told_with_its_line(self):
        schema = self.folder / "bad.yaml"
        schema.write_text("version: 1\ntables:\n  Player:\n    indexes:\n      a: {type: sharded}\n")
        code, said = start_in_vain("--in-memory", "--listen", "127.0.0.1:0", "--schema", schema)
        self.assertNotEqual(code, 0)
        self.assertIn(f"{schema}:5", said)
        missing = self.folder / "missing.yaml"
        code, said = start_in_vain("--in-memory", "--listen", "127.0.0.1:0", "--schema", missing)
        self.assertNotEqual(code, 0)
        self.assertIn(str(missing), said)


if __name__ == "__main__":
    unittest.main()
