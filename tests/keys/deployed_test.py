"""What deployed systems compute, through the C interface: their own published answers."""

import ctypes
import os
import struct
import unittest

import c_library

# redis-doc, commands/cluster-keyslot and the cluster specification; the others follow from them.
REDIS_SLOTS = ((b"somekey", 11058), (b"foo{hash_tag}", 2515), (b"bar{hash_tag}", 2515),
               (b"foo", 12182), (b"bar", 5061), (b"{foo}x", 12182), (b"x{foo}{bar}", 12182),
               (b"", 0))
NODES = (b"07c37df 127.0.0.1:30004@31004 slave e7d1eec 0 1 4 connected\n"
         b"67ed2db 127.0.0.1:30002@31002 master - 0 1 2 connected 5461-10922\n"
         b"292f8b3 127.0.0.1:30003@31003 master - 0 1 3 connected 10923-16383\n"
         b"e7d1eec 127.0.0.1:30001@31001 myself,master - 0 0 1 connected 0-5460\n")


class Deployed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.library = c_library.Library(os.environ["LIBISOTHERM"])
        cls.message = ctypes.create_string_buffer(256)

    def owner_name(self, placement, *parts):
        node, size = ctypes.c_uint32(), ctypes.c_size_t()
        name = ctypes.create_string_buffer(64)
        status = self.library.placement_owner(placement, c_library.values_of(parts), len(parts),
                                              node)
        if status != c_library.OK:
            return status
        self.library.placement_node_name(placement, node, name, len(name), size)
        return name.raw[: size.value].decode("utf-8")

    def test_redis_slots(self):
        for key, slot in REDIS_SLOTS:
            self.assertEqual(self.library.redis_slot(key, len(key)), slot, key)
        whole = [self.library.redis_slot(key, len(key)) for key in (b"{}a", b"foo{}{bar}", b"{x")]
        self.assertEqual(len(set(whole)), 3)

    def test_redis_clusters(self):
        cluster = self.library.redis_cluster_new(NODES, len(NODES), self.message, 256)
        self.assertTrue(cluster, self.message.value)
        self.assertEqual(self.owner_name(cluster, {"S": "somekey"}), "127.0.0.1:30003")
        self.assertEqual(self.owner_name(cluster, {"S": "a{bar}"}), "127.0.0.1:30001")
        self.library.placement_free(cluster)
        self.assertIsNone(self.library.redis_cluster_new(b"x", 1, self.message, 256))
        self.assertTrue(self.message.value)
        even = self.library.placement_new(b"redis-cluster", b"a,b,c", self.message, 256)
        self.assertEqual(self.owner_name(even, {"S": "somekey"}), "c")
        self.library.placement_free(even)

    def test_ketama(self):
        # spymemcached's KetamaNodeLocatorTest.
        ring = self.library.placement_new(
            b"ketama", b"127.0.0.1:10000:1,127.0.0.1:10001:1,127.0.0.1:10002:1,127.0.0.1:10003:1",
            self.message, 256)
        self.assertTrue(ring, self.message.value)
        self.assertEqual(self.owner_name(ring, {"S": "dustin"}), "127.0.0.1:10000")
        self.assertEqual(self.owner_name(ring, {"S": "noelani"}), "127.0.0.1:10002")
        self.library.placement_free(ring)
        self.assertEqual(self.library.ketama_hash(b"", 0), 0xD98C1DD4)

    def test_cassandra(self):
        # SELECT token(…) of Cassandra.
        self.assertEqual(self.library.cassandra_token(b"123", 3), -7468325962851647638)
        token = ctypes.c_int64()
        one = c_library.values_of([{"S": "123"}])
        self.assertEqual(self.library.cassandra_key_token(one, 1, token), c_library.OK)
        self.assertEqual(token.value, -7468325962851647638)
        number = c_library.values_of([{"N": "7.0"}])
        self.assertEqual(self.library.cassandra_key_token(number, 1, token), c_library.OK)
        self.assertEqual(token.value, self.library.cassandra_token(struct.pack(">q", 7), 8))
        pair = c_library.values_of([{"S": "a"}, {"hex": "00ff"}])
        self.assertEqual(self.library.cassandra_key_token(pair, 2, token), c_library.OK)
        self.assertEqual(token.value,
                         self.library.cassandra_token(b"\0\1a\0\0\2\0\xff\0", 9))
        for bad in ({"N": "1.5"}, None, {"S": ""}):
            self.assertEqual(self.library.cassandra_key_token(c_library.values_of([bad]), 1, token),
                             c_library.INVALID, bad)
        tokens = (ctypes.c_int64 * 2)(-7468325962851647638, 0)
        ring = self.library.cassandra_new(b"a,b", tokens, (ctypes.c_uint32 * 2)(0, 1), 2,
                                          self.message, 256)
        self.assertEqual(self.owner_name(ring, {"S": "123"}), "a")
        self.library.placement_free(ring)
        self.assertIsNone(self.library.cassandra_new(
            b"a,b", tokens, (ctypes.c_uint32 * 2)(0, 2), 2, self.message, 256))
        self.assertIn(b"has no node", self.message.value)

    def test_mongodb(self):
        # MongoDB's hasher_test.cpp.
        number = ctypes.c_int64()
        for kind, value, answer in (
                (0x12, struct.pack("<q", 42), -944302157085130861),
                (0x01, struct.pack("<d", 42.123), -944302157085130861),
                (0x02, b"\4\0\0\0abc\0", 8478485326885698097),
                (0x07, bytes.fromhex("010203040506070809101112"), -5588663249627035708),
                (0x0A, b"", 2338878944348059895)):
            self.assertEqual(self.library.mongo_hash(kind, value, len(value), number), c_library.OK)
            self.assertEqual(number.value, answer, kind)
        self.assertEqual(self.library.mongo_hash(0x02, b"\4\0\0\0abc", 7, number),
                         c_library.UNREADABLE)
        self.assertEqual(self.library.mongo_hash(0x55, b"", 0, number), c_library.UNREADABLE)

    def vindex(self, kind, *parameters):
        texts = (ctypes.c_char_p * max(1, len(parameters)))(*parameters)
        return self.library.vindex_new(kind, texts, len(parameters), self.message, 256)

    def keyspace_id(self, vindex, *columns, room=64):
        out, size = ctypes.create_string_buffer(64), ctypes.c_size_t()
        status = self.library.keyspace_id(vindex, c_library.values_of(columns), len(columns), out,
                                          room, size)
        return out.raw[: size.value].hex() if status == c_library.OK else status

    def test_vitess(self):
        # Vitess's own tests of its vindexes.
        for kind, parameters, columns, answer in (
                (b"hash", (), ({"N": "1"},), "166b40b44aba4bd6"),
                (b"hash", (), ({"N": "-1"},), "355550b2150e2451"),
                (b"xxhash", (), ({"S": "test1"},), "d01ab7e4d6978f0b"),
                (b"unicode_loose_md5", (), ({"S": "TÉST"},), "0b5edbb401fd7524393690491d64f1f5"),
                (b"numeric", (), ({"N": "18446744073709551615"},), "ffffffffffffffff"),
                (b"region_experimental", (b"region_bytes=1",), ({"N": "255"}, {"N": "1"}),
                 "ff166b40b44aba4bd6"),
                (b"multicol", (b"column_count=3",), ({"N": "1"}, {"N": "1"}, {"N": "1"}),
                 "166b40166b40166b")):
            vindex = self.vindex(kind, *parameters)
            self.assertTrue(vindex, self.message.value)
            self.assertEqual(self.library.vindex_columns(vindex), len(columns))
            self.assertEqual(self.keyspace_id(vindex, *columns), answer, kind)
            self.assertEqual(self.keyspace_id(vindex, *columns, {"N": "1"}), c_library.INVALID)
            self.library.vindex_free(vindex)
        for kind, parameters, complaint in (
                (b"lookup_hash", (), b"looks its answer up"), (b"multicol", (b"3",), b"name=value"),
                (b"hush", (), b"no vindex 'hush'")):
            self.assertIsNone(self.vindex(kind, *parameters))
            self.assertIn(complaint, self.message.value)

    def test_vitess_on_shards(self):
        vindex = self.vindex(b"hash")
        self.assertEqual(self.keyspace_id(vindex, {"N": "1"}, room=7), c_library.NO_ROOM)
        self.assertEqual(self.keyspace_id(vindex, None), c_library.UNREADABLE)
        self.assertEqual(self.keyspace_id(vindex, {"S": "x"}), c_library.UNREADABLE)
        self.assertIsNone(self.library.vitess_new(vindex, b"-80,40-", self.message, 256))
        self.assertTrue(self.message.value)
        rows = self.library.vitess_new(vindex, b"-16,16-1680,c0-", self.message, 256)
        self.library.vindex_free(vindex)
        self.assertEqual(self.owner_name(rows, {"N": "1"}), "16-1680")
        self.assertEqual(self.owner_name(rows, {"N": "3"}), c_library.UNREADABLE)
        shard = ctypes.c_uint32()
        self.assertEqual(self.library.vitess_shard(rows, b"\xc0", 1, shard), c_library.OK)
        self.assertEqual(shard.value, 2)
        self.assertEqual(self.library.vitess_shard(rows, b"\x80", 1, shard), c_library.UNREADABLE)
        ring = self.library.placement_new(b"ring", b"a,b", self.message, 256)
        self.assertEqual(self.library.vitess_shard(ring, b"\xc0", 1, shard), c_library.INVALID)
        for made in (rows, ring):
            self.library.placement_free(made)


if __name__ == "__main__":
    unittest.main()
