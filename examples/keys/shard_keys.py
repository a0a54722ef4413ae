"""Shard keys as Isotherm computes them, in plain Python: the format of docs/formats.md, nothing else.

    >>> shard_key({"S": "channel-A"}, [{"S": "user-1"}], shards=16)
    'channel-A-3'

Values are {"S": text}, {"N": decimal text}, {"hex": bytes in hex} or None for absent. The hash is
murmur3_x86_32 or fnv1a_64; the C library has the others.
"""

import decimal

# Enough for every number that DynamoDB holds: 38 digits.
NUMBERS = decimal.Context(prec=60, Emin=-1000, Emax=1000)


def murmur3_x86_32(data, seed=0):
    """MurmurHash3_x86_32 [Austin Appleby]: the tail's bytes are unsigned."""
    mask = 0xFFFFFFFF

    def scramble(k):
        k = k * 0xCC9E2D51 & mask
        return ((k << 15 | k >> 17) & mask) * 0x1B873593 & mask

    h = seed
    whole = len(data) & ~3
    for i in range(0, whole, 4):
        h ^= scramble(int.from_bytes(data[i : i + 4], "little"))
        h = ((h << 13 | h >> 19) & mask) * 5 + 0xE6546B64 & mask
    h ^= scramble(int.from_bytes(data[whole:], "little")) ^ len(data)
    h = (h ^ h >> 16) * 0x85EBCA6B & mask
    h = (h ^ h >> 13) * 0xC2B2AE35 & mask
    return h ^ h >> 16


def fnv1a_64(data):
    h = 0xCBF29CE484222325
    for byte in data:
        h = (h ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return h


def canonical_number(text):
    """Plain decimal: no exponent, no zeros that say nothing, never -0."""
    value = NUMBERS.create_decimal(text)
    if value == 0:
        return "0"
    return format(value.normalize(NUMBERS), "f")


def source_of(inputs):
    """The text that is hashed; no two lists of inputs have the same."""
    return ":".join(map(_source_of_one, inputs))


def _source_of_one(value):
    if value is None:
        return "\\-"
    if "hex" in value:
        return "\\x" + value["hex"].lower()
    text = value["S"] if "S" in value else canonical_number(value["N"])
    return text.replace("\\", "\\\\").replace(":", "\\:")


def shard_of(inputs, shards, function="murmur3_x86_32"):
    """The strategy `hash`."""
    data = source_of(inputs).encode("utf-8")
    if function == "fnv1a_64":
        return fnv1a_64(data) % shards
    h = murmur3_x86_32(data)
    # Python's % is never negative, as it must be; that of C, Java and JavaScript can be.
    return (h - 0x100000000 if h >= 0x80000000 else h) % shards


def shard_of_id(value, shards, take="last", count=2, unit="characters", read="hex"):
    """The strategy `id-suffix`. ValueError: the id has no such part."""
    if "hex" in value:
        whole = bytes.fromhex(value["hex"])
    else:
        text = value["S"] if "S" in value else canonical_number(value["N"])
        whole = text if unit == "characters" else text.encode("utf-8")
    part = whole[-count:] if take == "last" else whole[:count]
    if not part:
        raise ValueError("the id is empty")
    if read == "bytes":
        data = part.encode("utf-8") if isinstance(part, str) else part
        return int.from_bytes(data, "big") % shards
    digits = part if isinstance(part, str) else part.decode("latin-1")
    allowed = "0123456789abcdefABCDEF"[: 22 if read == "hex" else 10]
    if any(c not in allowed for c in digits):
        raise ValueError(f"{digits!r} has another character")
    return int(digits, 16 if read == "hex" else 10) % shards


def suffix(shard, digits="hex", padding=0, first=0):
    return format(first + shard, "x" if digits == "hex" else "d").rjust(padding, "0")


def write_key(base, shard, separator="-", **fields):
    """The key of a shard: text, or for a binary base bytes in hex."""
    ending = separator + suffix(shard, **fields)
    if "hex" in base:
        return base["hex"] + ending.encode("utf-8").hex()
    return (base["S"] if "S" in base else canonical_number(base["N"])) + ending


def shard_key(base, inputs, shards, function="murmur3_x86_32", **fields):
    return write_key(base, shard_of(inputs, shards, function), **fields)


def parse_key(key, shards, separator="-", digits="hex", padding=0, first=0):
    """(base, shard) of a key; None when it is none of this format."""
    alphabet = "0123456789abcdef"[: 16 if digits == "hex" else 10]
    base = key.rstrip(alphabet)
    number = key[len(base) :]
    if not number or not base.endswith(separator):
        return None
    shard = int(number, 16 if digits == "hex" else 10) - first
    if not 0 <= shard < shards or suffix(shard, digits, padding, first) != number:
        return None
    return base[: len(base) - len(separator)], shard
