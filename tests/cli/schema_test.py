"""`schema check` and `schema diff`."""

import json
import pathlib
import tempfile
import unittest

from command import isotherm
from isotherm_process import Connection, Isotherm

GOOD = """version: 1
tables:
  User:
    indexes:
      member:
        type: sharded-gsi
        partition_key: channelId
        sort_key: memberId
        physical: member-sharded
        shard: {attribute: memberShardedKey, strategy: hash, inputs: [memberId], shards: 4}
"""
BAD = """version: 1
tables:
  User:
    indexes:
      member:
        type: sharded-gsi
        partition_key: channelId
        physical: member
        shard: {attribute: memberShardedKey, strategy: hash, inputs: [memberId], shard: 4}
  Vote:
    index: {}
"""
USER = {
    "TableName": "User",
    "BillingMode": "PAY_PER_REQUEST",
    "AttributeDefinitions": [{"AttributeName": name, "AttributeType": "S"}
                             for name in ("id", "channelId", "memberId")],
    "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
    "GlobalSecondaryIndexes": [{
        "IndexName": "member",
        "KeySchema": [{"AttributeName": "channelId", "KeyType": "HASH"},
                      {"AttributeName": "memberId", "KeyType": "RANGE"}],
        "Projection": {"ProjectionType": "ALL"},
    }],
}


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def file(self, text, name="isotherm.yaml"):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path


class Check(Files):
    def data(self):
        """A folder of tables that were made and filled through the gateway with GOOD."""
        folder = self.folder / "data"
        with Isotherm("--data", folder, "--schema", self.file(GOOD), "--durability", "os") as server:
            client = Connection(server.port)
            client.call("CreateTable", **USER)
            for number in range(60):
                client.call("PutItem", TableName="User", Item={
                    "id": {"S": str(number)}, "channelId": {"S": "c"},
                    "memberId": {"S": f"m-{number}"}})
            client.close()
            self.assertEqual(server.stop(), 0)
        return folder

    def test_a_file_alone(self):
        file = self.file(GOOD)
        done = isotherm("schema", "check", file)
        self.assertEqual((done.code, done.err), (0, ""))
        self.assertEqual(done.out, f"{file} has no problem in itself (tables: 1, indexes: 1)\n")
        done = isotherm("schema", "check", file, "-o", "json")
        self.assertEqual((done.code, done.json()), (0, {"schema_version": 1, "problems": []}))

    def test_all_problems_come_at_once_with_lines_and_cures(self):
        file = self.file(BAD)
        done = isotherm("schema", "check", file)
        self.assertEqual(done.code, 3)
        lines = done.out.splitlines()
        self.assertIn(f"{file}:9: tables.User.indexes.member.shard: unknown key 'shard'; "
                      "did you mean 'shards'?", lines)
        numbers = [int(line.removeprefix(f"{file}:").split(":")[0]) for line in lines]
        self.assertEqual(numbers, sorted(numbers))
        self.assertLessEqual({5, 9, 11}, set(numbers))
        problems = isotherm("schema", "check", file, "--json").json()["problems"]
        self.assertEqual([problem["line"] for problem in problems], numbers)
        for problem in problems:
            self.assertEqual(problem["file"], str(file))
            self.assertTrue(problem["problem"] and problem["cure"], problem)

    def test_against_live_tables(self):
        data = self.data()
        done = isotherm("schema", "check", self.folder / "isotherm.yaml", "--data", data)
        self.assertEqual(done.code, 0, done.out + done.err)
        self.assertIn(f"with the tables in {data}", done.out)

        file = self.file(GOOD.replace("shards: 4", "shards: 5"), "five.yaml")
        done = isotherm("schema", "check", file, "--data", data)
        self.assertEqual(done.code, 3, done.out + done.err)
        self.assertIn(f"{file}:5: ", done.out)
        self.assertIn("was written with another rule", done.out)

        # Several problems, those of tables that are not there among them.
        text = GOOD.replace("member-sharded", "missing-index") + GOOD.split("tables:\n")[1].replace(
            "User", "Absent").replace("memberShardedKey", "absentKey")
        file = self.file(text, "absent.yaml")
        done = isotherm("schema", "check", file, "--data", data)
        self.assertEqual(done.code, 3, done.out + done.err)
        self.assertIn("has no global index 'missing-index'", done.out)
        self.assertIn(f"{file}:11: tables.Absent: the store has no such table", done.out)
        done = isotherm("schema", "check", file, "--data", data, "--allow-missing")
        self.assertNotIn("Absent", done.out)
        self.assertEqual(done.code, 3)

    def test_against_the_tables_of_an_upstream(self):
        keys = {"AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "s"}
        file = self.file(GOOD)
        with Isotherm("--data", self.data()) as upstream:
            asked = ("--upstream", upstream.url)
            done = isotherm("schema", "check", file, *asked, **keys)
            self.assertEqual((done.code, done.err), (0, ""), done.out)
            self.assertIn(f"with the tables of {upstream.url}", done.out)
            five = self.file(GOOD.replace("shards: 4", "shards: 5"), "five.yaml")
            done = isotherm("schema", "check", five, *asked, **keys)
            self.assertEqual(done.code, 3, done.err)
            self.assertIn("was written with another rule", done.out)
            done = isotherm("schema", "check", file, *asked, HOME="/nonexistent",
                            AWS_EC2_METADATA_DISABLED="true")
            self.assertEqual(done.code, 5)
            self.assertIn("environment: AWS_ACCESS_KEY_ID is not set", done.err)
        done = isotherm("schema", "check", file, *asked, "--upstream-attempts", "1", **keys)
        self.assertEqual((done.code, done.out), (5, ""))
        done = isotherm("schema", "check", file, *asked, "--data", self.folder)
        self.assertEqual(done.code, 2)

    def test_what_cannot_be_asked(self):
        missing = self.folder / "none"
        for arguments, code, said in (
            ([], 2, "which schema?"),
            ([missing], 2, "cannot be read"),
            ([self.folder], 2, "is a folder"),
            ([self.file(GOOD), "--data", missing], 2, "is no folder"),
        ):
            done = isotherm("schema", "check", *arguments)
            self.assertEqual((done.code, done.out), (code, ""), arguments)
            self.assertIn(said, done.err)
        self.assertFalse(missing.exists())

    def test_a_folder_in_use_is_not_touched(self):
        folder = self.folder / "busy"
        with Isotherm("--data", folder) as server:
            done = isotherm("schema", "check", self.file(GOOD), "--data", folder)
            self.assertEqual(done.code, 1, done.out)
            self.assertEqual(server.stop(), 0)


class Diff(Files):
    def diff(self, before, after, *arguments):
        return isotherm("schema", "diff", self.file(before, "old.yaml"),
                        self.file(after, "new.yaml"), *arguments)

    def test_the_same_rules(self):
        done = self.diff(GOOD, "# again\n" + GOOD)
        self.assertEqual((done.code, done.out), (0, "The two schemas have the same rules.\n"))

    def test_a_harmless_change(self):
        done = self.diff(GOOD, GOOD.replace("member-sharded", "member-2"))
        self.assertEqual(done.code, 0)
        self.assertIn("new.yaml:5: harmless: tables.User.indexes.member.physical", done.out)

    def test_a_migration_and_why(self):
        done = self.diff(GOOD, GOOD.replace("shards: 4", "shards: 8"))
        self.assertEqual(done.code, 3)
        self.assertIn("new.yaml:5: migration: tables.User.indexes.member.shard.shards: 4 -> 8",
                      done.out)
        self.assertIn("50 % of the keys", done.out)
        change, = self.diff(GOOD, GOOD.replace("shards: 4", "shards: 8"), "--json").json()["changes"]
        self.assertEqual((change["effect"], change["line"]), ("migration", 5))

    def test_what_is_gone_has_its_line_in_the_old_file(self):
        done = self.diff(GOOD, "version: 1\ntables: {}\n", "-o", "ndjson")
        self.assertEqual(done.code, 3)
        change = json.loads(done.out)
        self.assertTrue(change["file"].endswith("old.yaml"), change)

    def test_a_schema_that_is_not_valid_is_not_compared(self):
        done = self.diff(GOOD, BAD)
        self.assertEqual((done.code, done.out), (2, ""))
        self.assertIn("new.yaml:9:", done.err)
        done = isotherm("schema", "diff", self.file(GOOD))
        self.assertEqual(done.code, 2)


if __name__ == "__main__":
    unittest.main()
