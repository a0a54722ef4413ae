"""boto3's resource API, as applications use it: tables and collections as objects, conditions built
from attributes, a batch writer, paginators and waiters."""

import decimal
import unittest

from boto3.dynamodb.conditions import Attr, Key
from boto3.dynamodb.types import Binary
from boto3_client import client, create, refused, resource
from world import PLAYER, Served

D = decimal.Decimal


def player(i, **more):
    return {
        "game": f"g{i % 3}", "player": f"p{i:03}", "team": f"t{i % 2}", "score": D(i),
        "country": "no" if i % 4 else "se", "joined": D(1000 - i),
    } | more


class ResourceApi(Served):
    def setUp(self):
        self.dynamodb = client(self, self.server)
        self.resource = resource(self, self.server)
        self.table = self.resource.create_table(**PLAYER)
        self.table.wait_until_exists()
        self.addCleanup(self.drop)

    def drop(self):
        self.table.delete()
        self.table.wait_until_not_exists()

    def fill(self, count):
        with self.table.batch_writer(overwrite_by_pkeys=["game", "player"]) as batch:
            for i in range(count):
                batch.put_item(Item=player(i, score=D(-1)))
                batch.put_item(Item=player(i))

    def test_a_table_is_an_object(self):
        self.table.reload()
        self.assertEqual(self.table.table_status, "ACTIVE")
        self.assertEqual(self.table.key_schema, PLAYER["KeySchema"])
        self.assertEqual([t.name for t in self.resource.tables.all()], ["Player"])
        self.assertEqual(self.table.item_count, 0)
        with refused(self, "ResourceInUseException"):
            self.resource.create_table(**PLAYER)

    def test_values_of_every_type_come_back(self):
        item = player(1, nothing=None, yes=True, bytes=Binary(b"\0\xff"), exact=D("1.23456789E-100"),
                      strings={"a", "b"}, numbers={D(1), D("2.5")}, binaries={Binary(b"x")},
                      list=[D(1), ["x", {"y": None}]], map={"a": {"b": [D(0)]}, "empty": ""})
        self.table.put_item(Item=item)
        key = {"game": item["game"], "player": item["player"]}
        self.assertEqual(self.table.get_item(Key=key, ConsistentRead=True)["Item"], item)
        self.assertNotIn("Item", self.table.get_item(Key={"game": "none", "player": "none"}))

    def test_conditions_and_updates(self):
        self.table.put_item(Item=player(1))
        key = {"game": "g1", "player": "p001"}
        with refused(self, "ConditionalCheckFailedException"):
            self.table.put_item(Item=player(1), ConditionExpression=Attr("player").not_exists())
        done = self.table.update_item(
            Key=key, UpdateExpression="SET score = score + :n, #l = :l REMOVE country",
            ConditionExpression=Attr("score").lt(5) & (Attr("team").begins_with("t")
                                                       | Attr("team").is_in(["x", "y"])),
            ExpressionAttributeNames={"#l": "list"},
            ExpressionAttributeValues={":n": D("0.5"), ":l": ["one"]}, ReturnValues="UPDATED_NEW")
        self.assertEqual(done["Attributes"], {"score": D("1.5"), "list": ["one"]})
        old = self.table.delete_item(Key=key, ConditionExpression=~Attr("country").exists()
                                     & Attr("list").contains("one") & Attr("list").size().eq(1)
                                     & Attr("score").attribute_type("N"), ReturnValues="ALL_OLD")
        self.assertEqual(old["Attributes"]["team"], "t1")

    def test_queries_and_scans_page(self):
        self.fill(60)
        names, more = [], {}
        while True:
            page = self.table.query(IndexName="by-team", Limit=7, ScanIndexForward=False,
                                    KeyConditionExpression=Key("team").eq("t1")
                                    & Key("score").between(D(10), D(50)), **more)
            names += [item["player"] for item in page["Items"]]
            if "LastEvaluatedKey" not in page:
                break
            more = {"ExclusiveStartKey": page["LastEvaluatedKey"]}
        self.assertEqual(names, [f"p{i:03}" for i in range(49, 10, -2)])
        found = self.table.scan(FilterExpression=Attr("score").gte(D(58)),
                                ProjectionExpression="player")
        self.assertCountEqual(found["Items"], [{"player": "p058"}, {"player": "p059"}])
        self.assertEqual(found["ScannedCount"], 60)
        begins = self.table.query(KeyConditionExpression=Key("game").eq("g0")
                                  & Key("player").begins_with("p05"))
        self.assertEqual([i["player"] for i in begins["Items"]], ["p051", "p054", "p057"])

    def test_paginators(self):
        self.fill(50)
        query = self.dynamodb.get_paginator("query").paginate(
            TableName="Player", IndexName="by-country",
            KeyConditionExpression="country = :c", ExpressionAttributeValues={":c": {"S": "no"}},
            PaginationConfig={"PageSize": 4, "MaxItems": 30}).build_full_result()
        self.assertEqual(len(query["Items"]), 30)
        self.assertIn("NextToken", query)
        rest = self.dynamodb.get_paginator("query").paginate(
            TableName="Player", IndexName="by-country",
            KeyConditionExpression="country = :c", ExpressionAttributeValues={":c": {"S": "no"}},
            PaginationConfig={"PageSize": 4, "StartingToken": query["NextToken"]}).build_full_result()
        players = [i["player"]["S"] for i in query["Items"] + rest["Items"]]
        self.assertEqual(players, [f"p{i:03}" for i in range(50) if i % 4])
        pages = list(self.dynamodb.get_paginator("scan").paginate(
            TableName="Player", PaginationConfig={"PageSize": 8}))
        self.assertEqual([page["Count"] for page in pages], [8] * 6 + [2])
        scanned = {item["player"]["S"] for page in pages for item in page["Items"]}
        self.assertEqual(len(scanned), 50)

    def test_a_batch_of_keys_is_read(self):
        self.fill(30)
        keys = [{"game": f"g{i % 3}", "player": f"p{i:03}"} for i in range(0, 40, 2)]
        answer = self.resource.batch_get_item(RequestItems={"Player": {
            "Keys": keys, "ProjectionExpression": "player"}})
        self.assertCountEqual([i["player"] for i in answer["Responses"]["Player"]],
                              [f"p{i:03}" for i in range(0, 30, 2)])
        self.assertEqual(answer["UnprocessedKeys"], {})

    def test_waiters_end_with_an_error_when_nothing_comes(self):
        waiter = self.dynamodb.get_waiter("table_exists")
        with self.assertRaisesRegex(Exception, "Max attempts exceeded"):
            waiter.wait(TableName="Nobody", WaiterConfig={"Delay": 0, "MaxAttempts": 2})
        create(self.dynamodb, PLAYER | {"TableName": "Second"})
        self.dynamodb.delete_table(TableName="Second")
        self.dynamodb.get_waiter("table_not_exists").wait(
            TableName="Second", WaiterConfig={"Delay": 1, "MaxAttempts": 60})


if __name__ == "__main__":
    unittest.main()
