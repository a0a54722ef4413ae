"""`serve --fleet`: one table at several endpoints, through boto3."""

import pathlib
import subprocess
import tempfile
import unittest

import boto3
import botocore.exceptions
from boto3_client import CONFIG, create
from world import HERE, PLAYER, Isotherm, number, program, string

FLEET = """version: 1
stores:
  a: {{endpoint: "{a}"}}
  b: {{endpoint: "{b}"}}
default: a
tables:
  Player:
    placement: {{scheme: rendezvous}}
    members:
      one: {{store: a}}
      two: {{store: b, table: Player-b, weight: 2}}
"""


def client_of(server):
    return boto3.client("dynamodb", endpoint_url=server.url, config=CONFIG, region_name="eu-west-1")


class Fleet(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.a, cls.b = Isotherm("--in-memory"), Isotherm("--in-memory")
        cls.file = pathlib.Path(cls.folder.name) / "fleet.yaml"
        cls.file.write_text(FLEET.format(a=cls.a.url, b=cls.b.url), encoding="utf-8")
        cls.server = Isotherm("--fleet", cls.file)
        cls.sharded = Isotherm("--fleet", cls.file, "--schema", HERE / "player.yaml")

    @classmethod
    def tearDownClass(cls):
        codes = [server.stop() for server in (cls.sharded, cls.server, cls.a, cls.b)]
        cls.folder.cleanup()
        if any(codes):
            raise AssertionError(f"exit codes {codes}")

    def fill(self, server):
        client = client_of(server)
        create(client, PLAYER)
        self.addCleanup(self.drop)
        for game in range(20):
            client.batch_write_item(RequestItems={"Player": [{"PutRequest": {"Item": {
                "game": string(f"g{game}"), "player": string(f"p{i}"), "team": string("red"),
                "country": string("nz"), "score": number(i * 20 + game)}}} for i in range(5)]})
        return client

    def drop(self):
        for store, table in ((self.a, "Player"), (self.b, "Player-b")):
            if table in client_of(store).list_tables()["TableNames"]:
                client_of(store).delete_table(TableName=table)

    def scores(self, client, **more):
        pages = client.get_paginator("query").paginate(
            TableName="Player", IndexName="by-team", KeyConditionExpression="team = :t",
            ExpressionAttributeValues={":t": string("red")}, PaginationConfig={"PageSize": 7},
            **more)
        return [int(item["score"]["N"]) for page in pages for item in page["Items"]]

    def test_items_lie_in_both_stores_and_are_one_table(self):
        client = self.fill(self.server)
        there = client_of(self.b).scan(TableName="Player-b", Select="COUNT")["Count"]
        here = client_of(self.a).scan(TableName="Player", Select="COUNT")["Count"]
        self.assertEqual(here + there, 100)
        self.assertGreater(min(here, there), 0)
        self.assertEqual(client.describe_table(TableName="Player")["Table"]["ItemCount"], 100)
        self.assertEqual(self.scores(client), list(range(100)))
        self.assertEqual(self.scores(client, ScanIndexForward=False), list(range(99, -1, -1)))
        pages = client.get_paginator("scan").paginate(TableName="Player",
                                                      PaginationConfig={"PageSize": 9})
        seen = {(item["game"]["S"], item["player"]["S"]) for page in pages
                for item in page["Items"]}
        self.assertEqual(len(seen), 100)
        for game in range(20):
            self.assertIn("Item", client.get_item(TableName="Player", Key={
                "game": string(f"g{game}"), "player": string("p0")}))
        self.assertEqual(client.list_tables()["TableNames"], ["Player"])

    def test_a_transaction_over_two_stores_is_refused(self):
        client = self.fill(self.server)
        actions = [{"Delete": {"TableName": "Player", "Key": {
            "game": string(f"g{game}"), "player": string("p0")}}} for game in range(20)]
        with self.assertRaisesRegex(botocore.exceptions.ClientError, "two stores"):
            client.transact_write_items(TransactItems=actions)
        self.assertEqual(client.scan(TableName="Player", Select="COUNT")["Count"], 100)
        client.transact_write_items(TransactItems=actions[:1])

    def test_the_gateway_shards_before_a_fleet(self):
        client = self.fill(self.sharded)
        self.assertEqual(self.scores(client), list(range(100)))

    def test_a_store_that_is_gone_is_an_error_and_never_a_shorter_answer(self):
        gone = Isotherm("--in-memory")
        file = pathlib.Path(self.folder.name) / "gone.yaml"
        file.write_text(FLEET.format(a=self.a.url, b=gone.url), encoding="utf-8")
        with Isotherm("--fleet", file) as server:
            client = self.fill(server)
            gone.kill()
            with self.assertRaises(botocore.exceptions.ClientError) as refused:
                self.scores(client)
            self.assertEqual(refused.exception.response["Error"]["Code"], "ServiceUnavailable")

    def test_a_file_that_is_wrong_is_told_of_at_the_start(self):
        for old, new, said in (("store: b", "store: c", "there is no store 'c'"),
                               ("rendezvous", "randezvous", "randezvous"),
                               ("weight: 2", "weight: -2", "placement"),
                               ("http", "ftp", "it begins with http")):
            text = FLEET.format(a=self.a.url, b=self.b.url).replace(old, new, 1)
            file = pathlib.Path(self.folder.name) / "wrong.yaml"
            file.write_text(text, encoding="utf-8")
            done = subprocess.run([program(), "serve", "--listen", "127.0.0.1:0", "--fleet", file],
                                  capture_output=True, text=True, timeout=60, check=False)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(said, done.stderr)


if __name__ == "__main__":
    unittest.main()
