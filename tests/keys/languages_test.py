"""Python, JavaScript and the C library compute the same keys: the published ones and random ones."""

import json
import os
import pathlib
import random
import subprocess
import unittest

import c_library
import shard_keys

SOURCE = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = SOURCE / "examples" / "keys"
SET = json.loads((SOURCE / "docs" / "vectors.json").read_text(encoding="utf-8"))
FIELDS = ("separator", "digits", "padding", "first")
ALPHABET = ":\\-ab0#é회🚀\0\u00ff"


def fields_of(entry):
    return {name: entry[name] for name in FIELDS}


def by_python(entry):
    if entry["strategy"] == "hash":
        return shard_keys.shard_key(entry["base"], entry["inputs"], entry["shards"], entry["hash"],
                                    **fields_of(entry))
    shard = shard_keys.shard_of_id(entry["inputs"][0], entry["shards"], entry["take"],
                                   entry["count"], entry["unit"], entry["read"])
    return shard_keys.write_key(entry["base"], shard, **fields_of(entry))


def by_c(library, entry):
    shard_format = library.format(entry["shards"], **fields_of(entry))
    if entry["strategy"] == "hash":
        strategy = library.strategy(entry["shards"], entry["hash"])
    else:
        part = c_library.IdPart(("last", "first").index(entry["take"]), entry["count"],
                                ("characters", "bytes").index(entry["unit"]),
                                ("decimal", "hex", "bytes").index(entry["read"]))
        strategy = library.id_strategy(part, entry["shards"] if entry["modulo"] else 0)
    return strategy.key(shard_format, entry["base"], entry["inputs"])


def by_javascript(entries):
    done = subprocess.run(
        [os.environ["NODE"], EXAMPLES / "shard_keys.mjs"], capture_output=True, text=True,
        encoding="utf-8", timeout=120, check=True,
        input="".join(json.dumps(entry) + "\n" for entry in entries))
    return {each["id"]: each["answer"] for each in map(json.loads, done.stdout.splitlines())}


def random_value(rng):
    kind = rng.randrange(10)
    if kind == 0:
        return None
    if kind == 1:
        return {"hex": rng.randbytes(rng.randrange(12)).hex()}
    if kind < 5:
        digits = str(rng.randrange(10 ** rng.randrange(1, 38)))
        at = rng.randrange(len(digits) + 1)
        text = rng.choice(("", "-", "+")) + (digits[:at] + "." + digits[at:]
                                             if rng.randrange(2) else digits)
        return {"N": text + rng.choice(("", "", f"e{rng.randrange(-60, 60)}", "E+3", "e-2"))}
    return {"S": "".join(rng.choice(ALPHABET) for _ in range(rng.randrange(40)))}


def random_base(rng):
    while (value := random_value(rng)) is None:
        pass
    return value


def random_question(rng, number):
    digits = rng.choice(("hex", "decimal"))
    return {
        "id": str(number), "strategy": "hash", "hash": "murmur3_x86_32",
        "shards": rng.choice((1, 2, 3, 10, 16, 257, 1000, 65536)), "base": random_base(rng),
        "inputs": [random_value(rng) for _ in range(rng.randrange(1, 5))],
        "separator": rng.choice(("-", "#", "::", "→", "_-")), "digits": digits,
        "padding": rng.choice((0, 0, 5, 8)), "first": rng.choice((0, 1, 7)),
    }


class Languages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.library = c_library.Library(os.environ["LIBISOTHERM"])

    def test_python_gives_the_published_keys(self):
        compared = 0
        for entry in SET["shard_keys"]:
            if entry.get("hash", "fnv1a_64") in ("murmur3_x86_32", "fnv1a_64"):
                self.assertEqual(by_python(entry), entry["answer"], entry["id"])
                compared += 1
        self.assertGreater(compared, 90)

    def test_javascript_gives_the_published_keys(self):
        entries = [e for e in SET["shard_keys"] if e.get("hash") == "murmur3_x86_32"]
        answers = by_javascript(entries)
        for entry in entries:
            self.assertEqual(answers[entry["id"]], entry["answer"], entry["id"])

    def test_the_library_gives_the_published_answers(self):
        for entry in SET["shard_keys"]:
            self.assertEqual(by_c(self.library, entry), entry["answer"], entry["id"])
        for entry in SET["hashes"]:
            data = bytes.fromhex(entry["hex"])
            function = getattr(self.library, entry["function"])
            seeded = entry["function"] in ("murmur3_x86_32", "xxh64")
            hashed = function(data, len(data), *([0] if seeded else []))
            self.assertEqual(f"{hashed:0{len(entry['answer'])}x}", entry["answer"], entry["id"])

    def test_all_agree_on_random_questions(self):
        seed = random.randrange(2**32)
        print("seed", seed)
        rng = random.Random(seed)
        questions = [random_question(rng, number) for number in range(3000)]
        answers = by_javascript(questions)
        for question in questions:
            expected = by_python(question)
            self.assertEqual(answers[question["id"]], expected, (seed, question))
            self.assertEqual(by_c(self.library, question), expected, (seed, question))

    def test_keys_are_taken_apart_alike(self):
        seed = random.randrange(2**32)
        print("seed", seed)
        rng = random.Random(seed)
        for number in range(2000):
            question = random_question(rng, number)
            text = "".join(rng.choice("-#:→_0019afA") for _ in range(rng.randrange(12)))
            shard_format = self.library.format(question["shards"], **fields_of(question))
            self.assertEqual(shard_format.parse(text),
                             shard_keys.parse_key(text, question["shards"], **fields_of(question)),
                             (seed, text, question))

    def test_two_processes_compute_the_same(self):
        command = [os.environ["ISOTHERM"], "key", "shard", "--base", "c", "--input", "user-1",
                   "--shards", "65536"]
        texts = {subprocess.run(command, capture_output=True, text=True, check=True,
                                timeout=60).stdout for _ in range(2)}
        self.assertEqual(texts, {"c-8763\n"})


if __name__ == "__main__":
    unittest.main()
