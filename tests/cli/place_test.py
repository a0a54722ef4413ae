"""`isotherm place`: schemes, formats, refusals."""

import csv
import io
import json
import pathlib
import tempfile
import unittest

from command import isotherm

VSCHEMA = {"sharded": True, "vindexes": {"hash": {"type": "hash"}},
           "tables": {"user": {"column_vindexes": [{"column": "id", "name": "hash"}]}}}


class Place(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def file(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path

    def owners(self, *arguments, stdin=None):
        done = isotherm("place", *arguments, "-o", "json", stdin=stdin)
        self.assertEqual(done.code, 0, done.err)
        return {row["key"]: row["owner"] for row in done.json()["keys"]}

    def refused(self, *arguments, stdin=None):
        done = isotherm("place", *arguments, stdin=stdin)
        self.assertEqual((done.code, done.out), (2, ""), arguments)
        return done.err

    def test_every_own_scheme_owns_every_key(self):
        for scheme in ("ring", "jump", "rendezvous", "maglev", "modulo", "bounded", "ketama",
                       "mongodb", "redis-cluster"):
            owners = self.owners("--scheme", scheme, "--nodes", "a,b,c", "k1", "k2", "{k}3")
            self.assertEqual(list(owners), ["k1", "k2", "{k}3"])
            self.assertLessEqual(set(owners.values()), {"a", "b", "c"}, scheme)

    # Published as placement formats version 1 in docs/formats.md.
    def test_owners_are_those_published(self):
        published = {
            ("jump", "identity"): {"N:0": "a", "N:1": "a", "N:3735928559": "c"},
        }
        for (scheme, hash_kind), owners in published.items():
            self.assertEqual(
                self.owners("--scheme", scheme, "--hash", hash_kind, "--nodes", "a,b,c", *owners),
                owners)

    def test_all_formats_say_the_same(self):
        arguments = ["--scheme", "ring", "--nodes", "a:10,b:30", 'k"1', "k,2", "k3"]
        as_json = isotherm("place", *arguments, "-o", "json").json()
        rows = [json.loads(line) for line in
                isotherm("place", *arguments, "-o", "ndjson").out.splitlines()]
        self.assertEqual(as_json["keys"], rows)
        self.assertEqual(as_json["scheme"], "ring")
        as_csv = list(csv.DictReader(io.StringIO(isotherm("place", *arguments, "-o", "csv").out)))
        self.assertEqual(as_csv, rows)
        table = isotherm("place", *arguments).out.splitlines()
        self.assertEqual([line.split("\t") for line in table],
                         [[row["key"], row["owner"]] for row in rows])

    def test_keys_come_from_stdin_or_a_file(self):
        keys = [f"key-{i}" for i in range(20_000)]
        text = "\n".join(keys)
        by_pipe = isotherm("place", "--nodes", "a,b,c", stdin=text)
        by_file = isotherm("place", "--nodes", "a,b,c", "--keys", self.file("keys", text + "\n"))
        self.assertEqual(by_pipe.out, by_file.out)
        self.assertEqual([line.split("\t")[0] for line in by_pipe.out.splitlines()], keys)

    def test_explain_names_every_step(self):
        done = isotherm("place", "--nodes", "a,b", "--explain", "user-1", "-o", "ndjson")
        steps = {row["step"]: row["value"] for row in map(json.loads, done.out.splitlines())}
        self.assertEqual(steps["canonical bytes"], b"user-1".hex())
        self.assertEqual(set(steps), {"canonical bytes", "hash (xxh3)", "point", "owner"})
        done = isotherm("place", "--scheme", "redis-cluster", "--nodes", "a,b,c", "--explain",
                        "{user1000}.following", "-o", "ndjson")
        steps = {row["step"]: row["value"] for row in map(json.loads, done.out.splitlines())}
        self.assertEqual(steps["slot"], "3443")
        self.assertEqual(steps["hashed (tag)"], b"user1000".hex())

    def test_vitess_reads_a_vschema(self):
        schema = self.file("vschema.json", json.dumps(VSCHEMA))
        owners = self.owners("--scheme", "vitess", "--file", schema, "--table", "user", "--shards",
                             "-80,80-", "--keys-as", "typed", "N:1", "N:4")
        self.assertEqual(owners, {"N:1": "-80", "N:4": "80-"})
        done = isotherm("place", "--scheme", "vitess", "--vindex", "hash", "--shards", "2",
                        "--keys-as", "typed", "--explain", "N:1", "-o", "csv")
        self.assertIn("166b40b44aba4bd6", done.out)

    def test_ranges_and_directories_come_from_files(self):
        ranges = self.file("ranges", "\ta\nm\tb\nm/N:5\tc\n")
        owners = self.owners("--scheme", "range", "--file", ranges, "--separator", "/",
                             "--keys-as", "typed", "b/N:9", "m/N:4", "m/N:10", "z")
        self.assertEqual(owners, {"b/N:9": "a", "m/N:4": "b", "m/N:10": "c", "z": "c"})
        directory = self.file("directory", "# tenants\nbig\ta\n*\tb\n")
        owners = self.owners("--scheme", "directory", "--file", directory, "big", "small")
        self.assertEqual(owners, {"big": "a", "small": "b"})

    def test_cassandra_and_mongodb_come_from_files(self):
        tokens = self.file("tokens", "-9000000000000000000 a\n0 b\n9000000000000000000 c\n")
        owners = self.owners("--scheme", "cassandra", "--file", tokens, "123")
        self.assertEqual(owners, {"123": "b"})  # its token is -7468325962851647638
        chunks = self.file("chunks.json", json.dumps({
            "shardKey": {"tenant": 1, "n": 1},
            "chunks": [
                {"min": {"tenant": {"$minKey": 1}, "n": {"$minKey": 1}},
                 "max": {"tenant": "m", "n": 5}, "shard": "s0"},
                {"min": {"tenant": "m", "n": 5},
                 "max": {"tenant": {"$maxKey": 1}, "n": {"$maxKey": 1}}, "shard": "s1"}]}))
        owners = self.owners("--scheme", "mongodb", "--file", chunks, "--separator", ":::",
                             "--keys-as", "typed", "m:::N:4", "m:::N:5")
        self.assertEqual(owners, {"m:::N:4": "s0", "m:::N:5": "s1"})

    def test_replicas_are_distinct(self):
        done = isotherm("place", "--nodes", "a,b,c,d", "--replicas", "3", "k", "-o", "json")
        row = done.json()["keys"][0]
        self.assertEqual(len({row["owner"], row["replica_1"], row["replica_2"]}), 3)

    def test_diff_tells_what_moves(self):
        done = isotherm("place", "diff", "--scheme", "ring", "--from", "a,b,c", "--to", "a,b,c,d",
                        "-o", "json").json()
        self.assertEqual(done["moved_between_survivors"], 0)
        self.assertAlmostEqual(done["moved"], done["least"])
        self.assertEqual([node["state"] for node in done["nodes"]],
                         ["stays", "stays", "stays", "new"])
        ranges = isotherm("place", "diff", "--from", "a,b,c", "--to", "a,b,c,d", "--ranges", "-o",
                          "json").json()["ranges"]
        self.assertAlmostEqual(sum(float(each["share"]) for each in ranges), done["moved"], 5)
        measured = isotherm("place", "diff", "--from", "modulo a,b,c", "--to", "jump a,b,c", "-o",
                            "json").json()
        self.assertGreater(measured["measured"], 0)

    def test_diff_weighs_by_keys(self):
        before = self.file("before", "\ta\nm\tb\n")
        after = self.file("after", "\ta\np\tb\n")
        keys = self.file("keys", "a\t1\nn\t3\nz\t4\n")
        done = isotherm("place", "diff", "--scheme", "range", "--from", before, "--to", after,
                        "--keys", keys, "-o", "json")
        self.assertEqual(done.json()["moved"], 0.375)
        refused = isotherm("place", "diff", "--scheme", "range", "--from", before, "--to", after)
        self.assertEqual(refused.code, 2)
        self.assertIn("by keys", refused.err)

    def test_balance_tells_max_over_mean(self):
        keys = self.file("keys", "".join(f"key-{i}\n" for i in range(5000)))
        done = isotherm("place", "balance", "--scheme", "rendezvous", "--nodes", "a,b,c,d",
                        "--keys", keys, "-o", "json").json()
        self.assertEqual(sum(node["keys"] for node in done["nodes"]), done["keys"])
        self.assertLess(done["max_over_mean"], 1.2)
        self.assertGreater(done["expected_deviation"], 0)
        over = isotherm("place", "balance", "--nodes", "a:3,b:3", "--keys", keys,
                        "--max-over-mean", "1.0001")
        self.assertEqual(over.code, 3)
        self.assertIn("max/mean", over.out)
        weighted = self.file("weighted", "k1\t5\nk2\t1\n")
        done = isotherm("place", "balance", "--nodes", "a", "--keys", weighted, "--weighted", "-o",
                        "json").json()
        self.assertEqual(done["load"], 6)

    def test_what_is_undefined_is_refused(self):
        self.assertIn("jump has no weights", self.refused("--scheme", "jump", "--nodes", "a:1,b:2",
                                                          "k"))
        self.assertIn("defines no replicas", self.refused("--scheme", "jump", "--nodes", "a,b",
                                                          "--replicas", "2", "k"))
        self.assertIn("whole number", self.refused("--hash", "identity", "--nodes", "a,b", "k"))
        self.assertIn("listed twice", self.refused("--nodes", "a,a", "k"))
        self.assertIn("--nodes is missing", self.refused("k"))
        self.assertIn("looks its answer up", self.refused(
            "--scheme", "vitess", "--vindex", "lookup", "--shards", "-", "k"))
        self.assertIn("overlaps", self.refused("--scheme", "vitess", "--vindex", "binary",
                                               "--shards", "-80,40-", "k"))
        self.refused("--scheme", "nothing", "--nodes", "a", "k")
        self.refused("--nodes", "a", "k", "--keys", "/no/such/file")
        self.refused("--nodes", "a", "--keys", "/no/such/file")
        self.assertEqual(isotherm("place", "diff", "--from", "a").code, 2)
        self.assertEqual(isotherm("place", "balance", "--nodes", "a").code, 2)
        self.assertEqual(isotherm("place", "rebalance").code, 2)

    def test_help_is_there(self):
        for words in (["place"], ["place", "diff"], ["place", "balance"], ["place", "rebalance"]):
            done = isotherm("help", *words)
            self.assertEqual(done.code, 0)
            self.assertIn("isotherm " + " ".join(words), done.out)


if __name__ == "__main__":
    unittest.main()
