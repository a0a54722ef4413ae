"""Whether an operation costs the same on a large table, and whether its memory stays bounded.

Two tables of items of 1 KB on two servers with the same --cache-mb: one small, one large. Every
operation is asked of both in turns; then the large one ends, starts again, and is scanned whole.
"""

import http.client
import re
import statistics
import sys
import time
import urllib.parse

from contenders import Isotherm
from measure import Load, resident_mb, run

ITEM_BYTES = 1000
CONNECTIONS = 16
SMALL_KEYS = 1_000
SETTLE_S_MAX = 600
OPERATIONS = ("get", "put", "update", "query-10")


def scan_whole(contender, table):
    """Items of a table, page by page, and the seconds that it took."""
    address = urllib.parse.urlsplit(contender.url)
    client = http.client.HTTPConnection(address.hostname, address.port, timeout=600)
    began, count, start_key = time.monotonic(), 0, ""
    while True:
        body = f'{{"TableName":"{table}"{start_key}}}'
        client.request("POST", "/", body, {"X-Amz-Target": "DynamoDB_20120810.Scan",
                                           "Content-Type": "application/x-amz-json-1.0"})
        page = client.getresponse().read()
        tail = page[page.rindex(b'"Count":'):].decode()
        count += int(re.match(r'"Count":(\d+)', tail).group(1))
        last = re.search(r'"LastEvaluatedKey":(\{.*\})\}$', tail)
        if not last:
            return count, time.monotonic() - began
        start_key = f',"ExclusiveStartKey":{last.group(1)}'


def settle(server):
    """Waits until nothing is compacted any more, and says how many seconds that was."""
    began = time.monotonic()
    while time.monotonic() - began < SETTLE_S_MAX:
        before = server.cpu_seconds()
        time.sleep(1)
        if server.cpu_seconds() - before < 0.05:
            break
    return time.monotonic() - began


class Large:
    """The measurement, step by step."""

    def __init__(self, program, folder, arguments):
        self.program, self.folder, self.arguments = program, folder, arguments
        self.options = ("--cache-mb", str(arguments.cache_mb))
        self.highest_mb = 0.0

    def server(self, name):
        return Isotherm(self.program, self.folder, name, *self.options)

    def say(self, text):
        print(f"large: {text}", file=sys.stderr, flush=True)

    def note_memory(self, server):
        self.highest_mb = max(self.highest_mb, resident_mb(server.process.pid, "VmHWM"))

    def costs(self, servers):
        """{operation: {"small"|"large": [µs for one request, …]}}, in turns."""
        costs = {}
        for operation in OPERATIONS:
            cell = costs.setdefault(operation, {"small": [], "large": []})
            for _ in range(self.arguments.rounds):
                for name, (server, keys) in servers.items():
                    self.say(f"{operation} on the {name} table")
                    figures = run(self.program, server, FlatLoad(operation, keys), "--duration",
                                  f"{self.arguments.seconds}s", "--no-fill")
                    cell[name].append({"us": 1e6 / figures["per_second"],
                                       "cpu_us": figures["cpu_us"]})
        return costs

    def measure(self):
        keys = self.arguments.large_keys
        small, large = self.server("small"), self.server("large")
        try:
            figures = {"keys": keys, "cache_mb": self.arguments.cache_mb}
            run(self.program, small, FlatLoad("get", SMALL_KEYS), "--operations", "1")
            self.say(f"loading {keys:,} items")
            began = time.monotonic()
            run(self.program, large, FlatLoad("get", keys), "--operations", "1")
            figures["load_s"] = time.monotonic() - began
            figures["settle_s"] = settle(large)
            costs = self.costs({"small": (small, SMALL_KEYS), "large": (large, keys)})
            figures["costs"] = {
                operation: {
                    table: {figure: statistics.median(one[figure] for one in runs)
                            for figure in ("us", "cpu_us")}
                    for table, runs in tables.items()
                } for operation, tables in costs.items()
            }
            self.note_memory(large)
            large.stop()
            self.say("starting again")
            began = time.monotonic()
            large = self.server("large")
            figures["restart_s"] = time.monotonic() - began
            self.say("scanning")
            count, figures["scan_s"] = scan_whole(large, FlatLoad.table)
            if count != keys:
                sys.exit(f"large: {count} items were found of {keys}")
            self.note_memory(large)
            figures["highest_mb"] = self.highest_mb
            return figures
        finally:
            small.stop()
            large.stop()


class FlatLoad(Load):
    """All operations on one table."""

    table = "bench-flat"

    def __init__(self, operation, keys):
        super().__init__(operation, ITEM_BYTES, CONNECTIONS, keys)

    def arguments(self, contender):
        arguments = super().arguments(contender)
        arguments[arguments.index("--table") + 1] = self.table
        return arguments


def lines(figures):
    """For a person."""
    yield (f"\n{figures['keys']:,} items of {ITEM_BYTES} B beside {SMALL_KEYS:,}, --cache-mb "
           f"{figures['cache_mb']}, {CONNECTIONS} connections")
    for operation, tables in figures["costs"].items():
        small, large = tables["small"], tables["large"]
        yield (f"  {operation:<16} {small['us']:>7.1f} µs and {large['us']:>7.1f} µs for one "
               f"({large['us'] / small['us']:.2f} times), server CPU {small['cpu_us']:.1f} and "
               f"{large['cpu_us']:.1f} µs")
    yield (f"  loaded in {figures['load_s']:.0f} s, compacted after {figures['settle_s']:.0f} s, "
           f"started again in {figures['restart_s']:.2f} s, scanned in {figures['scan_s']:.0f} s; "
           f"highest memory {figures['highest_mb']:.0f} MB")
