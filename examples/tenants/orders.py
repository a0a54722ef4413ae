#!/usr/bin/env python3
"""Orders of tenants: plain DynamoDB, written for a table without shards.

    orders.py ENDPOINT
"""

import sys

import boto3


def create_table(dynamodb):
    dynamodb.create_table(
        TableName="Orders",
        AttributeDefinitions=[
            {"AttributeName": "tenant", "AttributeType": "S"},
            {"AttributeName": "order", "AttributeType": "S"},
        ],
        KeySchema=[
            {"AttributeName": "tenant", "KeyType": "HASH"},
            {"AttributeName": "order", "KeyType": "RANGE"},
        ],
        BillingMode="PAY_PER_REQUEST",
    )
    dynamodb.get_waiter("table_exists").wait(
        TableName="Orders", WaiterConfig={"Delay": 1, "MaxAttempts": 60}
    )


def place(dynamodb, tenant, order):
    """Places an order once; whether it was new."""
    try:
        dynamodb.put_item(
            TableName="Orders",
            Item={"tenant": {"S": tenant}, "order": {"S": order}, "state": {"S": "new"}},
            ConditionExpression="attribute_not_exists(tenant)",
        )
        return True
    except dynamodb.exceptions.ConditionalCheckFailedException:
        return False


def latest(dynamodb, tenant, count):
    answer = dynamodb.query(
        TableName="Orders",
        KeyConditionExpression="tenant = :t",
        ExpressionAttributeValues={":t": {"S": tenant}},
        ScanIndexForward=False,
        Limit=count,
    )
    return [item["order"]["S"] for item in answer["Items"]]


def main(endpoint):
    dynamodb = boto3.client("dynamodb", endpoint_url=endpoint)
    create_table(dynamodb)
    for number in range(200):
        place(dynamodb, "giant", f"{number:05}")
    for number in range(5):
        place(dynamodb, "corner-shop", f"{number:05}")
    print("the same order again:", place(dynamodb, "giant", "00007"))
    for tenant in ("giant", "corner-shop"):
        print(f"{tenant}: the latest are", ", ".join(latest(dynamodb, tenant, 3)))


if __name__ == "__main__":
    main(sys.argv[1])
