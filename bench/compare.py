"""Isotherm beside others, in one run on this machine: the whole table, or a part of it.

    ./dev bench compare [--seconds 2] [--rounds 3] [--peer NAME=URL]... [--json FILE | --no-record]
    ./dev bench compare --only get --only put --bytes 100 --connections 16      a part
    ./dev bench compare --large                        1 thousand against 10 million items as well

The ceiling is nginx with a fixed answer of 200 bytes to the same requests; the peer is dynalite
(npm), in memory. The load tool is `isotherm bench` for all of them, on the same cores. Rounds are
interleaved, so that what else the machine does meets all alike; the median counts. wrk asks nginx
too, so that the tool itself is checked. bench/README.md says how to read it.
"""

import argparse
import datetime
import json
import os
import pathlib
import platform
import statistics
import sys
import tempfile

import large
import measure
from contenders import Dynalite, Isotherm, Nginx, Remote
from measure import Load

KEYS = 10_000
ANSWER_BYTES = 200
# At 16 connections, of nginx's fixed answer and times dynalite.
GOALS = {
    "get": (0.6, 10),
    "put": (0.45, 8),
    "update": (0.35, 8),
    "query-10": (0.3, 15),
    "batch-write-25": (None, 10),
    "batch-get-100": (None, 20),
}


def say(text):
    print(text, file=sys.stderr, flush=True)


def loads(arguments):
    for operation in arguments.only or measure.OPERATIONS:
        for item_bytes in arguments.bytes or (100, 1000):
            for connections in arguments.connections or (1, 16, 64):
                yield Load(operation, item_bytes, connections, KEYS)


def run_all(program, contenders, arguments):
    """[(load, {contender: [run, …]})]"""
    results = []
    for load in loads(arguments):
        cell = {contender.name: [] for contender in contenders}
        for contender in contenders:
            measure.warm_up(program, contender, load)
        for number in range(arguments.rounds):
            for contender in contenders:
                say(f"{load}, round {number + 1}: {contender.name}")
                cell[contender.name].append(
                    measure.timed(program, contender, load, arguments.seconds))
        results.append((load, cell))
    return results


def median(runs, figure):
    return statistics.median(one[figure] for one in runs)


def spread(runs):
    """How far the rounds are apart, as a share of the median."""
    rates = [one["per_second"] for one in runs]
    return (max(rates) - min(rates)) / statistics.median(rates)


def half_loads(program, isotherm, results, arguments):
    """p99 at half of what was reached, at 16 connections."""
    figures = []
    for load, cell in results:
        if load.connections != 16:
            continue
        say(f"{load}, half load")
        rate = median(cell["isotherm"], "per_second")
        one = measure.at_half_load(program, isotherm, load, rate, arguments.seconds)
        figures.append({"operation": load.operation, "item_bytes": load.item_bytes, **one})
    return figures


def durable_puts(program, folder, arguments):
    """Puts a second with an fsync before each answer: {connections: [run, …]}"""
    server = Isotherm(program, folder, "durable", durability="fsync")
    try:
        runs = {1: [], 64: []}
        measure.warm_up(program, server, Load("put", 100, 16, KEYS))
        for number in range(arguments.rounds):
            for connections, cell in runs.items():
                say(f"durable puts, {connections} connections, round {number + 1}")
                load = Load("put", 100, connections, KEYS)
                cell.append(measure.timed(program, server, load, arguments.seconds))
        return runs
    finally:
        server.stop()


def goal_text(load, name, ratio):
    """Whether a goal is reached, where there is one."""
    goal = GOALS.get(load.operation, (None, None))[0 if name == "nginx" else 1]
    if load.connections != 16 or name not in ("nginx", "dynalite") or goal is None:
        return ""
    return f"  (goal {goal}: {'reached' if ratio >= goal else 'missed'})"


def table_lines(results):
    for load, cell in results:
        yield f"\n{load}"
        ours = median(cell["isotherm"], "per_second")
        for name, runs in cell.items():
            rate = median(runs, "per_second")
            ratio = ours / rate
            yield (f"  {name:<10} {rate:>9,.0f}/s ± {spread(runs) / 2:>4.0%}   "
                   f"p50 {median(runs, 'p50_us'):>7,.0f} µs   p99 {median(runs, 'p99_us'):>8,.0f} µs"
                   f"   server CPU {median(runs, 'cpu_us'):>7.1f} µs"
                   + ("" if name == "isotherm" else f"   isotherm {ratio:.2f} times"
                      + goal_text(load, name, ratio)))


def other_lines(document):
    """What is not in the table."""
    if document["half_load"]:
        yield "\nEvenly, at half of what 16 connections reached (goal: p99 under 1 ms)"
    for one in document["half_load"]:
        yield (f"  {one['operation']:<15} {one['item_bytes']:>5} B {one['per_second']:>9,.0f}/s   "
               f"p50 {one['p50_us']:>6,.0f} µs   p99 {one['p99_us']:>6,.0f} µs")
    if document["durable_puts"]:
        one, many = (median(runs, "per_second") for runs in document["durable_puts"].values())
        yield (f"\nfsync before each answer: {one:,.0f} puts a second at 1 connection, {many:,.0f} "
               f"at 64: {many / one:.1f} times (goal 10)")
    start = document["start"]
    yield (f"\nstart to first answer {start['again_ms']:.0f} ms, with a new folder "
           f"{start['new_ms']:.0f} ms (goal 30); idle memory {start['idle_mb']:.1f} MB (goal 25); "
           f"stripped program {document['stripped_mb']:.1f} MB (goal 15)")
    for connections, rates in document["tool"].items():
        share = rates["isotherm bench"] / rates["wrk"]
        yield (f"tool: nginx, {connections} connections: wrk {rates['wrk']:,.0f}/s, isotherm bench "
               f"{rates['isotherm bench']:,.0f}/s ({share:.2f} of it)")
    if document["large"]:
        yield from large.lines(document["large"])


def parse_arguments():
    parser = argparse.ArgumentParser(prog="./dev bench compare",
                                     description=__doc__.splitlines()[0])
    parser.add_argument("--isotherm", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--node-folder", type=pathlib.Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--seconds", type=int, default=2, help="of each run")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", action="append", choices=measure.OPERATIONS,
                        help="an operation; default: all")
    parser.add_argument("--bytes", action="append", type=int, help="of an item; default: 100, 1000")
    parser.add_argument("--connections", action="append", type=int, help="default: 1, 16, 64")
    parser.add_argument("--peer", action="append", default=[], metavar="NAME=URL")
    parser.add_argument("--table-only", action="store_true",
                        help="no half load, durable puts, starts")
    parser.add_argument("--large", action="store_true",
                        help="also 1 thousand against --large-keys items")
    parser.add_argument("--large-keys", type=int, default=10_000_000, metavar="N")
    parser.add_argument("--cache-mb", type=int, default=64, metavar="N",
                        help="of the servers with the large and the small table")
    parser.add_argument("--json", type=pathlib.Path,
                        help="the figures, for machines (default: bench/results/<date>.json)")
    parser.add_argument("--no-record", action="store_true", help="write no file")
    arguments = parser.parse_args()
    now = datetime.datetime.now(datetime.timezone.utc)
    arguments.started = now.strftime("%Y-%m-%dT%H:%M:%SZ")
    arguments.load_before = os.getloadavg()[0]
    if not arguments.json:
        arguments.json = pathlib.Path(__file__).parent / "results" / f"{now:%Y-%m-%d}.json"
    return arguments


def measure_all(arguments, folder):
    """The document: all figures."""
    program = arguments.isotherm
    contenders = [Remote(*peer.split("=", 1)) for peer in arguments.peer]
    try:
        contenders.insert(0, Isotherm(program, folder, "isotherm"))
        contenders.insert(1, Nginx(folder, ANSWER_BYTES))
        contenders.insert(2, Dynalite(arguments.node_folder))
        whole = not arguments.table_only
        tool = measure.against_wrk(program, contenders[1], arguments.seconds, folder)
        results = run_all(program, contenders, arguments)
        half = half_loads(program, contenders[0], results, arguments) if whole else []
    finally:
        for contender in contenders:
            contender.stop()
    say("\n".join(table_lines(results)))
    return {
        "schema_version": 2,
        "started": arguments.started,
        "machine": {"cores": os.cpu_count(), "system": platform.platform(),
                    "load_before": arguments.load_before, "load_after": os.getloadavg()[0]},
        "seconds": arguments.seconds,
        "rounds": arguments.rounds,
        "keys": KEYS,
        "contenders": {contender.name: contender.what for contender in contenders},
        "tool": tool,
        "runs": [
            {"operation": load.operation, "item_bytes": load.item_bytes,
             "connections": load.connections, "contender": name, "rounds": runs}
            for load, cell in results for name, runs in cell.items()
        ],
        "half_load": half,
        "durable_puts": durable_puts(program, folder, arguments) if whole else {},
        "start": measure.start_up(program, max(arguments.rounds, 5)),
        "stripped_mb": measure.stripped_mb(program),
        "large": large.Large(program, folder, arguments).measure() if arguments.large else None,
    }, results


def main():
    arguments = parse_arguments()
    with tempfile.TemporaryDirectory() as folder:
        document, results = measure_all(arguments, pathlib.Path(folder))
    print("\n".join([*table_lines(results), *other_lines(document)]))
    if not arguments.no_record:
        arguments.json.parent.mkdir(parents=True, exist_ok=True)
        arguments.json.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
        say(f"\nwrote {arguments.json}")


if __name__ == "__main__":
    main()
