"""Single measurements: one run of the load tool, and the figures that are not runs of a load."""

import json
import os
import pathlib
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time

from contenders import free_port

# What `isotherm bench` calls it, and how many items one request is about.
OPERATIONS = {
    "put": "put",
    "get": "get",
    "update": "update",
    "query-10": "query",
    "batch-write-25": "batch-write",
    "batch-get-100": "batch-get",
    "scan-100": "scan",
}
# A large table is filled within a run.
RUN_S_MAX = 7200


class Load:
    """One load: an operation on items of a size, by so many connections."""

    def __init__(self, operation, item_bytes, connections, keys):
        self.operation, self.item_bytes = operation, item_bytes
        self.connections, self.keys = connections, keys

    def __str__(self):
        return (f"{self.operation}, items of {self.item_bytes} B, {self.connections} "
                f"connection{'s' if self.connections > 1 else ''}")

    def arguments(self, contender):
        """For `isotherm bench`. Each load of one kind has a table of its own."""
        return [
            "--endpoint", contender.url,
            "--table", f"bench-{self.operation}-{self.item_bytes}",
            "--mix", f"{OPERATIONS[self.operation]}=100", "--connections", str(self.connections),
            "--keys", str(self.keys), "--item-bytes", str(self.item_bytes),
            "--query-items", "10", "--batch-write-items", "25", "--batch-get-items", "100",
            "--scan-items", "100", "--keep-table", "--json", "--quiet",
        ]


def run(program, contender, load, *more):
    """Answers a second, the latency's quantiles and the server's CPU time of one run."""
    command = [program, "bench", *load.arguments(contender), *more]
    before = contender.cpu_seconds()
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=RUN_S_MAX)
    spent = contender.cpu_seconds() - before
    if done.returncode != 0:
        sys.exit(f"{contender.name}: {load}: {done.stderr}")
    total = json.loads(done.stdout)["total"]
    if total["failed"] or total["throttled"]:
        sys.exit(f"{contender.name}: {load}: {total['failed']} failed, {total['throttled']} "
                 "throttled")
    return {
        "per_second": total["accepted_per_second"],
        "p50_us": total["latency_seconds"]["p50"] * 1e6,
        "p99_us": total["latency_seconds"]["p99"] * 1e6,
        "cpu_us": spent / max(total["accepted"], 1) * 1e6,
    }


def warm_up(program, contender, load):
    """Makes and fills the load's table, and runs for a moment."""
    run(program, contender, load, "--duration", "300ms")


def timed(program, contender, load, seconds):
    """A run of so many seconds."""
    return run(program, contender, load, "--duration", f"{seconds}s")


def against_wrk(program, nginx, seconds, folder):
    """Our load tool and wrk against the same fixed answer: {connections: {tool: answers a second}}"""
    if not shutil.which("wrk"):
        return {}
    script = folder / "get.lua"
    body = json.dumps({"TableName": "bench-get-100", "Key": {"pk": {"S": "k0000000001"},
                                                             "sk": {"S": "000001"}}})
    script.write_text(f"""wrk.method = "POST"
        wrk.body = '{body}'
        wrk.headers["Content-Type"] = "application/x-amz-json-1.0"
        wrk.headers["X-Amz-Target"] = "DynamoDB_20120810.GetItem"
        """, encoding="utf-8")
    checked = {}
    for connections in (1, 16, 64):
        print(f"the tool itself, {connections} connections: wrk", file=sys.stderr)
        done = subprocess.run(
            ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "-s", script, nginx.url],
            capture_output=True, text=True, check=True, timeout=RUN_S_MAX)
        wrk = float(re.search(r"Requests/sec:\s*([\d.]+)", done.stdout).group(1))
        load = Load("get", 100, connections, 10_000)
        warm_up(program, nginx, load)
        ours = timed(program, nginx, load, seconds)["per_second"]
        checked[connections] = {"wrk": wrk, "isotherm bench": ours}
    return checked


def at_half_load(program, contender, load, rate, seconds):
    """Latency when requests come evenly, at half of what the connections reached."""
    return run(program, contender, load, "--duration", f"{seconds}s", "--warm-up", "500ms",
               "--rate", f"{max(rate / 2, 1):.0f}")


def answer_time(command, port):
    """Milliseconds from the start of a server to its first answer; the process goes on."""
    began = time.monotonic()
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
    while True:
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=5) as client:
                client.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
                if client.recv(64):
                    return (time.monotonic() - began) * 1e3, process
        except OSError:
            if process.poll() is not None or time.monotonic() - began > 60:
                sys.exit("isotherm serve did not start")
            time.sleep(0.0005)


def resident_mb(process_id, line="VmRSS"):
    """Memory of a process that is in RAM; `VmHWM`: its highest."""
    status = pathlib.Path(f"/proc/{process_id}/status").read_text(encoding="utf-8")
    return int(re.search(line + r":\s+(\d+)", status).group(1)) / 1024


def start_up(program, rounds):
    """Start to first answer with a new folder and with one that was there, and idle memory."""
    figures = {"new_ms": [], "again_ms": [], "idle_mb": []}
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("new_ms", "again_ms"):
                port = free_port()
                took, process = answer_time(
                    [program, "serve", "--listen", f"127.0.0.1:{port}",
                     "--data", f"{folder}/data"], port)
                figures[name].append(took)
                time.sleep(0.5)
                if name == "again_ms":
                    figures["idle_mb"].append(resident_mb(process.pid))
                process.terminate()
                process.wait(timeout=60)
    return {name: statistics.median(values) for name, values in figures.items()}


def stripped_mb(program):
    """Size of the program without its symbols."""
    with tempfile.NamedTemporaryFile() as copy:
        subprocess.run(["strip", "-o", copy.name, program], check=True, timeout=60)
        return os.path.getsize(copy.name) / 1e6
