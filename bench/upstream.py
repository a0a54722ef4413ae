"""`isotherm serve --upstream` beside nginx and HAProxy before the same upstream, in one run.

    ./dev bench upstream [--seconds N] [--rounds N]
"""

import argparse
import os
import pathlib
import statistics
import sys
import tempfile

import measure
from contenders import Haproxy, Isotherm, NginxProxy, Relay
from measure import Load

CONNECTIONS = 64
KEYS = 10_000

# Shards a table that the loads do not use: what passes is looked at for its table's name.
OTHER_TABLE = """
version: 1
tables:
  Other:
    indexes:
      by-a: {type: sharded-gsi, partition_key: a, sort_key: b, physical: by-a-sharded,
             shard: {attribute: aShard, strategy: hash, inputs: [b], shards: 4}}
"""


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--isotherm", required=True, type=pathlib.Path, help=argparse.SUPPRESS)
    parser.add_argument("--seconds", type=float, default=3, help="of each run (default 3)")
    parser.add_argument("--rounds", type=int, default=5, help="of which the median counts (5)")
    return parser.parse_args()


def proxies(program, url, folder):
    schema = folder / "other.yaml"
    schema.write_text(OTHER_TABLE, encoding="utf-8")
    limit = ("--upstream-connections", CONNECTIONS)
    yield Relay(program, "isotherm", url, *limit)
    yield Relay(program, "isotherm, schema", url, *limit, "--schema", schema)
    yield NginxProxy(folder / "nginx", url, CONNECTIONS)
    yield Haproxy(folder / "haproxy", url, CONNECTIONS)


def compare(program, servers, loads, arguments):
    """{load: {server: [run, …]}}"""
    results = {}
    for load in loads:
        measure.warm_up(program, servers[0], load)
        results[load] = {server.name: [] for server in servers}
        for number in range(arguments.rounds):
            for server in servers:
                print(f"{load}, round {number + 1}: {server.name}", file=sys.stderr, flush=True)
                results[load][server.name].append(
                    measure.timed(program, server, load, arguments.seconds))
    return results


def lines(results):
    for load, cell in results.items():
        yield f"\n{load}"
        yield (f"  {'':18} {'answers/s':>10} {'of nginx':>9} {'of haproxy':>11} {'p50 us':>8} "
               f"{'p99 us':>8} {'CPU us':>7}")
        rate = {name: statistics.median(run["per_second"] for run in runs)
                for name, runs in cell.items()}
        for name, runs in cell.items():
            p50, p99, cpu = (statistics.median(run[figure] for run in runs)
                             for figure in ("p50_us", "p99_us", "cpu_us"))
            yield (f"  {name:18} {rate[name]:10.0f} {rate[name] / rate['nginx']:9.2f} "
                   f"{rate[name] / rate['haproxy']:11.2f} {p50:8.0f} {p99:8.0f} {cpu:7.1f}")


def main():
    arguments = parse_arguments()
    program = arguments.isotherm
    # The gateway signs anew; the upstream takes any key.
    os.environ |= {"AWS_ACCESS_KEY_ID": "bench", "AWS_SECRET_ACCESS_KEY": "bench"}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        servers = []
        try:
            servers.append(Isotherm(program, folder, "direct"))
            for proxy in proxies(program, servers[0].url, folder):
                servers.append(proxy)
            loads = [Load(operation, 100, connections, KEYS)
                     for operation in ("get", "put") for connections in (1, 16, 64)]
            results = compare(program, servers, loads, arguments)
            many = Load("get", 100, 1000, KEYS)
            results |= compare(program, servers, [many], arguments)
            print("\n".join(f"{server.name}: {server.what}" for server in servers))
            print("\n".join(lines(results)))
            print(f"\nresident memory after 1,000 connections: "
                  f"{measure.resident_mb(servers[1].process.pid):.1f} MB")
        finally:
            for server in servers:
                server.stop()


if __name__ == "__main__":
    main()
