"""Isotherm beside others, in one run on this machine: put and get at 1 and at 16 connections.

    ./dev bench [--seconds 3] [--rounds 3] [--peer NAME=URL]... [--json FILE | --no-record]

The ceiling is nginx with a fixed answer of the same size to the same requests; the peer is dynalite
(npm), in memory. The load tool is `isotherm bench` for all of them, on the same cores. Rounds are
interleaved, so that what else the machine does meets all alike; the median counts. wrk asks nginx
once too, so that the tool itself is checked. bench/README.md says how to read it.
"""

import argparse
import datetime
import json
import os
import pathlib
import platform
import re
import shutil
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


def check_tool(program, nginx, seconds, folder):
    """Our load tool and wrk against the same fixed answer: {connections: {tool: answers a second}}"""
    if not shutil.which("wrk"):
        return {}
    script = folder / "get.lua"
    body = json.dumps({"TableName": "bench-get", "Key": {"pk": {"S": "k0000000001"},
                                                         "sk": {"S": "000001"}}})
    script.write_text(f"""wrk.method = "POST"
        wrk.body = '{body}'
        wrk.headers["Content-Type"] = "application/x-amz-json-1.0"
        wrk.headers["X-Amz-Target"] = "DynamoDB_20120810.GetItem"
        """, encoding="utf-8")
    checked = {}
    for connections in CONNECTIONS:
        print(f"the tool itself, {connections} connections: wrk", file=sys.stderr)
        done = subprocess.run(
            ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "-s", script, nginx.url],
            capture_output=True, text=True, check=True, timeout=600)
        wrk = float(re.search(r"Requests/sec:\s*([\d.]+)", done.stdout).group(1))
        ours = measure(program, nginx, "get", connections, seconds)["per_second"]
        checked[connections] = {"wrk": wrk, "isotherm bench": ours}
    return checked


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


def tool_lines(checked):
    """How our load tool compares with wrk."""
    for connections, rates in checked.items():
        share = rates["isotherm bench"] / rates["wrk"]
        yield (f"tool: nginx, {connections} connections: wrk {rates['wrk']:,.0f}/s, isotherm bench "
               f"{rates['isotherm bench']:,.0f}/s ({share:.2f} of it)")


def document(results, contenders, checked, arguments):
    """The same for machines."""
    return {
        "schema_version": 1,
        "started": arguments.started,
        "machine": {"cores": os.cpu_count(), "system": platform.platform(),
                    "load_before": arguments.load_before},
        "seconds": arguments.seconds,
        "rounds": arguments.rounds,
        "item_bytes": ITEM_BYTES,
        "keys": KEYS,
        "contenders": {c.name: c.what for c in contenders},
        "tool": checked,
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
    parser.add_argument("--json", type=pathlib.Path,
                        help="the figures, for machines (default: bench/results/<date>.json)")
    parser.add_argument("--no-record", action="store_true", help="write no file")
    arguments = parser.parse_args()
    now = datetime.datetime.now(datetime.timezone.utc)
    arguments.started = now.strftime("%Y-%m-%dT%H:%M:%SZ")
    arguments.load_before = os.getloadavg()[0]
    if not arguments.json:
        arguments.json = pathlib.Path(__file__).parent / "results" / f"{now:%Y-%m-%d}.json"
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        contenders = [Remote(*peer.split("=", 1)) for peer in arguments.peer]
        try:
            contenders.insert(0, Isotherm(arguments.isotherm, folder, "isotherm", "observe"))
            contenders.insert(1, Isotherm(arguments.isotherm, folder, "isotherm-off", "off"))
            contenders.insert(2, Nginx(folder, ITEM_BYTES))
            contenders.insert(3, Dynalite(arguments.node_folder))
            checked = check_tool(arguments.isotherm, contenders[2], arguments.seconds, folder)
            results = run_all(arguments.isotherm, contenders, arguments)
        finally:
            for contender in contenders:
                contender.stop()
    print("\n".join([*table(results, contenders), "", *tool_lines(checked)]))
    if not arguments.no_record:
        text = json.dumps(document(results, contenders, checked, arguments), indent=1) + "\n"
        arguments.json.parent.mkdir(parents=True, exist_ok=True)
        arguments.json.write_text(text, encoding="utf-8")
        print(f"\nwrote {arguments.json}", file=sys.stderr)


if __name__ == "__main__":
    main()
