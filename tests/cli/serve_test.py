"""What `serve` prints: where it listens, what to try, and logs that machines can read."""

import json
import signal
import tempfile
import unittest
import unittest.mock
import urllib.request

from isotherm_process import Connection, Isotherm

SECRET = "a-value-that-no-log-may-hold"


class Serve(unittest.TestCase):
    def test_it_says_where_what_and_what_to_try(self):
        with Isotherm("--in-memory", "--log-format", "text") as server:
            self.assertEqual(server.stop(signal.SIGTERM), 0)
            said = server.output()
        self.assertIn(f"listens on {server.url}", said)
        self.assertIn("memory", said)
        self.assertIn("observe", said)
        self.assertIn(f"aws dynamodb list-tables --endpoint-url {server.url}", said)

    def test_json_logs_parse_line_by_line_and_hold_no_data(self):
        with Isotherm("--in-memory", "--log-format", "json", "--log-level", "debug") as server:
            connection = Connection(server.port)
            connection.send("PutItem", TableName=SECRET, Item={SECRET: {"S": SECRET}})
            connection.send("NoSuchThing", TableName=SECRET)
            connection.close()
            self.assertEqual(server.stop(signal.SIGINT), 0)
            lines = [json.loads(line) for line in server.lines]
        self.assertEqual(lines[0]["url"], server.url)
        self.assertEqual(lines[0]["throughput"], "observe")
        served = [line for line in lines if line["msg"] == "served"]
        self.assertEqual([line["status"] for line in served], [400, 400])
        self.assertEqual(served[0]["operation"], "PutItem")
        for line in lines:
            self.assertRegex(line["ts"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")
        self.assertNotIn(SECRET, server.output())

    def test_options_come_from_the_environment_too(self):
        with tempfile.TemporaryDirectory() as folder:
            with unittest.mock.patch.dict("os.environ", ISOTHERM_DATA=folder,
                                          ISOTHERM_THROUGHPUT="off"):
                with Isotherm("--log-format", "text") as server:
                    server.stop()
            self.assertIn(folder, server.output())
            self.assertIn("no limits", server.output())

    def test_it_takes_the_flags_of_dynamodb_local(self):
        with tempfile.TemporaryDirectory() as folder:
            flags = ("-port", "0", "-sharedDb", "-dbPath", folder, "-cors", "*",
                     "-optimizeDbBeforeStartup", "-disableTelemetry", "-delayTransientStatuses")
            with Isotherm(*flags, "--log-format", "text", listen="127.0.0.1:1") as server:
                connection = Connection(server.port)
                made = connection.call(
                    "CreateTable", TableName="Slow", BillingMode="PAY_PER_REQUEST",
                    AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
                    KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}])
                connection.close()
                self.assertEqual(made["TableDescription"]["TableStatus"], "CREATING")
                self.assertEqual(server.stop(), 0)
            self.assertIn(folder, server.output())
        with Isotherm("-inMemory", "--log-format", "text") as server:
            self.assertIn("memory", server.output())
            self.assertEqual(server.stop(), 0)

    def test_arns_name_its_region_and_account(self):
        with Isotherm("-inMemory", "--region", "eu-north-1", "--account", "123456789012") as server:
            connection = Connection(server.port)
            made = connection.call(
                "CreateTable", TableName="Named", BillingMode="PAY_PER_REQUEST",
                AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
                KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}])
            connection.close()
            self.assertEqual(made["TableDescription"]["TableArn"],
                             "arn:aws:dynamodb:eu-north-1:123456789012:table/Named")
            with urllib.request.urlopen(server.url, timeout=60) as answer:
                self.assertEqual(answer.read(), b"healthy: dynamodb.eu-north-1.amazonaws.com ")

    def test_it_warns_only_when_others_can_reach_it(self):
        with Isotherm("--in-memory", "--log-format", "text") as server:
            server.stop()
            self.assertNotIn("beyond this machine", server.output())


if __name__ == "__main__":
    unittest.main()
