"""kill -9 while an index is being built, again and again: in the end the index holds exactly what
the items say, and those who write meanwhile lose nothing.

    ISOTHERM=path backfill_crash_test.py [--rounds 4] [--seed N]

In each round an index is created over items that are there; the server is killed after a random
number of looks at the table, started again, and killed again, until the index is ACTIVE.
"""

import argparse
import pathlib
import random
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "process"))

from isotherm_process import Connection, Isotherm  # noqa: E402

ITEMS = 12_000
BATCH = 25
CRASHES_MAX = 5
LOOKS_MAX = 20_000
WRITES_BETWEEN = 5


def item(i, random_):
    made = {"id": {"S": f"item-{i:06}"}, "note": {"S": "x" * random_.randrange(40)}}
    if random_.random() < 0.8:
        made["colour"] = {"S": f"colour-{random_.randrange(7)}"}
    return made


def fill(connection, items):
    ids = sorted(items)
    for begin in range(0, len(ids), BATCH):
        puts = [{"PutRequest": {"Item": items[id_]}} for id_ in ids[begin:begin + BATCH]]
        answer = connection.call("BatchWriteItem", RequestItems={"Crash": puts})
        assert not answer["UnprocessedItems"], answer


def change_some(connection, items, random_):
    """Writes while the index is built."""
    for _ in range(WRITES_BETWEEN):
        id_ = random_.choice(sorted(items))
        if random_.random() < 0.3:
            connection.call("DeleteItem", TableName="Crash", Key={"id": {"S": id_}})
            del items[id_]
        else:
            items[id_] = item(int(id_.rpartition("-")[2]), random_)
            connection.call("PutItem", TableName="Crash", Item=items[id_])


def index_status(connection):
    table = connection.call("DescribeTable", TableName="Crash")["Table"]
    return next((i["IndexStatus"] for i in table.get("GlobalSecondaryIndexes", [])), None)


def build(folder, items, random_):
    """Creates the index, with crashes; returns how many there were."""
    crashes, created = 0, False
    while True:
        with Isotherm("--data", folder, "--durability", "os", "--throughput", "off") as server:
            connection = Connection(server.port)
            if not created:
                connection.call("UpdateTable", TableName="Crash", AttributeDefinitions=[
                    {"AttributeName": "id", "AttributeType": "S"},
                    {"AttributeName": "colour", "AttributeType": "S"},
                ], GlobalSecondaryIndexUpdates=[{"Create": {
                    "IndexName": "by-colour",
                    "KeySchema": [{"AttributeName": "colour", "KeyType": "HASH"},
                                  {"AttributeName": "id", "KeyType": "RANGE"}],
                    "Projection": {"ProjectionType": "ALL"},
                }}])
                created = True
            looks = random_.randrange(1, 12) if crashes < CRASHES_MAX else LOOKS_MAX
            for _ in range(looks):
                if index_status(connection) == "ACTIVE":
                    check(connection, items)
                    connection.close()
                    return crashes
                change_some(connection, items, random_)
            connection.close()
        crashes += 1
        if crashes > CRASHES_MAX:
            sys.exit(f"the index did not become ACTIVE within {LOOKS_MAX} looks")


def check(connection, items):
    stored = {i["id"]["S"]: i for i in connection.pages("Scan", TableName="Crash")}
    differing = [id_ for id_ in stored.keys() | items.keys() if stored.get(id_) != items.get(id_)]
    assert not differing, differing[:5]
    wanted = {id_: i for id_, i in items.items() if "colour" in i}
    found = list(connection.pages("Scan", TableName="Crash", IndexName="by-colour"))
    assert len(found) == len(wanted), (len(found), len(wanted))
    for one in found:
        assert wanted[one["id"]["S"]] == one, one


def run(folder, rounds, seed):
    random_ = random.Random(seed)
    items, crashes = {}, 0
    for i in range(ITEMS):
        made = item(i, random_)
        items[made["id"]["S"]] = made
    with Isotherm("--data", folder, "--durability", "os", "--throughput", "off") as server:
        connection = Connection(server.port)
        connection.call("CreateTable", TableName="Crash", BillingMode="PAY_PER_REQUEST",
                        AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
                        KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}])
        fill(connection, items)
        connection.close()
    for round_number in range(rounds):
        crashes += build(folder, items, random_)
        with Isotherm("--data", folder, "--durability", "os", "--throughput", "off") as server:
            connection = Connection(server.port)
            check(connection, items)
            connection.call("UpdateTable", TableName="Crash", GlobalSecondaryIndexUpdates=[
                {"Delete": {"IndexName": "by-colour"}}])
            for _ in range(LOOKS_MAX):
                if index_status(connection) is None:
                    break
            connection.close()
        print(f"round {round_number + 1}: {crashes} crashes so far")
    if crashes == 0:
        sys.exit("no crash met the backfill: the test proved nothing")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(2**32))
    options = parser.parse_args()
    print(f"seed {options.seed}")
    with tempfile.TemporaryDirectory(prefix="isotherm-crash-") as folder:
        run(folder, options.rounds, options.seed)


if __name__ == "__main__":
    main()
