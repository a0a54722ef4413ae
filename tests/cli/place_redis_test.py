"""Placement beside a real Redis Cluster: slots, owners, a live reshard, a rebalance plan."""

import pathlib
import random
import re
import tempfile
import unittest

from command import isotherm
from redis_cluster import Connection, RedisCluster, is_sound

KEYS = 100_000
SEED = 20240607
STORED = 3000


def keys_of_every_kind(count):
    """Keys with every kind of hash tag: none, one, empty, unclosed, nested, reversed, several."""
    draw = random.Random(SEED)
    shapes = ["{a}", "k:{a}:b", "{a}.b", "{}a", "a{}{b}", "{{a}}b", "a{b}{c}", "{a", "a}b", "}a{b}c",
              "}{a}", "{", "}", "{}", "{}{a}", "a{ b }c", "ключ:{a}", "{日本}b", "🔑{🔑}a"]
    keys = []
    for i in range(count):
        shape = draw.choice(shapes + ["a"] * 8)
        keys.append(shape.replace("a", f"user{draw.randrange(10**9)}").replace("b", f"{i}")
                    .replace("c", "x" * draw.randrange(40)))
    return keys


class PlaceRedis(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.enterClassContext(cls.cluster_context())
        cls.keys = keys_of_every_kind(KEYS)
        cls.connection = Connection(cls.cluster.ports[0])
        cls.addClassCleanup(cls.connection.close)

    @classmethod
    def cluster_context(cls):
        cls.cluster = RedisCluster()
        return cls.cluster

    def place(self, *arguments, table):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "nodes.txt"
            file.write_text(table)
            keys = pathlib.Path(folder) / "keys.txt"
            keys.write_text("\n".join(self.keys) + "\n")
            done = isotherm("place", "--scheme", "redis-cluster", "--file", file, "--keys", keys,
                            *arguments)
        self.assertEqual(done.code, 0, done.err)
        return [line.split("\t") for line in done.out.split("\n")[:-1]]

    def servers_owners(self):
        """The address that a server says has each key: its own, or where it sends us."""
        answers = self.connection.ask(*(("EXISTS", key) for key in self.keys))
        own = self.cluster.address
        return [answer.split(" ")[2] if isinstance(answer, str) else own for answer in answers]

    def expect_agreement(self):
        table = self.cluster.nodes()
        owners = self.place(table=table)
        self.assertEqual([key for key, _ in owners], self.keys)
        self.assertEqual([owner for _, owner in owners], self.servers_owners())

    def reshard(self, source, target, slots):
        self.cluster.cli("--cluster", "reshard", self.cluster.address, "--cluster-from", source,
                         "--cluster-to", target, "--cluster-slots", str(slots), "--cluster-yes")
        self.cluster.wait_until_sound()

    def test_1_slots_are_the_servers(self):
        steps = self.place("--explain", table=self.cluster.nodes())
        ours = [int(value) for _, step, value in steps if step == "slot"]
        theirs = self.connection.ask(*(("CLUSTER", "KEYSLOT", key) for key in self.keys))
        self.assertEqual(ours, theirs)

    def test_2_owners_are_the_servers_before_and_after_a_live_reshard(self):
        self.expect_agreement()
        # Keys that are there when their slots move.
        for key in self.keys[:STORED]:
            self.connection.ask(("SET", key, "1"))
        first, second, _ = primaries(self.cluster.nodes())
        self.reshard(first, second, 1234)
        self.expect_agreement()
        self.assertEqual(slot_counts(self.cluster.nodes())[second], 5462 + 1234)

    def test_3_our_plan_is_redis_clis_and_leaves_the_cluster_sound(self):
        first, second, third = primaries(self.cluster.nodes())
        self.reshard(third, first, 2000)
        plan = self.plan()
        simulated = self.cluster.cli("--cluster", "rebalance", self.cluster.address,
                                     "--cluster-simulate")
        theirs = re.findall(r"Moving (\d+) slots from (\S+) to (\S+)", simulated)
        self.assertEqual([(str(s["slots"]), s["from"], s["to"]) for s in plan], theirs)
        self.assertTrue(plan)
        for step in plan:
            self.reshard(step["from_id"], step["to_id"], step["slots"])
        self.assertTrue(is_sound(self.cluster.check()))
        self.assertEqual(self.plan(), [])
        self.assertEqual(sorted(slot_counts(self.cluster.nodes()).values()), [5461, 5461, 5462])
        self.expect_agreement()

    def plan(self):
        done = isotherm("place", "rebalance", "--file", "-", "-o", "json",
                        stdin=self.cluster.nodes())
        self.assertEqual(done.code, 0, done.err)
        return done.json()["steps"]


def primaries(table):
    """Ids of the primaries, by their first slot."""
    found = []
    for line in table.splitlines():
        words = line.split()
        if "master" in words[2]:
            found.append((int(words[8].split("-")[0]), words[0]))
    return [node for _, node in sorted(found)]


def slot_counts(table):
    """How many slots each primary has, by id."""
    counts = {}
    for line in table.splitlines():
        words = line.split()
        if "master" not in words[2]:
            continue
        ends = [list(map(int, word.split("-"))) for word in words[8:]]
        counts[words[0]] = sum(each[-1] - each[0] + 1 for each in ends)
    return counts


if __name__ == "__main__":
    unittest.main()
