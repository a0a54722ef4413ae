"""boto3's client and resource drive items: every type, expressions, conditions, indexes, batches,
pages and errors."""

import decimal
import unittest

from boto3.dynamodb.conditions import Attr, Key
from boto3.dynamodb.types import Binary
from boto3_client import client, refused, resource
from world import PLAYER, Connection, Served, number, string

EVERY_TYPE = {
    "s": "text \u20ac \U0001f321",
    "n": decimal.Decimal("12345678901234567890123456789012345678"),
    "small": decimal.Decimal("-1.5E-120"),
    "b": Binary(b"\x00\xff\x10"),
    "yes": True,
    "no": False,
    "nothing": None,
    "ss": {"a", "b"},
    "ns": {decimal.Decimal(1), decimal.Decimal("2.5")},
    "bs": {Binary(b"1"), Binary(b"2")},
    "list": ["x", decimal.Decimal(1), [True, None], {"k": "v"}],
    "map": {"deep": {"deeper": [decimal.Decimal(7)]}, "empty": ""},
}


def player(i, **more):
    return {
        "game": f"g{i % 3}", "player": f"p{i:03}", "team": f"t{i % 2}", "score": i,
        "country": "no" if i % 4 else "se", "joined": 1000 - i,
    } | more


class Items(Served):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        connection = Connection(cls.server.port)
        connection.call("CreateTable", **PLAYER)
        connection.close()

    def setUp(self):
        self.dynamodb = client(self, self.server)
        self.table = resource(self, self.server).Table("Player")
        with self.table.batch_writer() as batch:
            for item in self.table.scan(ProjectionExpression="game, player")["Items"]:
                batch.delete_item(Key=item)

    def fill(self, count):
        with self.table.batch_writer() as batch:
            for i in range(count):
                batch.put_item(Item=player(i))

    def test_every_type_comes_back_as_it_went(self):
        item = player(1, **EVERY_TYPE)
        self.table.put_item(Item=item)
        got = self.table.get_item(Key={"game": "g1", "player": "p001"}, ConsistentRead=True)["Item"]
        self.assertEqual(got, item)
        self.assertEqual(self.table.scan()["Items"], [item])

    def test_updates_return_what_was_asked_for(self):
        self.table.put_item(Item=player(1))
        key = {"game": "g1", "player": "p001"}
        answer = self.table.update_item(
            Key=key, UpdateExpression="SET #t = :t, tags = list_append(if_not_exists(tags, :none), :one)"
            " ADD score :ten REMOVE country",
            ExpressionAttributeNames={"#t": "team"},
            ExpressionAttributeValues={":t": "t9", ":none": [], ":one": ["new"], ":ten": 10},
            ReturnValues="UPDATED_NEW",
        )
        self.assertEqual(answer["Attributes"], {"team": "t9", "tags": ["new"], "score": 11})
        answer = self.table.delete_item(Key=key, ReturnValues="ALL_OLD")
        self.assertEqual(answer["Attributes"]["team"], "t9")
        self.assertNotIn("country", answer["Attributes"])
        self.assertNotIn("Item", self.table.get_item(Key=key))

    def test_indexes_follow_every_write(self):
        self.table.put_item(Item=player(1))
        key = {"game": "g1", "player": "p001"}

        def teams():
            return {
                name: [i["player"] for i in self.table.query(
                    IndexName="by-team", KeyConditionExpression=Key("team").eq(name))["Items"]]
                for name in ("t1", "t2")
            }

        self.assertEqual(teams(), {"t1": ["p001"], "t2": []})
        self.table.update_item(Key=key, UpdateExpression="SET team = :t",
                               ExpressionAttributeValues={":t": "t2"})
        self.assertEqual(teams(), {"t1": [], "t2": ["p001"]})
        self.table.update_item(Key=key, UpdateExpression="REMOVE score")
        self.assertEqual(teams(), {"t1": [], "t2": []})
        self.table.put_item(Item=player(1))
        self.assertEqual(teams(), {"t1": ["p001"], "t2": []})
        self.table.delete_item(Key=key)
        self.assertEqual(teams(), {"t1": [], "t2": []})

    def test_a_query_is_in_order_both_ways_and_in_pages(self):
        self.fill(60)
        wanted = [i for i in range(60) if i % 2 == 1]
        for forward in (True, False):
            pages = list(self.dynamodb.get_paginator("query").paginate(
                TableName="Player", IndexName="by-team", KeyConditionExpression="team = :t",
                ExpressionAttributeValues={":t": string("t1")}, ScanIndexForward=forward,
                PaginationConfig={"PageSize": 7},
            ))
            scores = [int(item["score"]["N"]) for page in pages for item in page["Items"]]
            self.assertEqual(scores, wanted if forward else wanted[::-1])
            self.assertTrue(all(len(page["Items"]) <= 7 for page in pages))
            self.assertEqual(set(pages[0]["Items"][0]), set(player(0)))

    def test_key_conditions_and_filters_choose(self):
        self.fill(60)
        answer = self.table.query(
            IndexName="by-team",
            KeyConditionExpression=Key("team").eq("t0") & Key("score").between(10, 30),
            FilterExpression=Attr("country").eq("se") & Attr("player").begins_with("p0"),
        )
        self.assertEqual([int(i["score"]) for i in answer["Items"]], [12, 16, 20, 24, 28])
        self.assertEqual((answer["Count"], answer["ScannedCount"]), (5, 11))
        answer = self.table.query(
            IndexName="by-country",
            KeyConditionExpression=Key("country").eq("se") & Key("player").begins_with("p01"),
        )
        self.assertEqual(answer["Items"], [
            {"game": f"g{i % 3}", "player": f"p{i:03}", "country": "se", "score": i} for i in (12, 16)
        ])
        answer = self.table.query(IndexName="by-joined", KeyConditionExpression=Key("game").eq("g1"))
        self.assertEqual(answer["Items"][0], {"game": "g1", "player": "p058", "joined": 942})

    def test_scans_see_each_item_once_in_segments_too(self):
        self.fill(60)
        found = []
        for segment in range(4):
            pages = self.dynamodb.get_paginator("scan").paginate(
                TableName="Player", Segment=segment, TotalSegments=4, PaginationConfig={"PageSize": 5}
            )
            found += [item["player"]["S"] for page in pages for item in page["Items"]]
        self.assertCountEqual(found, [f"p{i:03}" for i in range(60)])
        index = self.dynamodb.get_paginator("scan").paginate(TableName="Player", IndexName="by-team")
        self.assertCountEqual([i["player"]["S"] for page in index for i in page["Items"]], found)

    def test_batches_read_and_write(self):
        self.fill(30)
        answer = self.dynamodb.batch_get_item(RequestItems={"Player": {
            "Keys": [{"game": string(f"g{i % 3}"), "player": string(f"p{i:03}")} for i in range(25, 35)],
            "ProjectionExpression": "player",
        }})
        self.assertCountEqual(
            answer["Responses"]["Player"], [{"player": string(f"p{i:03}")} for i in range(25, 30)]
        )
        self.assertEqual(answer["UnprocessedKeys"], {})

    def test_a_failed_condition_says_so_and_changes_nothing(self):
        self.table.put_item(Item=player(1))
        with refused(self, "ConditionalCheckFailedException"):
            self.table.put_item(Item=player(1, score=99), ConditionExpression=Attr("game").not_exists())
        with refused(self, "ConditionalCheckFailedException"):
            self.table.update_item(
                Key={"game": "g1", "player": "p001"}, UpdateExpression="SET score = :s",
                ConditionExpression="score > :s", ExpressionAttributeValues={":s": 5},
            )
        got = self.table.get_item(Key={"game": "g1", "player": "p001"})["Item"]
        self.assertEqual(got["score"], 1)

    def test_a_transaction_writes_all_or_nothing(self):
        self.table.put_item(Item=player(1))
        actions = [
            {"Put": {"TableName": "Player", "Item": {
                "game": string("g2"), "player": string("p002"), "team": string("t1"), "score": number(7)}}},
            {"Update": {"TableName": "Player", "Key": {"game": string("g1"), "player": string("p001")},
                        "UpdateExpression": "ADD score :s", "ExpressionAttributeValues": {":s": number(5)}}},
            {"ConditionCheck": {"TableName": "Player", "Key": {"game": string("g0"), "player": string("p000")},
                                "ConditionExpression": "attribute_exists(game)",
                                "ReturnValuesOnConditionCheckFailure": "ALL_OLD"}},
        ]
        with refused(self, "TransactionCanceledException") as answer:
            self.dynamodb.transact_write_items(TransactItems=actions)
        self.assertEqual(
            [reason["Code"] for reason in answer["CancellationReasons"]],
            ["None", "None", "ConditionalCheckFailed"],
        )
        self.assertIn("[None, None, ConditionalCheckFailed]", answer["Error"]["Message"])
        self.assertEqual(len(self.table.scan()["Items"]), 1)

        self.table.put_item(Item=player(0))
        for _ in range(2):
            self.dynamodb.transact_write_items(TransactItems=actions, ClientRequestToken=self.id()[-36:])
        answer = self.dynamodb.transact_get_items(TransactItems=[
            {"Get": {"TableName": "Player", "Key": {"game": string(f"g{i % 3}"), "player": string(f"p{i:03}")},
                     "ProjectionExpression": "score"}}
            for i in (1, 2, 3)
        ], ReturnConsumedCapacity="TOTAL")
        self.assertEqual(answer["Responses"], [{"Item": {"score": number(6)}}, {"Item": {"score": number(7)}}, {}])
        self.assertEqual(answer["ConsumedCapacity"][0]["ReadCapacityUnits"], 6)
        with refused(self, "IdempotentParameterMismatchException"):
            self.dynamodb.transact_write_items(
                TransactItems=actions[:1], ClientRequestToken=self.id()[-36:])
        teams = self.table.query(IndexName="by-team", KeyConditionExpression=Key("team").eq("t1"))
        self.assertEqual([item["player"] for item in teams["Items"]], ["p001", "p002"])

    def test_consumed_capacity_is_told_by_table_and_index(self):
        answer = self.table.put_item(Item=player(1), ReturnConsumedCapacity="INDEXES")
        consumed = answer["ConsumedCapacity"]
        self.assertEqual(consumed["TableName"], "Player")
        self.assertEqual(consumed["CapacityUnits"], 4)
        self.assertEqual(consumed["Table"]["CapacityUnits"], 1)
        self.assertEqual(set(consumed["GlobalSecondaryIndexes"]), {"by-team", "by-country"})
        self.assertEqual(set(consumed["LocalSecondaryIndexes"]), {"by-joined"})
        answer = self.table.get_item(
            Key={"game": "g1", "player": "p001"}, ReturnConsumedCapacity="TOTAL"
        )
        self.assertEqual(answer["ConsumedCapacity"]["CapacityUnits"], 0.5)

    def test_wrong_requests_are_refused(self):
        with refused(self, "ValidationException"):
            self.dynamodb.put_item(TableName="Player", Item={"game": string("g")})
        with refused(self, "ValidationException"):
            self.dynamodb.put_item(TableName="Player", Item={"game": number(1), "player": string("p")})
        with refused(self, "ValidationException"):
            self.table.scan(FilterExpression="not an expression")
        with refused(self, "ValidationException"):
            self.table.query(IndexName="no-index", KeyConditionExpression=Key("team").eq("t"))
        with refused(self, "ResourceNotFoundException"):
            self.dynamodb.get_item(TableName="Nobody", Key={"id": string("x")})


if __name__ == "__main__":
    unittest.main()
