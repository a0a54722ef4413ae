"""SIGHUP: the files are read again, no request is dropped, and what cannot be used changes nothing."""

import pathlib
import signal
import tempfile
import threading
import unittest
import unittest.mock

from isotherm_process import Connection, Isotherm

SCHEMA = """version: 1
tables:
  User:
    indexes:
      member:
        type: sharded-gsi
        partition_key: channelId
        sort_key: memberId
        physical: member-sharded
        shard: {attribute: memberShardedKey, strategy: hash, inputs: [memberId], shards: 4}
"""
# A table that is not there yet, so that it fits.
MORE = SCHEMA + SCHEMA.split("tables:\n")[1].replace("User", "Guest").replace(
    "memberShardedKey", "guestKey")
KEY_PARTS = ("id", "channelId", "memberId")


def table(name):
    return {
        "TableName": name,
        "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{"AttributeName": part, "AttributeType": "S"}
                                 for part in KEY_PARTS],
        "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
        "GlobalSecondaryIndexes": [{
            "IndexName": "member",
            "KeySchema": [{"AttributeName": "channelId", "KeyType": "HASH"},
                          {"AttributeName": "memberId", "KeyType": "RANGE"}],
            "Projection": {"ProjectionType": "ALL"},
        }],
    }


def user(number):
    return {"id": {"S": str(number)}, "channelId": {"S": "c"}, "memberId": {"S": f"m-{number:06}"}}


class Load:
    """Clients that write and read without a pause, each on one connection, until they are told."""

    def __init__(self, port, clients=4):
        self.faults = []
        self.served = 0
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._threads = [threading.Thread(target=self._run, args=(port, client))
                         for client in range(clients)]
        for thread in self._threads:
            thread.start()

    def _run(self, port, client):
        connection = Connection(port)
        number = client * 100_000
        try:
            while not self._over.is_set():
                number += 1
                item = user(number)
                connection.call("PutItem", TableName="User", Item=item)
                found = connection.call(
                    "Query", TableName="User", IndexName="member",
                    KeyConditionExpression="channelId = :c AND memberId = :m",
                    ExpressionAttributeValues={":c": item["channelId"], ":m": item["memberId"]})
                if found["Items"] != [item]:
                    raise AssertionError(f"{item} was written, and {found} read")
                with self._lock:
                    self.served += 2
        except Exception as fault:  # pylint: disable=broad-exception-caught
            self.faults.append(repr(fault))
        connection.close()

    def end(self):
        self._over.set()
        for thread in self._threads:
            thread.join()


class Reload(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = pathlib.Path(folder.name) / "isotherm.yaml"
        self.file.write_text(SCHEMA, encoding="utf-8")

    def serve(self, *arguments):
        server = Isotherm("--in-memory", "--log-format", "json", *arguments)
        self.addCleanup(server.kill)
        return server

    def serve_before(self, url):
        server = Isotherm("--upstream", url, "--schema", self.file, "--log-format", "json")
        self.addCleanup(server.kill)
        return server

    def connect(self, server):
        connection = Connection(server.port)
        self.addCleanup(connection.close)
        return connection

    def hang_up(self, server, text, said):
        """Writes the file, sends the signal, and waits for what the log says of it."""
        self.file.write_text(text, encoding="utf-8")
        server.process.send_signal(signal.SIGHUP)
        return server.wait_for(said)

    def test_nothing_is_dropped_under_load(self):
        server = self.serve("--schema", self.file)
        client = self.connect(server)
        client.call("CreateTable", **table("User"))
        load = Load(server.port)
        for text, said in (
            (MORE, '"reloaded"'),
            (SCHEMA.replace("shards: 4", "shard: 4"), "unknown key 'shard'"),
            (SCHEMA.replace("shards: 4", "shards: 8"), "was written with another rule"),
            ("version: 1\n\ttables", "isotherm.yaml:2"),
            (SCHEMA, '"reloaded"'),
        ) * 3:
            self.hang_up(server, text, said)
        load.end()
        self.assertEqual(load.faults, [])
        self.assertGreater(load.served, 0)
        self.assertEqual(server.stop(), 0)

    def test_a_new_rule_is_in_use_and_an_invalid_one_never(self):
        server = self.serve("--schema", self.file)
        client = self.connect(server)

        def physical_index(name):
            client.call("CreateTable", **table(name))
            client.call("PutItem", TableName=name, Item=user(1))
            plan = client.call("Query", TableName=name, IndexName="member",
                               KeyConditionExpression="channelId = :c",
                               ExpressionAttributeValues={":c": {"S": "c"}})
            client.call("DeleteTable", TableName=name)
            return plan["ScannedCount"]

        line = self.hang_up(server, MORE, "the schema changed")
        self.assertIn("tables.Guest.indexes.member: new, sharded", line)
        server.wait_for('"reloaded"')
        self.assertEqual(physical_index("Guest"), 1)
        # The gateway refuses what its rule does not allow: so the rule is in use.
        wrong = table("Guest")
        wrong["GlobalSecondaryIndexes"][0]["KeySchema"][0]["AttributeName"] = "id"
        wrong["AttributeDefinitions"] = [part for part in wrong["AttributeDefinitions"]
                                         if part["AttributeName"] != "channelId"]
        self.assertEqual(client.send("CreateTable", **wrong).status, 400)
        line = self.hang_up(server, MORE + "nonsense: 1\n", "not reloaded")
        self.assertIn(f"{self.file}:19: unknown key 'nonsense'", line)
        self.assertEqual(client.send("CreateTable", **wrong).status, 400)
        self.hang_up(server, SCHEMA, '"reloaded"')
        self.assertEqual(client.send("CreateTable", **wrong).status, 200)

    def test_a_rule_that_would_lose_what_is_stored_is_refused(self):
        server = self.serve("--schema", self.file)
        client = self.connect(server)
        client.call("CreateTable", **table("User"))
        for number in range(40):
            client.call("PutItem", TableName="User", Item=user(number))
        for change in (("shards: 4", "shards: 5"), ("inputs: [memberId]", "inputs: [id]")):
            line = self.hang_up(server, SCHEMA.replace(*change), "not reloaded")
            self.assertIn(f"{self.file}:5: ", line)
            self.assertIn("restore the old", line)
            found = client.call("Query", TableName="User", IndexName="member",
                                KeyConditionExpression="channelId = :c",
                                ExpressionAttributeValues={":c": {"S": "c"}})
            self.assertEqual(found["Count"], 40)
        client.call("DeleteTable", TableName="User")
        self.hang_up(server, SCHEMA.replace("shards: 4", "shards: 5"), '"reloaded"')

    def with_event(self, schema):
        """A server with the schema and a table of one item, a client, and what finds the item."""
        self.file.write_text(schema, encoding="utf-8")
        server = self.serve("--schema", self.file)
        client = self.connect(server)
        event = {"id": {"S": "a"}, "at": {"S": "1"}}
        client.call("CreateTable", TableName="Event", BillingMode="PAY_PER_REQUEST",
                    AttributeDefinitions=[{"AttributeName": part, "AttributeType": "S"}
                                          for part in event],
                    KeySchema=[{"AttributeName": "id", "KeyType": "HASH"},
                               {"AttributeName": "at", "KeyType": "RANGE"}])
        client.call("PutItem", TableName="Event", Item=event)

        def is_found():
            answer = client.call("GetItem", TableName="Event", Key=event, ConsistentRead=True)
            return answer.get("Item") == event

        return server, client, is_found

    def test_tables_that_a_wildcard_made_keep_their_rules(self):
        every = "version: 1\ntables:\n  \"*\":\n    shard: {strategy: hash, shards: 4}\n"
        server, _, is_found = self.with_event(every)
        line = self.hang_up(server, every.replace("shards: 4", "shards: 8"), "the schema changed")
        self.assertIn("tables.*: changed", line)
        server.wait_for('"reloaded"')
        self.assertTrue(is_found())
        self.hang_up(server, "version: 1\ntables: {}\n", '"reloaded"')
        self.assertTrue(is_found())

    def test_the_rule_of_a_key_stays_while_its_table_is_there(self):
        server, client, is_found = self.with_event(
            "version: 1\ntables:\n  Event:\n    key: {partition: id, sort: at}\n"
            "    shard: {strategy: hash, inputs: [at], shards: 4}\n")
        line = self.hang_up(server, "version: 1\ntables: {}\n", "not reloaded")
        self.assertIn("lie under its shard keys", line)
        self.assertTrue(is_found())
        client.call("DeleteTable", TableName="Event")
        self.hang_up(server, "version: 1\ntables: {}\n", '"reloaded"')

    def test_before_an_upstream_too(self):
        keys = {"AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "s"}
        with Isotherm("--in-memory") as upstream, unittest.mock.patch.dict("os.environ", keys):
            server = self.serve_before(upstream.url)
            client = self.connect(server)
            client.call("CreateTable", **table("User"))
            load = Load(server.port, clients=2)
            for text, said in ((MORE, '"reloaded"'),
                               (SCHEMA.replace("shards: 4", "shards: 8"), "not reloaded"),
                               (SCHEMA, '"reloaded"')):
                self.hang_up(server, text, said)
            load.end()
            self.assertEqual(load.faults, [])
            self.assertEqual(server.stop(), 0)

    def test_a_file_that_is_gone_keeps_the_old_rules(self):
        server = self.serve("--schema", self.file)
        self.file.unlink()
        server.process.send_signal(signal.SIGHUP)
        self.assertIn("cannot be read", server.wait_for("not reloaded"))
        self.assertEqual(server.stop(), 0)

    def test_it_says_what_a_signal_would_do(self):
        with Isotherm("--in-memory", "--schema", self.file, "--log-format", "text") as server:
            server.wait_for("SIGHUP reads its files again")
        with Isotherm("--in-memory", "--log-format", "text") as server:
            server.wait_for("Ctrl-C ends it.")
            server.process.send_signal(signal.SIGHUP)
            self.assertEqual(server.process.wait(timeout=60), -signal.SIGHUP)


if __name__ == "__main__":
    unittest.main()
