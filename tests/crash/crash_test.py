"""kill -9 under load, round after round: no acknowledged write is lost, no index entry is without
its item, and none is missing; of a transaction over two tables all is there, or nothing.

    ISOTHERM=path crash_test.py [--rounds 20] [--seed N]

Writers change items of their own, one request at a time, and note what was acknowledged and what
was under way. After each crash an item must be what was last acknowledged, or what the request
under way would have made of it; and both global indexes must hold exactly what the items say.
Every second round waits for the disk (--durability fsync), the others for the system (os): a
process that dies loses neither.
"""

import argparse
import itertools
import pathlib
import random
import sys
import tempfile
import threading

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "process"))

from isotherm_process import Connection, Isotherm  # noqa: E402
from writer import Writer  # noqa: E402

WRITERS = 6
# Writes of a round before the crash, and how long they may take at the most.
WRITES = (20, 1500)
WRITES_S = 60

TABLE = {
    "TableName": "Crash",
    "AttributeDefinitions": [
        {"AttributeName": name, "AttributeType": type_}
        for name, type_ in (("id", "S"), ("colour", "S"), ("version", "N"), ("owner", "S"))
    ],
    "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
    "GlobalSecondaryIndexes": [
        {
            "IndexName": "by-colour",
            "KeySchema": [
                {"AttributeName": "colour", "KeyType": "HASH"},
                {"AttributeName": "version", "KeyType": "RANGE"},
            ],
            "Projection": {"ProjectionType": "ALL"},
        },
        {
            "IndexName": "by-owner",
            "KeySchema": [{"AttributeName": "owner", "KeyType": "HASH"}],
            "Projection": {"ProjectionType": "KEYS_ONLY"},
        },
    ],
    "BillingMode": "PAY_PER_REQUEST",
}

LEDGER = {
    "TableName": "Ledger",
    "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
    "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
    "BillingMode": "PAY_PER_REQUEST",
}


def start(folder, round_number):
    durability = ("fsync", "os")[round_number % 2]
    return Isotherm("--data", folder, "--durability", durability, "--throughput", "off")


def load_until_killed(server, writers, writes):
    """Runs the writers and kills the server, in the middle of it, after so many writes."""
    enough = threading.Event()
    count = itertools.count(1)

    def acknowledged():
        if next(count) >= writes:
            enough.set()

    threads = [
        threading.Thread(target=writer.run, args=(server.port, acknowledged)) for writer in writers
    ]
    for thread in threads:
        thread.start()
    if not enough.wait(WRITES_S):
        server.kill()
        refused = [text for writer in writers for text in writer.refused]
        sys.exit(f"fewer than {writes} writes in {WRITES_S} s; it said: {server.output()} {refused}")
    server.kill()
    for thread in threads:
        thread.join()


def faults(items, connection):
    """How the indexes differ from what the items say."""
    def entry(item, *names):
        return tuple(item[name][kind] for name, kind in names)

    for index, key in (
        ("by-colour", (("colour", "S"), ("version", "N"), ("id", "S"))),
        ("by-owner", (("owner", "S"), ("id", "S"))),
    ):
        wanted = {entry(i, *key): i for i in items if all(name in i for name, _ in key)}
        found = [i for i in connection.pages("Scan", TableName="Crash", IndexName=index)]
        keys = [entry(i, *key) for i in found]
        if len(keys) != len(set(keys)):
            yield f"{index}: an entry stands twice"
        for lost in set(wanted) - set(keys):
            yield f"{index}: {lost} is missing"
        for orphan in set(keys) - set(wanted):
            yield f"{index}: {orphan} has no such item"
        for item in found:
            whole = wanted.get(entry(item, *key))
            if index == "by-colour" and whole is not None and whole != item:
                yield f"{index}: {item} is not as its item {whole}"


def check(connection, writers):
    """All that is wrong after a restart; the writers go on from what they find."""
    items = list(connection.pages("Scan", TableName="Crash", ConsistentRead=True))
    by_id = {item["id"]["S"]: item for item in items}
    if len(by_id) != len(items):
        yield "an item stands twice"
    ledger = {
        item["id"]["S"]: int(item["transactions"]["N"])
        for item in connection.pages("Scan", TableName="Ledger", ConsistentRead=True)
    }
    for writer in writers:
        own = {id_: i for id_, i in by_id.items() if writer.owns(id_)}
        yield from writer.compare_transactions(ledger.get(f"w{writer.number}", 0), own)
        yield from writer.compare(own)
    yield from faults(items, connection)


def run(folder, rounds, seed):
    chance = random.Random(seed)
    writers = [Writer(number, random.Random(chance.random())) for number in range(WRITERS)]
    for round_number in range(rounds):
        with start(folder, round_number) as server:
            if round_number == 0:
                first = Connection(server.port)
                first.call("CreateTable", **TABLE)
                first.call("CreateTable", **LEDGER)
                first.close()
            load_until_killed(server, writers, chance.randrange(*WRITES))
        with start(folder, round_number) as server:
            connection = Connection(server.port)
            found = list(check(connection, writers))
            connection.close()
            print(f"round {round_number + 1}: {sum(w.acknowledged for w in writers)} writes "
                  f"acknowledged so far, {sum(len(w.known) for w in writers)} items", flush=True)
            if found:
                print(*found[:20], sep="\n")
                sys.exit(f"{len(found)} faults in round {round_number + 1}, seed {seed}")
    if not all(writer.acknowledged for writer in writers):
        sys.exit("a writer never had a write acknowledged")
    if not any(writer.transactions for writer in writers):
        sys.exit("no transaction was ever acknowledged")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(2**32))
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        run(folder, arguments.rounds, arguments.seed)
    print("no acknowledged write was lost")


if __name__ == "__main__":
    main()
