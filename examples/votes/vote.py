#!/usr/bin/env python3
"""Votes for songs, and their totals: plain DynamoDB, written for tables without shards.

    vote.py ENDPOINT [voters]
"""

import sys

import boto3


def create_tables(dynamodb):
    dynamodb.create_table(
        TableName="Votes",
        AttributeDefinitions=[
            {"AttributeName": "song", "AttributeType": "S"},
            {"AttributeName": "voter", "AttributeType": "S"},
        ],
        KeySchema=[
            {"AttributeName": "song", "KeyType": "HASH"},
            {"AttributeName": "voter", "KeyType": "RANGE"},
        ],
        BillingMode="PAY_PER_REQUEST",
    )
    dynamodb.create_table(
        TableName="Totals",
        AttributeDefinitions=[{"AttributeName": "song", "AttributeType": "S"}],
        KeySchema=[{"AttributeName": "song", "KeyType": "HASH"}],
        BillingMode="PAY_PER_REQUEST",
    )
    for table in ("Votes", "Totals"):
        dynamodb.get_waiter("table_exists").wait(
            TableName=table, WaiterConfig={"Delay": 1, "MaxAttempts": 60}
        )


def vote(dynamodb, song, voter):
    dynamodb.put_item(TableName="Votes", Item={"song": {"S": song}, "voter": {"S": voter}})
    dynamodb.update_item(
        TableName="Totals",
        Key={"song": {"S": song}},
        UpdateExpression="ADD votes :one",
        ExpressionAttributeValues={":one": {"N": "1"}},
    )


def totals(dynamodb, songs):
    """One BatchGetItem: the votes of each song."""
    answer = dynamodb.batch_get_item(
        RequestItems={"Totals": {"Keys": [{"song": {"S": song}} for song in songs]}}
    )
    return {item["song"]["S"]: int(item["votes"]["N"]) for item in answer["Responses"]["Totals"]}


def count(dynamodb, song):
    """The votes of a song, one by one."""
    pages = dynamodb.get_paginator("query").paginate(
        TableName="Votes",
        KeyConditionExpression="song = :s",
        ExpressionAttributeValues={":s": {"S": song}},
        Select="COUNT",
    )
    return sum(page["Count"] for page in pages)


def main(endpoint, voters=60):
    dynamodb = boto3.client("dynamodb", endpoint_url=endpoint)
    create_tables(dynamodb)
    songs = ["Waterloo", "Euphoria", "Fuego"]
    for number in range(voters):
        vote(dynamodb, songs[number % len(songs)], f"voter-{number}")
    for song, votes in sorted(totals(dynamodb, songs).items()):
        print(f"{song}: {votes} votes, counted {count(dynamodb, song)}")
    mine = dynamodb.get_item(
        TableName="Votes", Key={"song": {"S": "Waterloo"}, "voter": {"S": "voter-0"}}
    )
    print("voter-0 voted for", mine["Item"]["song"]["S"])


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
