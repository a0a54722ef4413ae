"""Members of channels and those whom a manager manages, by two global indexes. Nothing here knows of
Isotherm: run it against any DynamoDB endpoint.

    python3 member_lookup.py http://127.0.0.1:8000
"""

import json
import sys

import boto3
from boto3.dynamodb.conditions import Attr, Key

TABLE = {
    "TableName": "User",
    "AttributeDefinitions": [
        {"AttributeName": "userId", "AttributeType": "S"},
        {"AttributeName": "channelId", "AttributeType": "S"},
        {"AttributeName": "memberId", "AttributeType": "S"},
        {"AttributeName": "managerId", "AttributeType": "S"},
        {"AttributeName": "level", "AttributeType": "N"},
    ],
    "KeySchema": [{"AttributeName": "userId", "KeyType": "HASH"}],
    "GlobalSecondaryIndexes": [
        {
            "IndexName": "member",
            "KeySchema": [
                {"AttributeName": "channelId", "KeyType": "HASH"},
                {"AttributeName": "memberId", "KeyType": "RANGE"},
            ],
            "Projection": {"ProjectionType": "ALL"},
        },
        {
            "IndexName": "managed",
            "KeySchema": [
                {"AttributeName": "managerId", "KeyType": "HASH"},
                {"AttributeName": "level", "KeyType": "RANGE"},
            ],
            "Projection": {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["name"]},
        },
    ],
    "BillingMode": "PAY_PER_REQUEST",
}


def fill(users):
    with users.batch_writer() as batch:
        for i in range(200):
            batch.put_item(
                {
                    "userId": f"u{i}",
                    "channelId": "big" if i % 10 else "small",
                    "memberId": f"m{i:03}",
                    "managerId": f"boss{i % 3}",
                    "level": i % 7 - 3,
                    "name": f"User {i}",
                }
            )


def is_member(users, channel, member):
    found = users.query(
        IndexName="member",
        KeyConditionExpression=Key("channelId").eq(channel) & Key("memberId").eq(member),
    )
    return found["Count"] == 1


def members(users, channel, page):
    """All members, a page at a time."""
    query = {"IndexName": "member", "KeyConditionExpression": Key("channelId").eq(channel), "Limit": page}
    seen = []
    while True:
        answer = users.query(**query)
        seen += [item["memberId"] for item in answer["Items"]]
        if "LastEvaluatedKey" not in answer:
            return seen
        query["ExclusiveStartKey"] = answer["LastEvaluatedKey"]


def managed(users, manager, lowest):
    answer = users.query(
        IndexName="managed",
        KeyConditionExpression=Key("managerId").eq(manager) & Key("level").gte(lowest),
        FilterExpression=Attr("name").begins_with("User 1"),
        ScanIndexForward=False,
    )
    levels = [int(item["level"]) for item in answer["Items"]]
    return {"levels": levels, "names": sorted(item["name"] for item in answer["Items"])}


def main(url):
    resource = boto3.resource("dynamodb", endpoint_url=url)
    users = resource.create_table(**TABLE)
    users.wait_until_exists()
    fill(users)
    # u17 leaves the channel, u21 goes to another manager, u22 to another level.
    users.update_item(Key={"userId": "u17"}, UpdateExpression="REMOVE channelId")
    users.update_item(
        Key={"userId": "u21"},
        UpdateExpression="SET managerId = :m",
        ExpressionAttributeValues={":m": "boss1"},
    )
    users.update_item(
        Key={"userId": "u22"}, UpdateExpression="ADD #l :one",
        ExpressionAttributeNames={"#l": "level"}, ExpressionAttributeValues={":one": 1},
    )
    users.delete_item(Key={"userId": "u19"})
    print(
        json.dumps(
            {
                "m016 in big": is_member(users, "big", "m016"),
                "m017 in big": is_member(users, "big", "m017"),
                "members": members(users, "big", 7),
                "managed": managed(users, "boss1", -1),
                "indexes": sorted(i["IndexName"] for i in users.global_secondary_indexes),
                "tables": [table.name for table in resource.tables.all()],
            },
            sort_keys=True,
        )
    )
    users.delete()


if __name__ == "__main__":
    main(sys.argv[1])
