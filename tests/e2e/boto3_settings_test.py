"""boto3 sets time to live, tags and policies of tables."""

import json
import unittest

from boto3_client import client, create, refused
from world import PLAYER, Connection, Served

POLICY = json.dumps({
    "Version": "2012-10-17",
    "Statement": [{
        "Effect": "Allow", "Principal": {"AWS": "111122223333"}, "Action": "dynamodb:GetItem",
        "Resource": "arn:aws:dynamodb:eu-west-1:000000000000:table/Player",
    }],
})


class Settings(Served):
    def setUp(self):
        self.dynamodb = client(self, self.server)
        create(self.dynamodb, PLAYER | {"Tags": [{"Key": "team", "Value": "blue"}]})
        self.addCleanup(self.dynamodb.delete_table, TableName="Player")
        self.arn = self.dynamodb.describe_table(TableName="Player")["Table"]["TableArn"]

    def tags(self):
        pages = self.dynamodb.get_paginator("list_tags_of_resource").paginate(ResourceArn=self.arn)
        return {tag["Key"]: tag["Value"] for page in pages for tag in page["Tags"]}

    def test_tags(self):
        self.assertEqual(self.tags(), {"team": "blue"})
        self.dynamodb.tag_resource(ResourceArn=self.arn, Tags=[
            {"Key": "team", "Value": "red"}, {"Key": "stage", "Value": "test"},
        ])
        self.assertEqual(self.tags(), {"team": "red", "stage": "test"})
        self.dynamodb.untag_resource(ResourceArn=self.arn, TagKeys=["team"])
        self.assertEqual(self.tags(), {"stage": "test"})

    def test_time_to_live(self):
        def described():
            return self.dynamodb.describe_time_to_live(TableName="Player")["TimeToLiveDescription"]

        self.assertEqual(described(), {"TimeToLiveStatus": "DISABLED"})
        self.dynamodb.update_time_to_live(
            TableName="Player", TimeToLiveSpecification={"Enabled": True, "AttributeName": "until"}
        )
        self.assertEqual(described(), {"TimeToLiveStatus": "ENABLED", "AttributeName": "until"})
        with refused(self, "ValidationException"):
            self.dynamodb.update_time_to_live(
                TableName="Player",
                TimeToLiveSpecification={"Enabled": True, "AttributeName": "until"},
            )

    def test_policies(self):
        # Debian's boto3 does not know them yet.
        connection = Connection(self.server.port)
        self.addCleanup(connection.close)
        answer = connection.send("GetResourcePolicy", ResourceArn=self.arn)
        self.assertEqual(answer.status, 400)
        self.assertIn("PolicyNotFoundException", answer.body["__type"])
        put = connection.call("PutResourcePolicy", ResourceArn=self.arn, Policy=POLICY)
        got = connection.call("GetResourcePolicy", ResourceArn=self.arn)
        self.assertEqual(json.loads(got["Policy"]), json.loads(POLICY))
        self.assertEqual(got["RevisionId"], put["RevisionId"])
        deleted = connection.call("DeleteResourcePolicy", ResourceArn=self.arn)
        self.assertEqual(deleted["RevisionId"], put["RevisionId"])


if __name__ == "__main__":
    unittest.main()
