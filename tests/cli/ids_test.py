"""`id new`, `id parse`, `id range`, `key parse`, `key growth`, and shards by other strategies."""

import csv
import io
import json
import tempfile
import unittest

from command import isotherm


class Ids(unittest.TestCase):
    def ok(self, *arguments, stdin=None, **environment):
        done = isotherm(*arguments, stdin=stdin, **environment)
        self.assertEqual(done.code, 0, done.err)
        return done.out

    def test_snowflakes_ascend_and_are_all_different(self):
        ids = [int(line) for line in self.ok("id", "new", "--worker", 7, "-n", 20000).split()]
        self.assertEqual(len(set(ids)), 20000)
        self.assertEqual(ids, sorted(ids))

    def test_a_worker_is_never_guessed(self):
        for arguments in ([], ["--worker", "32"], ["--worker", "x"], ["--worker", "1", "--bits", "1"],
                          ["--worker", "1", "--layout", "facebook"], ["--worker", "1", "-n", "0"],
                          ["--worker", "1", "--epoch", "yesterday"],
                          ["--worker", "1", "--bits", "45,5,5,12"]):
            done = isotherm("id", "new", *arguments)
            self.assertEqual((done.code, done.out), (2, ""), arguments)
        out = self.ok("id", "new", "-o", "json", ISOTHERM_WORKER="9", ISOTHERM_DATACENTRE="3")
        parsed = json.loads(self.ok("id", "parse", json.loads(out)["ids"][0]["id"], "--json"))
        self.assertEqual((parsed["ids"][0]["worker"], parsed["ids"][0]["datacentre"]), (9, 3))

    def test_an_epoch_in_the_future_is_told(self):
        done = isotherm("id", "new", "--worker", 1, "--epoch", "2999-01-01")
        self.assertEqual(done.code, 1)
        self.assertIn("before the layout's epoch", done.err)

    def test_a_worker_id_is_leased_and_returned(self):
        with tempfile.TemporaryDirectory() as folder:
            lease = ("--data", folder, "--pool", "orders")
            issued = [json.loads(self.ok("id", "new", *lease, "-n", 3, "-o", "json"))["ids"]
                      for _ in range(2)]
            ids = [int(row["id"]) for rows in issued for row in rows]
            self.assertEqual(len(set(ids)), 6)
            workers = json.loads(self.ok("id", "worker", *lease, "-o", "json"))["workers"]
            self.assertTrue(1 <= len(workers) <= 2, workers)
            self.assertEqual({row["state"] for row in workers}, {"returned"})
            self.assertEqual({row["from"] for row in workers}, {""})
            parsed = json.loads(self.ok("id", "parse", ids[0], "-o", "json"))["ids"][0]
            self.assertIn((parsed["datacentre"], parsed["worker"]),
                          [(row["datacentre"], row["worker"]) for row in workers])
            self.assertEqual(self.ok("id", "worker", "--data", folder, "-o", "ndjson"), "")
            done = isotherm("id", "new", *lease, "--layout", "twitter", "-o", "json")
            self.assertEqual(done.code, 1)
            self.assertIn("has the layout", done.err)
            for arguments in (("--worker", 3), ("--lease", "10ms"), ("--pool", "")):
                self.assertEqual(isotherm("id", "new", *lease, *arguments).code, 2, arguments)
            self.assertEqual(isotherm("id", "new", "--data", f"{folder}/none").code, 2)
            self.assertEqual(isotherm("id", "worker").code, 2)

    def test_ids_are_text_in_json(self):
        text = self.ok("id", "new", "--worker", 1, "-n", 3, "-o", "ndjson")
        for line in text.splitlines():
            # A parser that knows doubles only keeps them.
            again = json.loads(line, parse_int=float)
            self.assertIn(f'"{again["id"]}"', line)

    def test_every_kind_comes_in_every_form(self):
        for kind in ("snowflake", "uuid7", "bit-reversed", "hash-prefixed"):
            def new(form, kind=kind):
                return self.ok("id", "new", "--kind", kind, "--worker", 1, "-n", 3, "-o", form)
            self.assertEqual(len(new("plain").split()), 3)
            self.assertEqual(len(json.loads(new("json"))["ids"]), 3)
            self.assertEqual(len([json.loads(line) for line in new("ndjson").splitlines()]), 3)
            self.assertEqual(len(list(csv.DictReader(io.StringIO(new("csv"))))), 3)
            self.assertEqual(len(new("table").splitlines()), 4)

    def test_counters_are_spread_and_come_back(self):
        self.assertEqual(self.ok("id", "new", "--kind", "bit-reversed", "--from", 3).strip(),
                         "6917529027641081856")
        self.assertEqual(self.ok("id", "new", "--kind", "hash-prefixed", "--from", 1).strip(),
                         "9416-1")

    def test_parse_tells_what_an_id_says(self):
        rows = json.loads(self.ok("id", "parse", "1541815603606036480", "--layout", "twitter",
                                  "-o", "json"))["ids"]
        self.assertEqual(rows[0], {
            "id": "1541815603606036480", "kind": "snowflake", "time": "2022-06-28T16:07:40.105Z",
            "time_ms": 1656432460105, "datacentre": 11, "worker": 26, "sequence": 0})
        row = json.loads(self.ok("id", "parse", "-o", "ndjson",
                                 stdin="017F22E2-79B0-7CC3-98C4-DC0C0C07398F\r\n\n"))
        self.assertEqual((row["time_ms"], row["worker"]), (1645557742000, None))

    def test_parse_refuses_what_is_no_id(self):
        for text in ("x", "-1", "9223372036854775808", "18446744073709551616", "1.0", "1e3",
                     "017f22e2-79b0-4cc3-98c4-dc0c0c07398f"):
            done = isotherm("id", "parse", "-o", "json", stdin=text)
            self.assertEqual(done.code, 2, text)

    def test_a_range_holds_the_ids_of_its_time(self):
        new = self.ok("id", "new", "--worker", 5, "-o", "ndjson")
        issued = json.loads(new)
        day = issued["time"][:10]
        low, high = map(int, self.ok("id", "range", "--from", day).split())
        self.assertLessEqual(low, int(issued["id"]))
        self.assertLessEqual(int(issued["id"]), high)
        uuids = self.ok("id", "range", "--kind", "uuid7", "--from", "2022-02-22T19:22:22Z",
                        "--to", "1645557742001").split()
        self.assertEqual(uuids, ["017f22e2-79b0-7000-8000-000000000000",
                                 "017f22e2-79b0-7fff-bfff-ffffffffffff"])
        for arguments in (["--from", "2026-13-01"], ["--from", "5", "--to", "5"],
                          ["--to", "2010-01-01"]):
            self.assertEqual(isotherm("id", "range", *arguments).code, 2, arguments)


class Keys(unittest.TestCase):
    def ok(self, *arguments, stdin=None):
        done = isotherm("key", *arguments, stdin=stdin)
        self.assertEqual(done.code, 0, done.err)
        return done.out

    def test_a_part_of_an_id(self):
        shard = ("shard", "--base", "c", "--strategy", "id-suffix", "--input")
        self.assertEqual(self.ok(*shard, "user-7F").strip(), "c-7f")
        self.assertEqual(self.ok(*shard, "user-7F", "--shards", 10).strip(), "c-7")
        self.assertEqual(self.ok(*shard, "order-255", "--take-count", 3, "--take-as", "decimal",
                                 "--separator", "#").strip(), "c#255")
        done = isotherm("key", *shard, "user-7g")
        self.assertEqual(done.code, 2)
        self.assertIn("'7g' has another character", done.err)

    def test_formats(self):
        shard = ("shard", "--base", "CandidateA", "--input", "USER#1", "--shards", 10)
        self.assertEqual(self.ok(*shard, "--separator", "#", "--digits", "decimal", "--first", 1)
                         .strip(), "CandidateA#3")
        self.assertEqual(self.ok(*shard, "--padding", 3).strip(), "CandidateA-002")
        self.assertEqual(isotherm("key", *shard, "--separator", "a").code, 2)
        self.assertEqual(isotherm("key", *shard, "--padding", 9).code, 2)

    def test_drawn_shards(self):
        drawn = {self.ok("shard", "--base", "c", "--strategy", "random", "--shards", 2).strip()
                 for _ in range(40)}
        self.assertEqual(drawn, {"c-0", "c-1"})
        lines = self.ok("shard", "--strategy", "round-robin", "--shards", 3, "--stdin",
                        stdin="a\nb\nc\nd\n")
        self.assertEqual(lines.split(), ["a-0", "b-1", "c-2", "d-0"])
        done = isotherm("key", "shard", "--base", "c", "--strategy", "random", "--input", "x")
        self.assertEqual(done.code, 2)

    def test_lines(self):
        text = "channel-A\tuser-1\r\nchannel-A\tabc\t123\nN:1.0\tN:1e0\n"
        self.assertEqual(self.ok("shard", "--stdin", stdin=text).split(),
                         ["channel-A-3", "channel-A-f", "1-3"])
        rows = json.loads(self.ok("shard", "--stdin", "-o", "json", stdin=text))["shard_keys"]
        self.assertEqual(rows[1], {"shard_key": "channel-A-f", "shard": 15})
        done = isotherm("key", "shard", "--stdin", stdin="a\tb\nc\n")
        self.assertEqual(done.code, 2)
        self.assertIn("line 2: has no input", done.err)

    def test_many_lines(self):
        text = "".join(f"base-{i % 97}\tuser-{i}\n" for i in range(100_000))
        keys = self.ok("shard", "--stdin", "--shards", 16, stdin=text).splitlines()
        self.assertEqual(len(keys), 100_000)
        self.assertEqual(keys[1], self.ok("shard", "--base", "base-1", "--input", "user-1").strip())

    def test_parse(self):
        rows = json.loads(self.ok("parse", "a-b-c-3", "--json"))["keys"]
        self.assertEqual(rows, [{"shard_key": "a-b-c-3", "base": "a-b-c", "shard": 3,
                                 "suffix": "3"}])
        out = self.ok("parse", "--shards", 10, "--separator", "#", "--digits", "decimal", "--first",
                      1, "-o", "csv", stdin="CandidateA#10\n#1\n")
        self.assertEqual(out.splitlines()[1:3], ["CandidateA#10,CandidateA,9,10", "#1,,0,1"])
        for key in ("c", "c-10", "c-0A", "c-01", "-", "c-"):
            self.assertEqual(isotherm("key", "parse", "-o", "json", stdin=key).code, 3, key)

    def test_growth(self):
        grown = json.loads(self.ok("growth", "--from", 2, "--to", 4, "--json"))
        self.assertEqual((grown["splits"], grown["moved_ratio"]), (True, 0.5))
        self.assertEqual(grown["shards"], [{"shard": 0, "feeds": [0, 2]},
                                           {"shard": 1, "feeds": [1, 3]}])
        self.assertIn("94.1% of the keys move", self.ok("growth", "--from", 16, "--to", 17))
        self.assertEqual(isotherm("key", "growth", "--from", 16).code, 2)


if __name__ == "__main__":
    unittest.main()
