#!/usr/bin/env python3
"""Events by day: plain DynamoDB, written for a table without shards.

    events.py ENDPOINT [events]
"""

import sys

import boto3


def create_table(dynamodb):
    dynamodb.create_table(
        TableName="Events",
        AttributeDefinitions=[
            {"AttributeName": "day", "AttributeType": "S"},
            {"AttributeName": "event", "AttributeType": "S"},
        ],
        KeySchema=[
            {"AttributeName": "day", "KeyType": "HASH"},
            {"AttributeName": "event", "KeyType": "RANGE"},
        ],
        BillingMode="PAY_PER_REQUEST",
    )
    dynamodb.get_waiter("table_exists").wait(
        TableName="Events", WaiterConfig={"Delay": 1, "MaxAttempts": 60}
    )


def event_id(number):
    """Time of the day, and which one of it."""
    return f"{number // 3600:02}:{number // 60 % 60:02}:{number % 60:02}#{number}"


def write(dynamodb, day, numbers):
    requests = [
        {"PutRequest": {"Item": {"day": {"S": day}, "event": {"S": event_id(number)}}}}
        for number in numbers
    ]
    while requests:
        answer = dynamodb.batch_write_item(RequestItems={"Events": requests[:25]})
        requests = requests[25:] + answer["UnprocessedItems"].get("Events", [])


def between(dynamodb, day, first, last):
    """The events of a part of the day, in their order."""
    pages = dynamodb.get_paginator("query").paginate(
        TableName="Events",
        KeyConditionExpression="#day = :day AND event BETWEEN :first AND :last",
        ExpressionAttributeNames={"#day": "day"},
        ExpressionAttributeValues={
            ":day": {"S": day},
            ":first": {"S": first},
            ":last": {"S": last},
        },
        PaginationConfig={"PageSize": 40},
    )
    return [item["event"]["S"] for page in pages for item in page["Items"]]


def main(endpoint, events=300):
    dynamodb = boto3.client("dynamodb", endpoint_url=endpoint)
    create_table(dynamodb)
    write(dynamodb, "2014-07-09", range(events))
    write(dynamodb, "2014-07-10", range(5))
    found = between(dynamodb, "2014-07-09", "00:01:00", "00:01:59~")
    print(f"{len(found)} events in the second minute, from {found[0]} to {found[-1]}")
    print("in their order:", found == sorted(found))
    one = dynamodb.get_item(
        TableName="Events", Key={"day": {"S": "2014-07-10"}, "event": {"S": event_id(3)}}
    )
    print("one of the next day:", one["Item"]["event"]["S"])


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
