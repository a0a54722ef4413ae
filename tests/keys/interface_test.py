"""The C interface: its symbols and their version, its errors, its buffers, ids."""

import ctypes
import os
import pathlib
import re
import subprocess
import unittest

import c_library

SOURCE = pathlib.Path(__file__).resolve().parents[2]
HEADER = (SOURCE / "include" / "isotherm" / "isotherm.h").read_text(encoding="utf-8")
TWITTER_EPOCH_MS = 1288834974657


class Symbols(unittest.TestCase):
    def test_each_function_of_the_header_is_exported_with_its_version_and_nothing_else(self):
        listed = subprocess.run(["readelf", "--dyn-syms", "--wide", os.environ["LIBISOTHERM"]],
                                capture_output=True, text=True, check=True, timeout=60).stdout
        exported = set()
        for line in listed.splitlines():
            words = line.split()
            if len(words) >= 8 and words[4] in ("GLOBAL", "WEAK") and words[6] != "UND":
                exported.add(words[7])
        exported -= {"ISOTHERM_1", "ISOTHERM_1@@ISOTHERM_1"}
        code = re.sub(r"/\*.*?\*/", " ", HEADER, flags=re.DOTALL)
        declared = {f"{name}@@ISOTHERM_1" for name in re.findall(r"\b(isotherm_\w+)\(", code)}
        self.assertGreater(len(declared), 35)
        self.assertEqual(exported, declared)

    def test_it_is_the_first_of_its_name(self):
        told = subprocess.run(["readelf", "--dynamic", os.environ["LIBISOTHERM"]],
                              capture_output=True, text=True, check=True, timeout=60).stdout
        self.assertIn("[libisotherm.so.1]", told)


class Interface(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.library = c_library.Library(os.environ["LIBISOTHERM"])

    def test_says_what_is_wrong(self):
        for make, text in (
                (lambda: self.library.strategy(0), "1 to 65536"),
                (lambda: self.library.strategy(65537), "1 to 65536"),
                (lambda: self.library.format(16, separator="a"), "ends in a digit"),
                (lambda: self.library.format(17, padding=1), "too narrow"),
                (lambda: self.library.id_strategy(c_library.IdPart(0, 9, 0, 1), 0), "65536 values")):
            with self.assertRaisesRegex(ValueError, text):
                make()

    def test_refuses_values_that_are_none(self):
        strategy = self.library.strategy(16)
        with self.assertRaisesRegex(ValueError, f"status {c_library.INVALID}"):
            strategy.shard_of([{"N": "one"}])
        with self.assertRaisesRegex(ValueError, f"status {c_library.INVALID}"):
            self.library.format(16).key({"N": "1x"}, 0)
        with self.assertRaisesRegex(ValueError, f"status {c_library.INVALID}"):
            self.library.format(16).key({"S": "c"}, 16)
        by_id = self.library.id_strategy(c_library.IdPart(0, 2, 0, 1), 16)
        with self.assertRaisesRegex(ValueError, f"status {c_library.UNREADABLE}"):
            by_id.shard_of([{"S": "user-7g"}])
        self.assertEqual(by_id.shard_of([{"S": "user-7f"}]), 15)

    def test_writes_into_buffers_of_any_size_and_never_beyond(self):
        shard_format = self.library.format(300)
        key = b"channel-A-12b"
        for room in range(0, 40):
            if room < len(key):
                with self.assertRaisesRegex(ValueError,
                                            f"status {c_library.NO_ROOM}, size {len(key)}"):
                    shard_format.key_bytes({"S": "channel-A"}, 299, room)
            else:
                self.assertEqual(shard_format.key_bytes({"S": "channel-A"}, 299, room), key)
        guard = ctypes.create_string_buffer(b"\xaa" * 64, 64)
        size = ctypes.c_size_t()
        value = c_library.value_of({"S": "channel-A"})
        self.assertEqual(self.library.shard_key(shard_format.pointer, value, 299, guard,
                                                len(key), size), c_library.OK)
        self.assertEqual(guard.raw[len(key):], b"\xaa" * (64 - len(key)))

    def test_refuses_a_key_that_is_too_long(self):
        shard_format = self.library.format(16)
        self.assertEqual(len(shard_format.key_bytes({"S": "k" * 2046}, 15)), 2048)
        with self.assertRaisesRegex(ValueError, f"status {c_library.TOO_LONG}"):
            shard_format.key_bytes({"S": "k" * 2047}, 15)
        with self.assertRaisesRegex(ValueError, f"status {c_library.TOO_LONG}"):
            shard_format.key_bytes({"S": "k" * 2047}, 15, 2048)

    def test_issues_snowflakes(self):
        layout = self.library.layout("twitter")
        message = ctypes.create_string_buffer(256)
        self.assertIsNone(
            self.library.snowflake_new(layout, 0, 32, 0, 2**62, message, len(message)))
        self.assertIn(b"worker 32 does not fit", message.value)
        made = self.library.snowflake_new(layout, 11, 26, 0, TWITTER_EPOCH_MS + 1000, message,
                                          len(message))
        first, count, wait = ctypes.c_uint64(), ctypes.c_uint32(), ctypes.c_int64()

        def issue(ticks, wanted=1):
            return self.library.snowflake_issue(made, TWITTER_EPOCH_MS + ticks, wanted, first,
                                                count, wait)

        self.assertEqual(issue(5, 5000), c_library.OK)
        self.assertEqual(count.value, 4096)
        parts = c_library.Parts()
        self.library.snowflake_parse(layout, first.value + 4095, parts)
        self.assertEqual((parts.time_ms - TWITTER_EPOCH_MS, parts.datacentre, parts.worker,
                          parts.sequence), (5, 11, 26, 4095))
        self.assertEqual((issue(5), wait.value), (c_library.WAIT, 0))
        self.assertEqual((issue(3), wait.value), (c_library.WAIT, 3))
        self.assertEqual(issue(6), c_library.OK)
        self.assertEqual(issue(1000), c_library.REFUSED)
        self.library.snowflake_free(made)

    def test_spreads_counters(self):
        number = ctypes.c_uint64()
        self.assertEqual(self.library.bit_reversed_positive(3, number), c_library.OK)
        self.assertEqual(number.value, 6917529027641081856)
        self.assertEqual(self.library.bit_reversed_positive(2**63, number), c_library.INVALID)
        out, size = ctypes.create_string_buffer(29), ctypes.c_size_t()
        self.assertEqual(self.library.hash_prefixed(8, 1, out, 29, size), c_library.OK)
        self.assertEqual(out.raw[: size.value], b"9416ac93-1")

    def test_places_keys(self):
        # Jump's published answers: Guava's and the paper's.
        for key, buckets, bucket in ((1, 1, 0), (42, 57, 43), (0xDEAD10CC, 666, 361),
                                     (256, 1024, 520), (2**64 - 1, 1024, 313), (5, 0, -1)):
            self.assertEqual(self.library.jump_bucket(key, buckets), bucket)
        message = ctypes.create_string_buffer(256)
        self.assertIsNone(self.library.placement_new(b"rin", b"a,b", message, len(message)))
        self.assertIn(b"no scheme 'rin'", message.value)
        self.assertIsNone(self.library.placement_new(b"ring", b"a,a", message, len(message)))
        for scheme in (b"ring", b"jump", b"rendezvous", b"maglev", b"modulo"):
            made = self.library.placement_new(scheme, b"a,b,c", message, len(message))
            self.assertTrue(made, message.value)
            self.assertEqual(self.library.placement_nodes(made), 3)
            owners, node = set(), ctypes.c_uint32()
            for i in range(200):
                key = c_library.values_of([{"S": f"user-{i}"}])
                self.assertEqual(self.library.placement_owner(made, key, 1, node), c_library.OK)
                owners.add(node.value)
            self.assertEqual(owners, {0, 1, 2}, scheme)
            one, spelled = c_library.values_of([{"N": "1"}]), c_library.values_of([{"N": "1.0"}])
            self.library.placement_owner(made, one, 1, node)
            first = node.value
            self.library.placement_owner(made, spelled, 1, node)
            self.assertEqual(node.value, first)
            self.library.placement_free(made)

    def test_reads_uuids(self):
        uuid, time = ctypes.create_string_buffer(16), ctypes.c_int64()
        text = b"017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
        self.assertEqual(self.library.uuid7_read(text, len(text), uuid, time), c_library.OK)
        self.assertEqual(time.value, 1645557742000)
        self.assertEqual(self.library.uuid7_read(text, 35, uuid, time), c_library.UNREADABLE)


if __name__ == "__main__":
    unittest.main()
