"""Under `--throughput enforce` a write above a limit is refused, and the answer names the limit and
whose it is: the table's, or the index's that rejects its table's writes."""

import unittest

from boto3_client import client, refused
from world import Connection, Served, string

REQUESTS_MAX = 2000


def table(name, table_units, index_units):
    key = {"AttributeName": "id", "KeyType": "HASH"}
    group = {"AttributeName": "group", "KeyType": "HASH"}
    return {
        "TableName": name,
        "AttributeDefinitions": [
            {"AttributeName": a["AttributeName"], "AttributeType": "S"} for a in (key, group)
        ],
        "KeySchema": [key],
        "ProvisionedThroughput": {"ReadCapacityUnits": 5, "WriteCapacityUnits": table_units},
        "GlobalSecondaryIndexes": [{
            "IndexName": "by-group",
            "KeySchema": [group],
            "Projection": {"ProjectionType": "ALL"},
            "ProvisionedThroughput": {"ReadCapacityUnits": 5, "WriteCapacityUnits": index_units},
        }],
    }


class Throttling(Served):
    arguments = ("--throughput", "enforce")

    def put_until_refused(self, name):
        """The refusal of one of many puts of 3 KB, each three units for the table and the index."""
        connection = Connection(self.server.port)
        self.addCleanup(connection.close)
        item = {"group": string("one"), "filling": string("x" * 2900)}
        for i in range(REQUESTS_MAX):
            answer = connection.send("PutItem", TableName=name, Item=item | {"id": string(str(i))})
            if answer.status != 200:
                return answer
        self.fail(f"{REQUESTS_MAX} puts and no refusal")

    def check(self, answer, name, reason, resource):
        self.assertEqual(answer.status, 400)
        self.assertIn("ProvisionedThroughputExceededException", answer.body["__type"])
        reasons = answer.body["ThrottlingReasons"]
        self.assertEqual([r["reason"] for r in reasons], [reason])
        self.assertTrue(reasons[0]["resource"].endswith(f":table/{name}{resource}"), reasons)

    def test_the_table_is_named_when_the_table_is_full(self):
        connection = Connection(self.server.port)
        connection.call("CreateTable", **table("Small", 1, 1000))
        connection.close()
        self.check(self.put_until_refused("Small"), "Small",
                   "TableWriteProvisionedThroughputExceeded", "")

    def test_the_index_is_named_when_the_index_is_full(self):
        connection = Connection(self.server.port)
        connection.call("CreateTable", **table("Behind", 1000, 1))
        connection.close()
        self.check(self.put_until_refused("Behind"), "Behind",
                   "IndexWriteProvisionedThroughputExceeded", "/index/by-group")

    def test_boto3_knows_the_exception_and_batches_come_back_in_part(self):
        dynamodb = client(self, self.server)
        dynamodb.create_table(**table("Batch", 1, 1000))
        put = {"PutRequest": {"Item": {"group": string("g"), "filling": string("x" * 2900)}}}
        unprocessed = 0
        for round_number in range(REQUESTS_MAX // 25):
            requests = [
                {"PutRequest": {"Item": put["PutRequest"]["Item"] | {"id": string(f"{round_number}-{i}")}}}
                for i in range(25)
            ]
            try:
                answer = dynamodb.batch_write_item(RequestItems={"Batch": requests})
            except dynamodb.exceptions.ProvisionedThroughputExceededException:
                break
            unprocessed += len(answer["UnprocessedItems"].get("Batch", []))
        self.assertGreater(unprocessed, 0)
        with refused(self, "ProvisionedThroughputExceededException"):
            for i in range(REQUESTS_MAX):
                dynamodb.put_item(TableName="Batch", Item=put["PutRequest"]["Item"] | {"id": string(str(i))})


if __name__ == "__main__":
    unittest.main()
