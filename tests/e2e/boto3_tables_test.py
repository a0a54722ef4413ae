"""boto3 makes, describes, changes and drops tables and indexes."""

import unittest

import botocore.exceptions

from boto3_client import client, create, refused
from world import PLAYER, Served, number, string

ONE_KEY = {
    "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
    "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
}


class Tables(Served):
    def setUp(self):
        self.dynamodb = client(self, self.server)

    def drop(self, name):
        self.dynamodb.delete_table(TableName=name)
        self.dynamodb.get_waiter("table_not_exists").wait(
            TableName=name, WaiterConfig={"Delay": 1, "MaxAttempts": 60}
        )

    def test_a_table_is_described_as_it_was_made(self):
        create(self.dynamodb, PLAYER)
        table = self.dynamodb.describe_table(TableName="Player")["Table"]
        self.assertEqual(table["TableStatus"], "ACTIVE")
        self.assertEqual(table["KeySchema"], PLAYER["KeySchema"])
        self.assertCountEqual(table["AttributeDefinitions"], PLAYER["AttributeDefinitions"])
        self.assertEqual(table["BillingModeSummary"]["BillingMode"], "PAY_PER_REQUEST")
        self.assertRegex(table["TableArn"], r"^arn:aws:dynamodb:[\w-]+:\d{12}:table/Player$")
        made = {index["IndexName"]: index for index in table["GlobalSecondaryIndexes"]}
        self.assertEqual(set(made), {"by-team", "by-country"})
        for asked in PLAYER["GlobalSecondaryIndexes"]:
            index = made[asked["IndexName"]]
            self.assertEqual(index["KeySchema"], asked["KeySchema"])
            self.assertEqual(index["Projection"], asked["Projection"])
            self.assertEqual(index["IndexStatus"], "ACTIVE")
        self.assertEqual([i["IndexName"] for i in table["LocalSecondaryIndexes"]], ["by-joined"])
        with refused(self, "ResourceInUseException"):
            self.dynamodb.create_table(**PLAYER)
        self.drop("Player")
        with refused(self, "ResourceNotFoundException"):
            self.dynamodb.describe_table(TableName="Player")

    def test_tables_are_listed_in_pages(self):
        names = [f"page-{i:02}" for i in range(7)]
        for name in names:
            create(self.dynamodb, ONE_KEY | {"TableName": name, "BillingMode": "PAY_PER_REQUEST"})
        pages = list(self.dynamodb.get_paginator("list_tables").paginate(
            PaginationConfig={"PageSize": 3}
        ))
        self.assertEqual([n for page in pages for n in page["TableNames"]], names)
        self.assertEqual(len(pages), 3)
        for name in names:
            self.drop(name)

    def test_throughput_and_billing_mode_change(self):
        create(self.dynamodb, ONE_KEY | {
            "TableName": "Rates",
            "ProvisionedThroughput": {"ReadCapacityUnits": 5, "WriteCapacityUnits": 5},
        })
        self.dynamodb.update_table(
            TableName="Rates",
            ProvisionedThroughput={"ReadCapacityUnits": 10, "WriteCapacityUnits": 7},
        )
        self.dynamodb.get_waiter("table_exists").wait(
            TableName="Rates", WaiterConfig={"Delay": 1, "MaxAttempts": 60}
        )
        rates = self.dynamodb.describe_table(TableName="Rates")["Table"]["ProvisionedThroughput"]
        self.assertEqual((rates["ReadCapacityUnits"], rates["WriteCapacityUnits"]), (10, 7))
        self.dynamodb.update_table(TableName="Rates", BillingMode="PAY_PER_REQUEST")
        self.dynamodb.get_waiter("table_exists").wait(
            TableName="Rates", WaiterConfig={"Delay": 1, "MaxAttempts": 60}
        )
        table = self.dynamodb.describe_table(TableName="Rates")["Table"]
        self.assertEqual(table["BillingModeSummary"]["BillingMode"], "PAY_PER_REQUEST")
        self.drop("Rates")

    def test_an_index_has_a_key_of_several_attributes(self):
        parts = [("tournament", "S", "HASH"), ("region", "S", "HASH"), ("round", "N", "RANGE"),
                 ("bracket", "S", "RANGE")]
        create(self.dynamodb, {
            "TableName": "Matches",
            "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}] + [
                {"AttributeName": name, "AttributeType": kind} for name, kind, _ in parts],
            "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
            "BillingMode": "PAY_PER_REQUEST",
            "GlobalSecondaryIndexes": [{
                "IndexName": "by-round",
                "KeySchema": [{"AttributeName": name, "KeyType": part} for name, _, part in parts],
                "Projection": {"ProjectionType": "ALL"},
            }],
        })
        for i in range(12):
            self.dynamodb.put_item(TableName="Matches", Item={
                "id": string(f"m{i}"), "tournament": string("winter"),
                "region": string("north" if i % 3 else "south"),
                "round": number(i % 4), "bracket": string("ab"[i % 2]),
            })
        query = {
            "TableName": "Matches", "IndexName": "by-round",
            "KeyConditionExpression": "tournament = :t AND #r = :n AND round >= :two",
            "ExpressionAttributeNames": {"#r": "region"},
            "ExpressionAttributeValues": {":t": string("winter"), ":n": string("north"),
                                          ":two": number(2)},
        }
        pages = self.dynamodb.get_paginator("query").paginate(
            **query, PaginationConfig={"PageSize": 1})
        found = [(i["round"]["N"], i["bracket"]["S"]) for page in pages for i in page["Items"]]
        self.assertEqual(found, [("2", "a"), ("2", "a"), ("3", "b"), ("3", "b")])
        self.drop("Matches")

    def test_an_index_is_added_to_items_that_are_there_and_dropped(self):
        create(self.dynamodb, ONE_KEY | {"TableName": "Late", "BillingMode": "PAY_PER_REQUEST"})
        for i in range(60):
            item = {"id": string(f"i{i}"), "n": number(i)}
            if i % 3 == 0:
                item["colour"] = string("red")
            self.dynamodb.put_item(TableName="Late", Item=item)
        self.dynamodb.update_table(
            TableName="Late",
            AttributeDefinitions=ONE_KEY["AttributeDefinitions"]
            + [{"AttributeName": "colour", "AttributeType": "S"}],
            GlobalSecondaryIndexUpdates=[{"Create": {
                "IndexName": "by-colour",
                "KeySchema": [{"AttributeName": "colour", "KeyType": "HASH"}],
                "Projection": {"ProjectionType": "KEYS_ONLY"},
            }}],
        )
        self.wait_for_index("Late", "by-colour", lambda index: index and index["IndexStatus"] == "ACTIVE")
        found = self.dynamodb.query(
            TableName="Late", IndexName="by-colour", KeyConditionExpression="colour = :c",
            ExpressionAttributeValues={":c": string("red")}, Select="COUNT",
        )
        self.assertEqual(found["Count"], 20)
        self.dynamodb.update_table(
            TableName="Late", GlobalSecondaryIndexUpdates=[{"Delete": {"IndexName": "by-colour"}}]
        )
        self.wait_for_index("Late", "by-colour", lambda index: index is None)
        self.drop("Late")

    def wait_for_index(self, table, name, holds):
        for _ in range(1000):
            description = self.dynamodb.describe_table(TableName=table)["Table"]
            indexes = description.get("GlobalSecondaryIndexes", [])
            if holds(next((i for i in indexes if i["IndexName"] == name), None)):
                return
        self.fail(f"{table}/{name} never got there: {indexes}")

    def test_the_account_is_described(self):
        limits = self.dynamodb.describe_limits()
        self.assertGreater(limits["AccountMaxWriteCapacityUnits"], 0)
        self.assertTrue(self.dynamodb.describe_endpoints()["Endpoints"])

    def test_what_this_version_lacks_is_refused(self):
        with self.assertRaises(botocore.exceptions.ClientError):
            self.dynamodb.describe_global_table_settings(GlobalTableName="Player")


if __name__ == "__main__":
    unittest.main()
