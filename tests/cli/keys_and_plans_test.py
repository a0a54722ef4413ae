"""`key shard` against the published vectors, and `explain`."""

import json
import pathlib
import tempfile
import unittest

from command import SOURCE, isotherm

SCHEMA = SOURCE / "examples" / "boot-storm" / "isotherm.yaml"
SHARDS = 32


class KeyShard(unittest.TestCase):
    def shard(self, *arguments):
        done = isotherm("key", "shard", *arguments)
        self.assertEqual(done.code, 0, done.err)
        return done.out.strip()

    def test_gives_the_published_keys(self):
        for base, inputs, shards, key in (
            ("channel-A", ["user-1"], 16, "channel-A-3"),
            ("channel-A", ["user-2"], 16, "channel-A-b"),
            ("channel-A", ["abc", "123"], 16, "channel-A-f"),
            ("c", ["a:b"], 16, "c-0"),
            ("c", ["N:1.0"], 16, "c-3"),
            ("c", ["N:1e20"], 16, "c-9"),
            ("c", ["user-1"], 65536, "c-8763"),
        ):
            given = [word for text in inputs for word in ("--input", text)]
            self.assertEqual(self.shard("--base", base, *given, "--shards", shards), key)

    def test_values_arrive_as_they_were_typed(self):
        for text in ("[x]", "[]", "[a,b]", "{}", "a,b", '"q"', "%%", "-x", "--", "a=b", "\\n"):
            for given in (["--base", text], [f"--base={text}"]):
                self.assertTrue(self.shard(*given, "--input", "a").startswith(text + "-"), text)
            self.assertEqual(self.shard("--base", "c", "--input", text),
                             self.shard("--base", "c", "--input", "S:" + text), text)
        self.assertEqual(self.shard("--base", "c", "--input="),
                         self.shard("--base", "c", "--input", "S:"))

    def test_lists_all(self):
        self.assertEqual(self.shard("--base", "c", "--shards", 3, "--all").split(),
                         ["c-0", "c-1", "c-2"])

    def test_speaks_json(self):
        answer = isotherm("key", "shard", "--base", "channel-A", "--input", "user-1", "--json").json()
        self.assertEqual(answer["schema_version"], 1)
        self.assertEqual((answer["shard_key"], answer["shard"]), ("channel-A-3", 3))

    def test_refuses(self):
        for arguments in ([], ["--base", "c"], ["--base", "c", "--input", "N:x"],
                          ["--base", "c", "--input", "a", "--shards", "0"],
                          ["--base", "c", "--input", "a", "--all"],
                          ["--base", b"\xff", "--input", "a", "--json"],
                          ["--base", "c", "--input", b"a\xc3", "--json"],
                          ["--base", "x" * 2048, "--input", "a"]):
            done = isotherm("key", "shard", *arguments)
            self.assertEqual((done.code, done.out), (2, ""), arguments)


class Explain(unittest.TestCase):
    def explain(self, *arguments, stdin=None, code=0):
        done = isotherm("explain", *arguments, "--schema", SCHEMA, "--json", stdin=stdin)
        self.assertEqual(done.code, code, done.err)
        return done.json()

    def query(self, *keys):
        given = [word for key in keys for word in ("--key", key)]
        return self.explain("query", "--index", "member", *given)

    def test_a_query_with_the_input_asks_one_shard(self):
        plan = self.query("channelId=big", "memberId=m-17")
        self.assertEqual(plan["route"], "one-shard")
        self.assertEqual(len(plan["requests"]), 1)
        self.assertEqual(plan["requests"][0]["index"], "member-sharded")
        self.assertTrue(plan["requests"][0]["shard_key"].startswith("big-"))

    def test_a_query_without_it_asks_all(self):
        plan = self.query("channelId=big")
        self.assertEqual(plan["route"], "scatter")
        self.assertEqual(len({each["shard"] for each in plan["requests"]}), SHARDS)
        self.assertGreater(plan["read_units"], 0)

    def test_a_request_comes_as_json_from_anywhere(self):
        request = json.dumps({"TableName": "User", "Item": {
            "id": {"S": "u"}, "channelId": {"S": "big"}, "memberId": {"S": "m"}}})
        by_text = self.explain("PutItem", "--request", request)
        by_pipe = self.explain("put-item", "--request", "-", stdin=request)
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "put.json"
            file.write_text(request)
            by_file = self.explain("PutItem", "--request", file)
        self.assertEqual(by_text, by_pipe)
        self.assertEqual(by_text, by_file)
        self.assertEqual(by_text["operation"], "PutItem")
        self.assertGreater(by_text["write_units"], 0)

    def test_a_refused_request_is_a_finding(self):
        request = json.dumps({"TableName": "User", "Item": {
            "id": {"S": "u"}, "memberShardedKey": {"S": "mine"}}})
        plan = self.explain("PutItem", "--request", request, code=3)
        self.assertEqual(plan["route"], "refused")
        self.assertIn("memberShardedKey", plan["refusal"]["message"])

    def test_what_the_store_would_refuse_is_a_finding(self):
        key = {"id": {"S": "u"}}
        for operation, request, text in (
                ("PutItem", {"Item": {"name": {"S": "x"}}}, "Missing the key id"),
                ("GetItem", {"Key": {"PK": {"S": "x"}}}, "does not match the schema"),
                ("UpdateItem", {"Key": key, "UpdateExpression": "SET bogus ="}, "Syntax error"),
                ("Query", {}, "KeyCondition"),
                ("Scan", {"FilterExpression": "a = :v"}, ":v")):
            plan = self.explain(operation, "--request", json.dumps({"TableName": "User"} | request),
                                code=3)
            self.assertEqual(plan["store_refusal"]["exception"], "ValidationException")
            self.assertIn(text, plan["store_refusal"]["message"])
        done = isotherm("explain", "Query", "--schema", SCHEMA, "--request",
                        '{"TableName": "User"}')
        self.assertEqual(done.code, 3)
        self.assertIn("The store refuses it, if the table's key is id (--table-key)", done.out)

    def test_what_depends_on_items_is_no_finding(self):
        for update in ("SET n = n + :v", "SET m.a = :v", "REMOVE l[0]", "ADD n :v"):
            request = {"TableName": "User", "Key": {"id": {"S": "u"}}, "UpdateExpression": update,
                       "ConditionExpression": "attribute_exists(id)"}
            if ":v" in update:
                request["ExpressionAttributeValues"] = {":v": {"N": "1"}}
            plan = self.explain("UpdateItem", "--request", json.dumps(request))
            self.assertNotIn("store_refusal", plan, update)

    def test_what_the_schema_does_not_know_is_said(self):
        plan = self.explain("query", "--table", "Usr", "--key", "id=u")
        self.assertEqual(plan["route"], "pass-through")
        self.assertIn("no table 'Usr'", plan["notes"][-1])
        self.assertIn("User", plan["notes"][-1])
        plan = self.explain("query", "--index", "membr", "--key", "channelId=big")
        self.assertIn("no index 'membr'", plan["notes"][-1])
        self.assertIn("member", plan["notes"][-1])
        self.assertNotIn("store_refusal", plan)

    def test_people_get_a_table(self):
        done = isotherm("explain", "query", "--schema", SCHEMA, "--index", "member", "--key",
                        "channelId=big", "--key", "memberId=m-17")
        self.assertEqual(done.code, 0, done.err)
        self.assertIn("Query on User, index member: one-shard", done.out)
        self.assertIn("member-sharded", done.out)

    def test_what_is_wrong_is_usage(self):
        for arguments in (["query"], ["query", "--key", "nothing"], ["GetItem"], ["Gtitem"],
                          ["PutItem", "--request", "{"], ["PutItem", "--request", "/no/such/file"],
                          ["query", "--key", "a=1", "--table-key", "x:Y"],
                          ["query", "--key", "a=1", "--table-key", "a,b,c"],
                          ["query", "--key", "a=1", "--table-key", "a,a"],
                          ["query", "--key", "a=1", "--type", "nope:N"],
                          ["query", "--key", "a=1", "--type", "memberId"],
                          ["query", "--key", "a=1", "--type", "memberId:N", "--type", "memberId:S"],
                          ["query", "--key", b"a=\xff"], ["query", "query", "--key", "a=1"],
                          ["query", "--request", "[]"],
                          ["query", "--request", "{}", "--index", "member"]):
            done = isotherm("explain", *arguments, "--schema", SCHEMA)
            self.assertEqual((done.code, done.out), (2, ""), arguments)

    def test_a_bad_schema_is_told_with_its_line(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "bad.yaml"
            file.write_text("version: 1\ntables:\n  T:\n    indexes:\n      a: {type: sharded}\n")
            done = isotherm("explain", "query", "--schema", file, "--key", "a=1")
        self.assertEqual(done.code, 2)
        self.assertIn(f"{file}:5", done.err)


if __name__ == "__main__":
    unittest.main()
