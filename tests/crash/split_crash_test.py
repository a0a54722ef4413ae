"""kill -9 while partitions are being split: nothing is lost, and the shards of the stream are whole.

    ISOTHERM=path split_crash_test.py [--rounds 4] [--seed N]

In each round, writers make the partitions of a new table hot, with the service's minutes passing as
a second. The server is killed at about the time of the first split, started again, and killed a few
writes after a split was seen. Then every acknowledged
write is there; replayed parents before children, the stream makes exactly the table; and the
shards are whole: the open ones are the leaves, each closed one has ended before its children begin.
"""

import argparse
import collections
import pathlib
import random
import sys
import tempfile
import threading

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "process"))

from crash_test import LEDGER, WRITERS, WRITES_S, load_until_killed  # noqa: E402
from isotherm_process import Connection, Isotherm  # noqa: E402
from stream_crash_test import faults as stream_faults  # noqa: E402
from writer import Writer  # noqa: E402

FILLING_MAX = 60_000
TIME_SCALE = 300
# Writes before the first crash: about when the first partition is split.
WRITES_FIRST = (200, 1000)
# Writes before it is looked for a split, and from the one that was seen to the second crash.
WRITES_BEFORE = (20, 200)
WRITES_AFTER = (1, 120)
# For a split, that many times so many writes; it takes two seconds of heat.
LOOKS_MAX = 200

# Two partitions of 1,000 units a second, which both become hot.
PARTITIONS = 2
TABLE = {
    "TableName": "Crash",
    "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
    "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
    "BillingMode": "PROVISIONED",
    "ProvisionedThroughput": {"ReadCapacityUnits": 5, "WriteCapacityUnits": 2000},
    "StreamSpecification": {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"},
}


def start(folder, round_number):
    return Isotherm("--data", folder, "--durability", ("fsync", "os")[round_number % 2],
                    "--throughput", "observe", "--time-scale", TIME_SCALE)


def shards_of(connection, arn):
    shards, request = [], {"StreamArn": arn}
    while True:
        page = connection.call("DescribeStream", **request)["StreamDescription"]
        shards += page["Shards"]
        if "LastEvaluatedShardId" not in page:
            return shards
        request["ExclusiveStartShardId"] = page["LastEvaluatedShardId"]


class Progress:
    """How many writes were acknowledged; others wait for more of them."""

    def __init__(self):
        self.writes = 0
        self.changed = threading.Condition()

    def acknowledged(self):
        with self.changed:
            self.writes += 1
            self.changed.notify_all()

    def wait_for(self, more):
        with self.changed:
            wanted = self.writes + more
            return self.changed.wait_for(lambda: self.writes >= wanted, WRITES_S)


def load_until_split_and_killed(server, writers, arn, chance):
    """Runs the writers; kills the server a few writes after a split was seen."""
    progress = Progress()
    threads = [threading.Thread(target=writer.run, args=(server.port, progress.acknowledged))
               for writer in writers]
    connection = Connection(server.port)

    def is_split():
        return len(shards_of(connection, arn)) > PARTITIONS

    for thread in threads:
        thread.start()
    goes_on = progress.wait_for(chance.randrange(*WRITES_BEFORE))
    looks = LOOKS_MAX
    while goes_on and looks and not is_split():
        goes_on, looks = progress.wait_for(chance.randrange(*WRITES_AFTER)), looks - 1
    goes_on = goes_on and progress.wait_for(chance.randrange(*WRITES_AFTER))
    split = goes_on and is_split()
    connection.close()
    server.kill()
    for thread in threads:
        thread.join()
    if not split:
        refused = [text for writer in writers for text in writer.refused]
        sys.exit(f"no split in {progress.writes} writes; it said: {server.output()} {refused}")


def shard_faults(connection, arn):
    """What is wrong with the family of shards."""
    shards = {shard["ShardId"]: shard for shard in shards_of(connection, arn)}
    children = collections.defaultdict(list)
    for id_, shard in shards.items():
        parent = shard.get("ParentShardId")
        if parent is not None:
            children[parent].append(id_)
    roots = [id_ for id_, shard in shards.items() if "ParentShardId" not in shard]
    if len(roots) != PARTITIONS:
        yield f"{len(roots)} shards have no parent, not {PARTITIONS}"
    for id_, shard in shards.items():
        span = shard["SequenceNumberRange"]
        end = span.get("EndingSequenceNumber")
        if (end is None) == bool(children[id_]):
            yield f"{id_} ends at {end} and has {len(children[id_])} children"
        if len(children[id_]) == 1:
            yield f"{id_} was split into one"
        for child in children[id_]:
            begin = shards[child]["SequenceNumberRange"]["StartingSequenceNumber"]
            if end is not None and int(begin) <= int(end):
                yield f"{child} begins at {begin}, its parent {id_} ends at {end}"
    for parent in children.keys() - shards.keys():
        yield f"{parent} is a parent that is not there"


def check(connection, arn, writers):
    items = list(connection.pages("Scan", TableName="Crash", ConsistentRead=True))
    for writer in writers:
        yield from writer.compare({i["id"]["S"]: i for i in items if writer.owns(i["id"]["S"])})
    yield from shard_faults(connection, arn)
    yield from stream_faults(connection, arn)


def run(folder, round_number, chance):
    writers = [Writer(number, random.Random(chance.random()), FILLING_MAX)
               for number in range(WRITERS)]
    with start(folder, round_number) as server:
        connection = Connection(server.port)
        arn = connection.call("CreateTable", **TABLE)["TableDescription"]["LatestStreamArn"]
        connection.call("CreateTable", **LEDGER)
        connection.close()
        load_until_killed(server, writers, chance.randrange(*WRITES_FIRST))
    with start(folder, round_number) as server:
        connection = Connection(server.port)
        found = list(check(connection, arn, writers))
        connection.close()
        if found:
            return found
        load_until_split_and_killed(server, writers, arn, chance)
    with start(folder, round_number) as server:
        connection = Connection(server.port)
        found = list(check(connection, arn, writers))
        print(f"round {round_number + 1}: {sum(w.acknowledged for w in writers)} writes "
              f"acknowledged, {len(shards_of(connection, arn))} shards", flush=True)
        connection.close()
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(2**32))
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}", flush=True)
    chance = random.Random(arguments.seed)
    for round_number in range(arguments.rounds):
        with tempfile.TemporaryDirectory() as folder:
            found = run(folder, round_number, chance)
        if found:
            print(*found[:20], sep="\n")
            sys.exit(f"{len(found)} faults in round {round_number + 1}, seed {arguments.seed}")
    print("nothing was lost, and the shards are whole")


if __name__ == "__main__":
    main()
