"""kill -9 during backups, restores, exports and imports, again and again: each ends as if nothing
had happened, and nobody ever sees half of one.

    ISOTHERM=path jobs_crash_test.py [--rounds 2] [--seed N]

In each round a table is backed up, restored, restored to a time, exported and imported while items
are written. The server is killed after a random number of looks at the job, and started again,
until the job has ended; then the table that it made must have exactly what the table had when the
job was asked for, in its index, too.
"""

import argparse
import contextlib
import pathlib
import random
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "process"))

from isotherm_process import Connection, Isotherm  # noqa: E402

ITEMS = 3_000
BATCH = 25
NOTE = 400
CRASHES_MAX = 4
LOOKS_MAX = 20_000

KEYS = {
    "AttributeDefinitions": [
        {"AttributeName": "id", "AttributeType": "S"},
        {"AttributeName": "colour", "AttributeType": "S"},
    ],
    "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
    "BillingMode": "PAY_PER_REQUEST",
    "GlobalSecondaryIndexes": [{
        "IndexName": "by-colour",
        "KeySchema": [{"AttributeName": "colour", "KeyType": "HASH"}],
        "Projection": {"ProjectionType": "ALL"},
    }],
}


class Server:
    """A server that crashes and comes back with the same data."""

    def __init__(self, folder, chance):
        self.folder = pathlib.Path(folder)
        self.chance = chance
        self.buckets = self.folder / "buckets"
        (self.buckets / "bucket").mkdir(parents=True)
        self.crashes = 0
        self.open()

    def open(self):
        self.process = Isotherm("--data", self.folder / "data", "--durability", "os",
                                "--throughput", "off", "--bucket-root", self.buckets)
        self.connection = Connection(self.process.port)
        self.call = self.connection.call

    def crash(self):
        self.connection.close()
        self.process.kill()
        self.crashes += 1
        self.open()

    def close(self):
        self.connection.close()
        self.process.kill()


def item(i, chance):
    made = {"id": {"S": f"item-{i:06}"}, "note": {"S": "x" * chance.randrange(NOTE)}}
    if chance.random() < 0.8:
        made["colour"] = {"S": f"colour-{chance.randrange(7)}"}
    return made


def change_some(server, items, count):
    for _ in range(count):
        i = server.chance.randrange(ITEMS * 11 // 10)
        id_ = f"item-{i:06}"
        if server.chance.random() < 0.3:
            server.call("DeleteItem", TableName="Source", Key={"id": {"S": id_}})
            items.pop(id_, None)
        else:
            items[id_] = item(i, server.chance)
            server.call("PutItem", TableName="Source", Item=items[id_])


def fill(server, items):
    ids = sorted(items)
    for begin in range(0, len(ids), BATCH):
        puts = [{"PutRequest": {"Item": items[id_]}} for id_ in ids[begin:begin + BATCH]]
        answer = server.call("BatchWriteItem", RequestItems={"Source": puts})
        assert not answer["UnprocessedItems"], answer


def wait(server, items, status):
    """Looks at a job until it has ended, with writes and crashes meanwhile."""
    for _ in range(CRASHES_MAX):
        for _ in range(server.chance.randrange(12)):
            if status(server) is not None:
                return status(server)
            change_some(server, items, 2)
        server.crash()
    for _ in range(LOOKS_MAX):
        if status(server) is not None:
            return status(server)
    sys.exit(f"the job does not end; the server said: {server.process.output()}")


def table_status(name):
    def status(server):
        answer = server.connection.send("DescribeTable", TableName=name)
        if answer.status != 200:
            sys.exit(f"{name} is lost: {answer.body}")
        now = answer.body["Table"]["TableStatus"]
        if now == "ACTIVE":
            return now
        # Nobody sees half of it.
        read = server.connection.send("GetItem", TableName=name, Key={"id": {"S": "item-000000"}})
        if read.status == 200 and table_is(server, name, "CREATING"):
            sys.exit(f"{name} was read before it was whole")
        return None
    return status


def table_is(server, name, wanted):
    return server.call("DescribeTable", TableName=name)["Table"]["TableStatus"] == wanted


def job_status(operation, parameter, arn, *path):
    def status(server):
        answer = server.call(operation, **{parameter: arn})
        for step in path:
            answer = answer[step]
        return answer if answer not in ("CREATING", "IN_PROGRESS") else None
    return status


def check(server, name, expected, what):
    found = {i["id"]["S"]: i for i in server.connection.pages("Scan", TableName=name)}
    if found != expected:
        lost = sorted(set(expected) - set(found))[:5]
        more = sorted(set(found) - set(expected))[:5]
        other = sorted(i for i in found if i in expected and found[i] != expected[i])[:5]
        sys.exit(f"{what}: lost {lost}, too many {more}, other {other}")
    indexed = {i["id"]["S"]: i for i in server.connection.pages("Scan", TableName=name,
                                                                IndexName="by-colour")}
    if indexed != {id_: i for id_, i in expected.items() if "colour" in i}:
        sys.exit(f"{what}: the index is not what the items say")
    table = server.call("DescribeTable", TableName=name)["Table"]
    if table["ItemCount"] != len(expected):
        sys.exit(f"{what}: {table['ItemCount']} items are counted, {len(expected)} are there")


def back_up_and_restore(server, items):
    then = dict(items)
    arn = server.call("CreateBackup", TableName="Source", BackupName="crash")["BackupDetails"]
    arn = arn["BackupArn"]
    ended = job_status("DescribeBackup", "BackupArn", arn, "BackupDescription", "BackupDetails",
                       "BackupStatus")
    assert wait(server, items, ended) == "AVAILABLE"
    server.call("RestoreTableFromBackup", TargetTableName="Restored", BackupArn=arn)
    wait(server, items, table_status("Restored"))
    check(server, "Restored", then, "restore from a backup")
    server.call("DeleteBackup", BackupArn=arn)


def restore_to_time(server, items):
    then = dict(items)
    now = server.call("DescribeContinuousBackups", TableName="Source")
    now = now["ContinuousBackupsDescription"]["PointInTimeRecoveryDescription"]
    moment = now["LatestRestorableDateTime"]
    while time.time() <= moment + 0.005:
        server.call("DescribeTable", TableName="Source")
    change_some(server, items, 100)
    server.call("RestoreTableToPointInTime", SourceTableName="Source", TargetTableName="Earlier",
                RestoreDateTime=moment)
    wait(server, items, table_status("Earlier"))
    check(server, "Earlier", then, "restore to a time")


def export_and_import(server, items):
    then = dict(items)
    arn = server.call("ExportTableToPointInTime", TableArn="Source", S3Bucket="bucket")
    arn = arn["ExportDescription"]["ExportArn"]
    ended = job_status("DescribeExport", "ExportArn", arn, "ExportDescription", "ExportStatus")
    assert wait(server, items, ended) == "COMPLETED"
    id_ = arn.rpartition("/")[2]
    arn = server.call(
        "ImportTable", S3BucketSource={"S3Bucket": "bucket", "S3KeyPrefix": f"AWSDynamoDB/{id_}/data/"},
        InputFormat="DYNAMODB_JSON", InputCompressionType="GZIP",
        TableCreationParameters=KEYS | {"TableName": "Imported"},
    )["ImportTableDescription"]["ImportArn"]
    ended = job_status("DescribeImport", "ImportArn", arn, "ImportTableDescription", "ImportStatus")
    assert wait(server, items, ended) == "COMPLETED"
    check(server, "Imported", then, "import of an export")
    hidden = [path for path in (server.buckets / "bucket").rglob(".*") if path.is_file()]
    if hidden:
        sys.exit(f"half files are left: {hidden}")


def run(folder, chance):
    with contextlib.closing(Server(folder, chance)) as server:
        server.call("CreateTable", **KEYS, TableName="Source")
        items = {f"item-{i:06}": item(i, chance) for i in range(ITEMS)}
        fill(server, items)
        server.call("UpdateContinuousBackups", TableName="Source",
                    PointInTimeRecoverySpecification={"PointInTimeRecoveryEnabled": True})
        back_up_and_restore(server, items)
        restore_to_time(server, items)
        export_and_import(server, items)
        check(server, "Source", items, "the table itself")
        return server.crashes


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(2**32))
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}", flush=True)
    chance = random.Random(arguments.seed)
    crashes = 0
    for round_number in range(arguments.rounds):
        with tempfile.TemporaryDirectory() as folder:
            crashes += run(folder, random.Random(chance.random()))
        print(f"round {round_number + 1}: {crashes} crashes so far", flush=True)
    if crashes == 0:
        sys.exit("the server was never killed: nothing was tested")
    print("every job ended whole")


if __name__ == "__main__":
    main()
