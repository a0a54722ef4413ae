"""What was published stays: `isotherm vectors` prints docs/vectors.json, and tells look-alikes."""

import json
import os
import pathlib
import subprocess
import unittest

SOURCE = pathlib.Path(__file__).resolve().parents[2]
PUBLISHED = (SOURCE / "docs" / "vectors.json").read_text(encoding="utf-8")
SET = json.loads(PUBLISHED)


def vectors(*arguments, stdin=None):
    return subprocess.run([os.environ["ISOTHERM"], "vectors", *arguments], capture_output=True,
                          text=True, encoding="utf-8", timeout=60, check=False, input=stdin)


def answers():
    return {entry["id"]: entry["answer"] for part in SET.values() if isinstance(part, list)
            for entry in part if "id" in entry}


class Published(unittest.TestCase):
    def test_no_published_answer_changed(self):
        done = vectors()
        self.assertEqual(done.returncode, 0)
        self.assertEqual(done.stdout, PUBLISHED,
                         "a published answer never changes: a new rule gets a new version")

    def test_the_table_of_the_docs_is_in_the_set(self):
        page = (SOURCE / "docs" / "formats.md").read_text(encoding="utf-8")
        keys = [entry["answer"] for entry in SET["shard_keys"][:21]]
        table = page.partition("### Vectors")[2].partition("Further")[0]
        rows = [line for line in table.splitlines() if line.startswith("| `")]
        shown = [row.rstrip(" |").rsplit("`", 2)[1] for row in rows]
        # The set has é as one code point too.
        self.assertEqual(shown, keys[:11] + keys[12:])

    def test_every_look_alike_is_in_the_docs_with_its_vector(self):
        page = (SOURCE / "docs" / "sharding.md").read_text(encoding="utf-8")
        for other in SET["look_alikes"]:
            row = next((line for line in page.splitlines()
                        if line.startswith(f"| `{other['name']}` |")), "")
            self.assertIn(f"`{other['example']['id']}`", row, other["name"])
            self.assertIn(f"`{other['example']['answer']}`", row, other["name"])

    def test_ids_are_text_that_a_double_cannot_spoil(self):
        for entry in SET["snowflakes"] + SET["sequences"]:
            self.assertIsInstance(entry["answer"], str)
        numbers = json.loads(PUBLISHED, parse_int=float)
        self.assertEqual(numbers["snowflakes"][0]["answer"], "1541815603606036480")


class Check(unittest.TestCase):
    def check(self, given, *arguments):
        return vectors("--check", "-", *arguments, stdin=json.dumps(given))

    def test_right_answers_are_right(self):
        done = self.check(answers(), "--json")
        self.assertEqual(done.returncode, 0, done.stdout)
        found = json.loads(done.stdout)
        self.assertEqual((found["different"], found["missing"]), ([], []))
        self.assertEqual(found["compared"], len(answers()))

    def test_each_part_of_the_set_is_compared(self):
        for name in ("shard-key/001", "hash/xxh64/17", "snowflake/003", "uuid7/001", "sequence/002"):
            done = self.check(answers() | {name: "x"}, "--json")
            self.assertEqual(done.returncode, 3, name)
            self.assertEqual([each["id"] for each in json.loads(done.stdout)["different"]], [name])

    def test_names_what_another_has(self):
        wrong = answers()
        for entry in SET["shard_keys"]:
            # A language whose % is that of C, and which forgot about it.
            if entry.get("hash") == "murmur3_x86_32" and entry["separator"] == "-" \
                    and entry["padding"] == 0 and entry["first"] == 0 and "hex" not in entry["base"]:
                value = int(entry["hash_value"], 16)
                shard = abs(value - 2**32 if value >= 2**31 else value) % entry["shards"]
                wrong[entry["id"]] = entry["answer"].rpartition("-")[0] + f"-{shard:x}"
        done = self.check(wrong)
        self.assertEqual(done.returncode, 3)
        self.assertIn("absolute (abs(hash % shards)", done.stdout)

    def test_what_is_no_answer_is_usage(self):
        for text in ("", "[1]", "no json"):
            done = vectors("--check", "-", stdin=text)
            self.assertIn(done.returncode, (2, 3), text)
        self.assertEqual(vectors("--check", "/no/such/file").returncode, 2)
        self.assertEqual(self.check({}).returncode, 3)


if __name__ == "__main__":
    unittest.main()
