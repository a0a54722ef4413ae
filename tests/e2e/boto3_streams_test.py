"""boto3's dynamodbstreams client follows a table."""

import time
import unittest

from boto3_client import client, create, refused, streams_client
from world import PLAYER, Served, number, string

WITH_STREAM = PLAYER | {
    "StreamSpecification": {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"}
}


def shards_of(streams, arn):
    request = {"StreamArn": arn, "Limit": 2}
    while True:
        page = streams.describe_stream(**request)["StreamDescription"]
        yield from page["Shards"]
        if "LastEvaluatedShardId" not in page:
            return
        request["ExclusiveStartShardId"] = page["LastEvaluatedShardId"]


def records_of(streams, arn):
    """All records that are there now, parents' before their children's."""
    for shard in shards_of(streams, arn):
        iterator = streams.get_shard_iterator(
            StreamArn=arn, ShardId=shard["ShardId"], ShardIteratorType="TRIM_HORIZON"
        )["ShardIterator"]
        while iterator:
            page = streams.get_records(ShardIterator=iterator, Limit=3)
            yield from page["Records"]
            iterator = page.get("NextShardIterator") if page["Records"] else None


class Streams(Served):
    def setUp(self):
        self.dynamodb = client(self, self.server)
        self.streams = streams_client(self, self.server)

    def make(self):
        create(self.dynamodb, WITH_STREAM)
        self.addCleanup(self.dynamodb.delete_table, TableName="Player")
        return self.dynamodb.describe_table(TableName="Player")["Table"]["LatestStreamArn"]

    def test_a_reader_of_the_stream_has_the_table(self):
        arn = self.make()
        for i in range(10):
            self.dynamodb.put_item(TableName="Player", Item={
                "game": string("go"), "player": string(f"p{i}"), "team": string("red"),
                "score": number(i),
            })
        for i in range(0, 10, 2):
            self.dynamodb.update_item(
                TableName="Player", Key={"game": string("go"), "player": string(f"p{i}")},
                UpdateExpression="SET score = score + :one",
                ExpressionAttributeValues={":one": number(1)},
            )
        for i in range(0, 10, 5):
            self.dynamodb.delete_item(
                TableName="Player", Key={"game": string("go"), "player": string(f"p{i}")}
            )
        copy = {}
        for record in records_of(self.streams, arn):
            change = record["dynamodb"]
            self.assertEqual(record["eventSource"], "aws:dynamodb")
            self.assertEqual(change["StreamViewType"], "NEW_AND_OLD_IMAGES")
            key = change["Keys"]["player"]["S"]
            self.assertEqual(change.get("OldImage"), copy.get(key))
            if record["eventName"] == "REMOVE":
                del copy[key]
            else:
                copy[key] = change["NewImage"]
        items = self.dynamodb.scan(TableName="Player", ConsistentRead=True)["Items"]
        self.assertEqual(copy, {item["player"]["S"]: item for item in items})
        self.assertEqual(len(copy), 8)

    def test_streams_are_listed_and_outlive_their_table(self):
        arn = self.make()
        listed = self.streams.list_streams(TableName="Player")["Streams"]
        self.assertIn(arn, [stream["StreamArn"] for stream in listed])
        self.dynamodb.put_item(
            TableName="Player", Item={"game": string("go"), "player": string("p")}
        )
        self.dynamodb.update_table(
            TableName="Player", StreamSpecification={"StreamEnabled": False}
        )
        described = self.streams.describe_stream(StreamArn=arn)["StreamDescription"]
        self.assertEqual(described["StreamStatus"], "DISABLED")
        self.assertEqual(len(list(records_of(self.streams, arn))), 1)

    def test_what_is_not_there_is_refused(self):
        arn = self.make()
        with refused(self, "ResourceNotFoundException"):
            self.streams.describe_stream(StreamArn=arn + "9")
        with refused(self, "ResourceNotFoundException"):
            self.streams.get_shard_iterator(
                StreamArn=arn, ShardId="shardId-00000001414562045508-2bac9cd2",
                ShardIteratorType="LATEST",
            )
        with refused(self, "ValidationException"):
            self.streams.get_records(ShardIterator="nonsense")


class Expiry(Served):
    """Time to live in a real process: nothing is asked of the clock but that it goes on."""

    arguments = ("--ttl-interval", "0.2")

    def test_an_expired_item_goes_and_the_stream_says_why(self):
        dynamodb = client(self, self.server)
        streams = streams_client(self, self.server)
        create(dynamodb, WITH_STREAM)
        arn = dynamodb.describe_table(TableName="Player")["Table"]["LatestStreamArn"]
        dynamodb.update_time_to_live(
            TableName="Player", TimeToLiveSpecification={"Enabled": True, "AttributeName": "until"}
        )
        key = {"game": string("go"), "player": string("p")}
        dynamodb.put_item(TableName="Player", Item=key | {"until": number(int(time.time()) - 1)})
        removed = None
        while removed is None:
            found = records_of(streams, arn)
            removed = next((record for record in found if record["eventName"] == "REMOVE"), None)
        self.assertEqual(
            removed["userIdentity"],
            {"PrincipalId": "dynamodb.amazonaws.com", "Type": "Service"},
        )
        self.assertNotIn("Item", dynamodb.get_item(TableName="Player", Key=key))


if __name__ == "__main__":
    unittest.main()
