"""Isotherm beside others, in one run on this machine: put and get at 1 and at 16 connections.

    ./dev bench [--seconds 3] [--rounds 3] [--peer NAME=URL]... [--json FILE]

The ceiling is nginx with a fixed answer of the same size to the same requests; the peer is dynalite
(npm), in memory. The load tool is `isotherm bench` for all of them, on the same cores. Rounds are
interleaved, so that what else the machine does meets all alike; the median counts.
bench/README.md says how to read it.
"""

import argparse
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile

from contenders import Dynalite, Isotherm, Nginx, Remote

OPERATIONS = ("put", "get")
CONNECTIONS = (1, 16)
KEYS = 10_000
ITEM_BYTES = 200


def measure(program, contender, operation, connections, seconds):
    """Answers a second, and the latency's quantiles, of one run."""
    command = [
        program, "bench", "--endpoint", contender.url, "--table", contender.table(operation),
        "--mix", f"{operation}=100", "--connections", str(connections),
        "--duration", f"{seconds}s", "--warm-up", "1s", "--keys", str(KEYS),
        "--item-bytes", str(ITEM_BYTES), "--keep-table", "--json", "--quiet",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    if done.returncode != 0:
        sys.exit(f"{contender.name}: {done.stderr}")
    total = json.loads(done.stdout)["total"]
    if total["failed"] or total["throttled"]:
        sys.exit(f"{contender.name}: {total['failed']} failed, {total['throttled']} throttled")
    return {
        "per_second": total["accepted_per_second"],
        "p50_us": total["latency_seconds"]["p50"] * 1e6,
        "p99_us": total["latency_seconds"]["p99"] * 1e6,
    }


def run_all(program, contenders, arguments):
    """{(operation, connections): {contender: [run, …]}}"""
    results = {}
    for operation in OPERATIONS:
        for connections in CONNECTIONS:
            cell = results.setdefault((operation, connections), {c.name: [] for c in contenders})
            for round_number in range(arguments.rounds):
                for contender in contenders:
                    print(f"{operation}, {connections} connections, round {round_number + 1}: "
                          f"{contender.name}", file=sys.stderr)
                    cell[contender.name].append(
                        measure(program, contender, operation, connections, arguments.seconds)
                    )
    return results


def median(runs, figure):
    return statistics.median(run[figure] for run in runs)


def spread(runs):
    """How far the rounds are apart, as a share of the median."""
    rates = [run["per_second"] for run in runs]
    return (max(rates) - min(rates)) / statistics.median(rates)


def table(results, contenders):
    """Lines for a person."""
    width = max(len(c.name) for c in contenders)
    for (operation, connections), cell in results.items():
        yield f"\n{operation}, {connections} connection{'s' if connections > 1 else ''}"
        ours = median(cell["isotherm"], "per_second")
        for name, runs in cell.items():
            rate = median(runs, "per_second")
            yield (f"  {name:<{width}}  {rate:>9,.0f}/s ± {spread(runs) / 2:>4.0%}   "
                   f"p50 {median(runs, 'p50_us'):>7,.0f} µs   p99 {median(runs, 'p99_us'):>8,.0f} µs   "
                   + ("" if name == "isotherm" else f"isotherm is {ours / rate:.2f} times that"))


def document(results, contenders, arguments):
    """The same for machines."""
    return {
        "schema_version": 1,
        "seconds": arguments.seconds,
        "rounds": arguments.rounds,
        "item_bytes": ITEM_BYTES,
        "keys": KEYS,
        "contenders": {c.name: c.what for c in contenders},
        "runs": [
            {"operation": operation, "connections": connections, "contender": name, "rounds": runs}
            for (operation, connections), cell in results.items() for name, runs in cell.items()
        ],
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--isotherm", required=True, help="the program (./dev bench gives it)")
    parser.add_argument("--node-folder", type=pathlib.Path, required=True,
                        help="where npm's packages go (./dev bench gives it)")
    parser.add_argument("--seconds", type=int, default=3, help="of each run")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--peer", action="append", default=[], metavar="NAME=URL")
    parser.add_argument("--json", type=pathlib.Path, help="the figures, for machines")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        contenders = [Remote(*peer.split("=", 1)) for peer in arguments.peer]
        try:
            contenders.insert(0, Isotherm(arguments.isotherm, folder))
            contenders.insert(1, Nginx(folder, ITEM_BYTES))
            contenders.insert(2, Dynalite(arguments.node_folder))
            results = run_all(arguments.isotherm, contenders, arguments)
        finally:
            for contender in contenders:
                contender.stop()
    print("\n".join(table(results, contenders)))
    if arguments.json:
        text = json.dumps(document(results, contenders, arguments), indent=1) + "\n"
        arguments.json.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
