"""kill -9 under load: the stream has exactly the changes of the items, in order.

    ISOTHERM=path stream_crash_test.py [--rounds 6] [--seed N]

Writers change items of their own, one request at a time. After each crash the stream is read from
its beginning and replayed: each record's old image must be what the copy had, the copy must be the
table, item for item, and no record may be there twice. So no acknowledged change is missing from
the stream, and none that did not happen is in it. (What the items themselves must be is the matter
of crash_test.py.)
"""

import argparse
import pathlib
import random
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "process"))

from crash_test import LEDGER, TABLE, WRITERS, WRITES, load_until_killed, start  # noqa: E402
from isotherm_process import Connection  # noqa: E402
from writer import Writer  # noqa: E402

STREAMED = TABLE | {
    "StreamSpecification": {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"}
}


def records(connection, arn):
    """All records of a stream."""
    stream = connection.call("DescribeStream", StreamArn=arn)["StreamDescription"]
    for shard in stream["Shards"]:
        iterator = connection.call("GetShardIterator", StreamArn=arn, ShardId=shard["ShardId"],
                                   ShardIteratorType="TRIM_HORIZON")["ShardIterator"]
        while iterator:
            page = connection.call("GetRecords", ShardIterator=iterator)
            yield from page["Records"]
            iterator = page.get("NextShardIterator") if page["Records"] else None


def faults(connection, arn):
    """How the stream and the table disagree."""
    copy, sequences, events = {}, set(), set()
    for record in records(connection, arn):
        change = record["dynamodb"]
        key = change["Keys"]["id"]["S"]
        if change["SequenceNumber"] in sequences or record["eventID"] in events:
            yield f"{key}: {change['SequenceNumber']} comes twice"
        sequences.add(change["SequenceNumber"])
        events.add(record["eventID"])
        if change.get("OldImage") != copy.get(key):
            yield f"{key}: {change['SequenceNumber']} does not go on from what was before"
        copy[key] = change.get("NewImage")
    items = {item["id"]["S"]: item
             for item in connection.pages("Scan", TableName="Crash", ConsistentRead=True)}
    copy = {key: item for key, item in copy.items() if item is not None}
    for key in copy.keys() | items.keys():
        if copy.get(key) != items.get(key):
            yield f"{key}: the stream says {copy.get(key)}, the table {items.get(key)}"


def check(connection, arn, writers):
    items = {item["id"]["S"]: item
             for item in connection.pages("Scan", TableName="Crash", ConsistentRead=True)}
    for writer in writers:
        yield from writer.compare({key: i for key, i in items.items() if writer.owns(key)})
    yield from faults(connection, arn)


def run(folder, rounds, seed):
    chance = random.Random(seed)
    writers = [Writer(number, random.Random(chance.random())) for number in range(WRITERS)]
    arn = None
    for round_number in range(rounds):
        with start(folder, round_number) as server:
            if arn is None:
                first = Connection(server.port)
                arn = first.call("CreateTable", **STREAMED)["TableDescription"]["LatestStreamArn"]
                first.call("CreateTable", **LEDGER)
                first.close()
            load_until_killed(server, writers, chance.randrange(*WRITES))
        with start(folder, round_number) as server:
            connection = Connection(server.port)
            found = list(check(connection, arn, writers))
            connection.close()
            print(f"round {round_number + 1}: {sum(w.acknowledged for w in writers)} writes "
                  "acknowledged so far", flush=True)
            if found:
                print(*found[:20], sep="\n")
                sys.exit(f"{len(found)} faults in round {round_number + 1}, seed {seed}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(2**32))
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        run(folder, arguments.rounds, arguments.seed)
    print("the stream has every change, once and in order")


if __name__ == "__main__":
    main()
