"""Shard keys and ids by the C library, from Python: libisotherm.so.1 through ctypes.

    library = Library("libisotherm.so.1")
    library.strategy(16).key(library.format(16), {"S": "channel-A"}, [{"S": "user-1"}])

The structures and functions are those of include/isotherm/isotherm.h. Needs nothing but Python.
"""

import ctypes as c

OK, INVALID, TOO_LONG, NO_ROOM, UNREADABLE, WAIT, REFUSED = range(7)
HASHES = ("murmur3_x86_32", "xxh64", "xxh3_64", "fnv1a_64")
ENDING_BYTES_MAX = 16
NUMBER_BYTES_MAX = 176


class Value(c.Structure):
    _fields_ = [("type", c.c_char), ("data", c.c_char_p), ("size", c.c_size_t)]


class IdPart(c.Structure):
    _fields_ = [("take", c.c_int), ("count", c.c_uint32), ("unit", c.c_int), ("reading", c.c_int)]


class FormatFields(c.Structure):
    _fields_ = [("separator", c.c_char_p), ("separator_size", c.c_size_t), ("digits", c.c_int),
                ("padding", c.c_uint32), ("first", c.c_uint32)]


class Layout(c.Structure):
    _fields_ = [("epoch_ms", c.c_int64), ("time_bits", c.c_uint32), ("datacentre_bits", c.c_uint32),
                ("worker_bits", c.c_uint32), ("sequence_bits", c.c_uint32)]


class Parts(c.Structure):
    _fields_ = [("time_ms", c.c_int64), ("datacentre", c.c_uint32), ("worker", c.c_uint32),
                ("sequence", c.c_uint32)]


def value_of(value):
    """A Value of {"S": …}, {"N": …}, {"hex": …} or None."""
    if value is None:
        return Value(b"-", None, 0)
    if "hex" in value:
        data, letter = bytes.fromhex(value["hex"]), b"B"
    else:
        letter = b"S" if "S" in value else b"N"
        data = value[letter.decode()].encode("utf-8")
    return Value(letter, data, len(data))


def values_of(values):
    return (Value * max(1, len(values)))(*map(value_of, values))


class Library:
    """The functions, with what their arguments and results are."""

    # name: (result, arguments)
    FUNCTIONS = {
        "isotherm_version": (c.c_char_p, []),
        "isotherm_hash_strategy_new": (c.c_void_p, [c.c_uint32, c.c_int, c.c_char_p, c.c_size_t]),
        "isotherm_id_strategy_new": (
            c.c_void_p, [c.POINTER(IdPart), c.c_uint32, c.c_char_p, c.c_size_t]),
        "isotherm_strategy_free": (None, [c.c_void_p]),
        "isotherm_shard_of": (
            c.c_int, [c.c_void_p, c.POINTER(Value), c.c_size_t, c.POINTER(c.c_uint32)]),
        "isotherm_format_new": (
            c.c_void_p, [c.POINTER(FormatFields), c.c_uint32, c.c_char_p, c.c_size_t]),
        "isotherm_format_free": (None, [c.c_void_p]),
        "isotherm_shard_key": (
            c.c_int, [c.c_void_p, c.POINTER(Value), c.c_uint32, c.c_char_p, c.c_size_t,
                      c.POINTER(c.c_size_t)]),
        "isotherm_parse_key": (
            c.c_int, [c.c_void_p, c.c_char_p, c.c_size_t, c.POINTER(c.c_size_t),
                      c.POINTER(c.c_uint32)]),
        "isotherm_murmur3_x86_32": (c.c_uint32, [c.c_char_p, c.c_size_t, c.c_uint32]),
        "isotherm_xxh64": (c.c_uint64, [c.c_char_p, c.c_size_t, c.c_uint64]),
        "isotherm_xxh3_64": (c.c_uint64, [c.c_char_p, c.c_size_t]),
        "isotherm_fnv1a_64": (c.c_uint64, [c.c_char_p, c.c_size_t]),
        "isotherm_snowflake_layout_find": (c.c_int, [c.c_char_p, c.POINTER(Layout)]),
        "isotherm_snowflake_new": (
            c.c_void_p, [c.POINTER(Layout), c.c_uint32, c.c_uint32, c.c_int64, c.c_int64,
                         c.c_char_p, c.c_size_t]),
        "isotherm_snowflake_free": (None, [c.c_void_p]),
        "isotherm_snowflake_issue": (
            c.c_int, [c.c_void_p, c.c_int64, c.c_uint32, c.POINTER(c.c_uint64),
                      c.POINTER(c.c_uint32), c.POINTER(c.c_int64)]),
        "isotherm_snowflake_parse": (c.c_int, [c.POINTER(Layout), c.c_uint64, c.POINTER(Parts)]),
        "isotherm_bit_reversed_positive": (c.c_int, [c.c_uint64, c.POINTER(c.c_uint64)]),
        "isotherm_hash_prefixed": (
            c.c_int, [c.c_uint32, c.c_uint64, c.c_char_p, c.c_size_t, c.POINTER(c.c_size_t)]),
        "isotherm_placement_new": (c.c_void_p, [c.c_char_p, c.c_char_p, c.c_char_p, c.c_size_t]),
        "isotherm_placement_free": (None, [c.c_void_p]),
        "isotherm_placement_nodes": (c.c_uint32, [c.c_void_p]),
        "isotherm_placement_owner": (
            c.c_int, [c.c_void_p, c.POINTER(Value), c.c_size_t, c.POINTER(c.c_uint32)]),
        "isotherm_jump_bucket": (c.c_int32, [c.c_uint64, c.c_int32]),
        "isotherm_placement_node_name": (
            c.c_int, [c.c_void_p, c.c_uint32, c.c_char_p, c.c_size_t, c.POINTER(c.c_size_t)]),
        "isotherm_redis_slot": (c.c_uint16, [c.c_char_p, c.c_size_t]),
        "isotherm_redis_cluster_new": (
            c.c_void_p, [c.c_char_p, c.c_size_t, c.c_char_p, c.c_size_t]),
        "isotherm_ketama_hash": (c.c_uint32, [c.c_char_p, c.c_size_t]),
        "isotherm_cassandra_token": (c.c_int64, [c.c_char_p, c.c_size_t]),
        "isotherm_cassandra_key_token": (
            c.c_int, [c.POINTER(Value), c.c_size_t, c.POINTER(c.c_int64)]),
        "isotherm_cassandra_new": (
            c.c_void_p, [c.c_char_p, c.POINTER(c.c_int64), c.POINTER(c.c_uint32), c.c_size_t,
                         c.c_char_p, c.c_size_t]),
        "isotherm_mongo_hash": (
            c.c_int, [c.c_uint8, c.c_char_p, c.c_size_t, c.POINTER(c.c_int64)]),
        "isotherm_vindex_new": (
            c.c_void_p, [c.c_char_p, c.POINTER(c.c_char_p), c.c_size_t, c.c_char_p, c.c_size_t]),
        "isotherm_vindex_free": (None, [c.c_void_p]),
        "isotherm_vindex_columns": (c.c_uint32, [c.c_void_p]),
        "isotherm_keyspace_id": (
            c.c_int, [c.c_void_p, c.POINTER(Value), c.c_size_t, c.c_char_p, c.c_size_t,
                      c.POINTER(c.c_size_t)]),
        "isotherm_vitess_new": (c.c_void_p, [c.c_void_p, c.c_char_p, c.c_char_p, c.c_size_t]),
        "isotherm_vitess_shard": (
            c.c_int, [c.c_void_p, c.c_char_p, c.c_size_t, c.POINTER(c.c_uint32)]),
        "isotherm_uuid7_read": (
            c.c_int, [c.c_char_p, c.c_size_t, c.c_char_p, c.POINTER(c.c_int64)]),
    }

    def __init__(self, path="libisotherm.so.1"):
        library = c.CDLL(path)
        for name, (result, arguments) in self.FUNCTIONS.items():
            function = getattr(library, name)
            function.restype, function.argtypes = result, arguments
            setattr(self, name.removeprefix("isotherm_"), function)

    def strategy(self, shards, function="murmur3_x86_32"):
        message = c.create_string_buffer(256)
        made = self.hash_strategy_new(shards, HASHES.index(function), message, len(message))
        return Strategy(self, made, message)

    def id_strategy(self, part, shards):
        message = c.create_string_buffer(256)
        return Strategy(self, self.id_strategy_new(part, shards, message, len(message)), message)

    def format(self, shards, separator="-", digits="hex", padding=0, first=0):
        return Format(self, shards, separator.encode("utf-8"), digits == "decimal", padding, first)

    def layout(self, name):
        layout = Layout()
        if self.snowflake_layout_find(name.encode(), layout) != OK:
            raise ValueError(name)
        return layout


class Strategy:
    """A deterministic strategy."""

    def __init__(self, library, pointer, message):
        if not pointer:
            raise ValueError(message.value.decode())
        self.library, self.pointer = library, pointer

    def __del__(self):
        if getattr(self, "pointer", None):
            self.library.strategy_free(self.pointer)

    def shard_of(self, inputs):
        shard = c.c_uint32()
        status = self.library.shard_of(self.pointer, values_of(inputs), len(inputs), shard)
        if status != OK:
            raise ValueError(f"status {status}")
        return shard.value

    def key(self, shard_format, base, inputs):
        return shard_format.key(base, self.shard_of(inputs))


class Format:
    """How a shard is written."""

    def __init__(self, library, shards, separator, decimal, padding, first):
        message = c.create_string_buffer(256)
        fields = FormatFields(separator, len(separator), int(decimal), padding, first)
        self.library = library
        self.pointer = library.format_new(fields, shards, message, len(message))
        if not self.pointer:
            raise ValueError(message.value.decode())

    def __del__(self):
        if getattr(self, "pointer", None):
            self.library.format_free(self.pointer)

    def key_bytes(self, base, shard, room=None):
        value = value_of(base)
        if room is None:
            room = max(value.size, NUMBER_BYTES_MAX) + ENDING_BYTES_MAX
        out, size = c.create_string_buffer(room), c.c_size_t()
        status = self.library.shard_key(self.pointer, value, shard, out, room, size)
        if status != OK:
            raise ValueError(f"status {status}, size {size.value}")
        return out.raw[: size.value]

    def key(self, base, shard):
        """Text, or for a binary base bytes in hex."""
        key = self.key_bytes(base, shard)
        return key.hex() if "hex" in base else key.decode("utf-8")

    def parse(self, key):
        data = key.encode("utf-8")
        base, shard = c.c_size_t(), c.c_uint32()
        if self.library.parse_key(self.pointer, data, len(data), base, shard) != OK:
            return None
        return data[: base.value].decode("utf-8"), shard.value
