#!/usr/bin/python3
"""Sends the same random requests to Isotherm and to another endpoint, and lists every kind of
difference with an example.

    isotherm serve --in-memory --listen 127.0.0.1:8000 &
    npx dynalite --port 4567 --createTableMs 0 &
    tools/difference/compare.py --ours http://127.0.0.1:8000 --peer http://127.0.0.1:4567

It makes tables (named in random_requests.py) on both and drops them again, so never point it at an endpoint
whose tables you need. A peer may be wrong: the service's documents decide. What was looked into and
is the peer's fault stands in known.json; --all shows that too.
"""

import argparse
import collections
import json
import pathlib
import random
import re
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from endpoint import Endpoint, comparable, error_of  # noqa: E402
from random_requests import TABLES, Requests, create_table  # noqa: E402

KNOWN = pathlib.Path(__file__).with_name("known.json")
STATE_POLLS_MAX = 100
EXAMPLE_CHARACTERS_MAX = 700


def wait_until(endpoint, table, exists):
    for _ in range(STATE_POLLS_MAX):
        status, body = endpoint.send("DescribeTable", {"TableName": table})
        if (status == 200 and body["Table"]["TableStatus"] == "ACTIVE") if exists else status == 400:
            return
        time.sleep(0.05)
    raise SystemExit(f"table {table} did not become {'ACTIVE' if exists else 'gone'}")


def prepare(endpoint):
    """Fresh, empty tables."""
    endpoint.wait_until_back()
    drop(endpoint)
    for table in TABLES:
        status, body = endpoint.send("CreateTable", create_table(table))
        if status != 200:
            raise SystemExit(f"CreateTable {table}: {status} {body}")
        wait_until(endpoint, table, True)


def drop(endpoint):
    for table in TABLES:
        endpoint.send("DeleteTable", {"TableName": table})
    for table in TABLES:
        wait_until(endpoint, table, False)


def pattern(text):
    """A message without what is of one request only."""
    text = re.sub(r"'[^']*'|\"[^\"]*\"|\[[^\]]*\]|\{[^}]*\}", "…", str(text))
    return re.sub(r"(?<=: )[^\s;,]+|[#:]\w+|\d+", "…", text)


def kind_of(status, body):
    error = error_of(status, body)
    return f"{error[0]}: {pattern(error[1])}" if error else "success"


def difference(operation, ours, peer):
    """How two answers differ, as a kind; None: not at all."""
    if error_of(*ours) or error_of(*peer):
        if error_of(*ours) == error_of(*peer):
            return None
        return f"ours: {kind_of(*ours)}", f"peer: {kind_of(*peer)}"
    a, b = (comparable(body, in_any_order=operation == "Scan") for _, body in (ours, peer))
    if a == b:
        return None
    members = sorted(k for k in a.keys() | b.keys() if a.get(k) != b.get(k))
    return f"answers differ in {', '.join(members)}", ""


class Known:
    """Differences that were looked into: entries of operation, ours, peer (regular expressions) and
    why."""

    def __init__(self, path):
        self._entries = json.loads(path.read_text(encoding="utf-8"))

    def why(self, operation, kind):
        for entry in self._entries:
            if all(re.search(entry.get(part, ""), text) for part, text in
                   (("operation", operation), ("ours", kind[0]), ("peer", kind[1]))):
                return entry["why"]
        return None


def shorten(value):
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= EXAMPLE_CHARACTERS_MAX else text[:EXAMPLE_CHARACTERS_MAX] + " …"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--ours", required=True, metavar="URL")
    parser.add_argument("--peer", required=True, metavar="URL")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(2**32))
    parser.add_argument("--count", type=int, default=10_000, help="requests (default %(default)s)")
    parser.add_argument("--skip", action="append", default=[], metavar="OPERATION",
                        help="an operation that the peer does not have")
    parser.add_argument("--all", action="store_true", help="show known differences too")
    options = parser.parse_args()

    ours, peer, known = Endpoint(options.ours), Endpoint(options.peer), Known(KNOWN)
    print(f"seed {options.seed}")
    for endpoint in (ours, peer):
        prepare(endpoint)
    requests = Requests(random.Random(options.seed))
    found, explained = collections.OrderedDict(), collections.Counter()
    for _ in range(options.count):
        operation, request = requests.next()
        if operation in options.skip:
            continue
        answers = ours.send(operation, request), peer.send(operation, request)
        kind = difference(operation, *answers)
        if kind is None:
            continue
        why = known.why(operation, kind)
        if why:
            explained[why] += 1
        if not why or options.all:
            entry = found.setdefault((operation, *kind), [0, request, answers])
            entry[0] += 1
        if (answers[0][0] == 200) != (answers[1][0] == 200) and operation not in READS \
                or 0 in (answers[0][0], answers[1][0]):
            for endpoint in (ours, peer):
                prepare(endpoint)
    for endpoint in (ours, peer):
        drop(endpoint)

    for (operation, *kind), (count, request, answers) in sorted(found.items(), key=lambda f: -f[1][0]):
        print(f"\n{count} × {operation}: {'; '.join(filter(None, kind))}")
        print(f"  request {shorten(request)}")
        print(f"  ours    {answers[0][0]} {shorten(answers[0][1])}")
        print(f"  peer    {answers[1][0]} {shorten(answers[1][1])}")
    print(f"\n{options.count} requests, {len(found)} kinds of difference, "
          f"{sum(explained.values())} known differences of {len(explained)} kinds")
    for why, count in explained.most_common():
        print(f"  {count} × {why}")
    return 1 if found else 0


READS = {"GetItem", "Query", "Scan", "BatchGetItem", "TransactGetItems"}

if __name__ == "__main__":
    sys.exit(main())
