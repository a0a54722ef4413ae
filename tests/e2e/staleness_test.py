"""`serve --gsi-delay-ms` and `--eventual-reads`: reads lag behind writes, and catch up."""

import unittest

from boto3_client import client, create
from world import Isotherm, number, string

TABLE = {
    "TableName": "Late",
    "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "N"},
                             {"AttributeName": "team", "AttributeType": "S"}],
    "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
    "BillingMode": "PAY_PER_REQUEST",
    "GlobalSecondaryIndexes": [{
        "IndexName": "by-team",
        "KeySchema": [{"AttributeName": "team", "KeyType": "HASH"}],
        "Projection": {"ProjectionType": "ALL"},
    }],
}
# Longer than any test may take: what must not be visible yet never is.
LONG_MS = 600_000


class Staleness(unittest.TestCase):
    def start(self, *arguments):
        server = Isotherm("--in-memory", *arguments)
        self.addCleanup(server.stop)
        dynamodb = client(self, server)
        create(dynamodb, TABLE)
        return dynamodb

    def test_an_index_lags_and_its_table_does_not(self):
        dynamodb = self.start("--gsi-delay-ms", LONG_MS)
        dynamodb.put_item(TableName="Late", Item={"id": number(1), "team": string("red")})
        self.assertEqual(dynamodb.scan(TableName="Late", IndexName="by-team")["Count"], 0)
        self.assertEqual(dynamodb.scan(TableName="Late")["Count"], 1)

    def test_an_index_catches_up(self):
        dynamodb = self.start("--gsi-delay-ms", 1)
        dynamodb.put_item(TableName="Late", Item={"id": number(1), "team": string("red")})
        while dynamodb.scan(TableName="Late", IndexName="by-team")["Count"] == 0:
            pass

    def test_reads_are_stale_unless_they_are_consistent(self):
        dynamodb = self.start("--eventual-reads", "--eventual-lag-ms", LONG_MS, "--seed", 1)
        key = {"id": number(1)}
        dynamodb.put_item(TableName="Late", Item=key)
        read = [("Item" in dynamodb.get_item(TableName="Late", Key=key)) for _ in range(20)]
        self.assertIn(False, read)
        for _ in range(20):
            self.assertIn("Item", dynamodb.get_item(TableName="Late", Key=key, ConsistentRead=True))


if __name__ == "__main__":
    unittest.main()
