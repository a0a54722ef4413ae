"""Who is measured: each starts on 127.0.0.1, tells its URL, and is ended by its process id."""

import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import time

START_S = 30
STOP_S = 120


class Contender:
    """A server in a process of its own."""

    process = None

    def processes(self):
        """Its process ids."""
        return [self.process.pid]

    def cpu_seconds(self):
        """CPU time of its threads so far."""
        tasks = (task for process_id in self.processes()
                 for task in pathlib.Path(f"/proc/{process_id}/task").glob("*/schedstat"))
        return sum(int(task.read_text(encoding="ascii").split()[0]) for task in tasks) / 1e9

    def start(self, command, **options):
        """Starts it, and reads its address from what it prints."""
        self.process = subprocess.Popen(
            [str(word) for word in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, **options,
        )
        for line in self.process.stdout:
            if found := re.search(r"http://127\.0\.0\.1:\d+", line):
                self.url = found.group()
                return
        raise SystemExit(f"{self.name} did not start")

    def stop(self):
        if self.process:
            self.process.terminate()
            self.process.wait(timeout=STOP_S)
            self.process = None


class Isotherm(Contender):
    """What is built here: on RocksDB on this machine's disk, its log with the operating system."""

    def __init__(self, program, folder, name, *options, throughput="observe", durability="os"):
        self.name = name
        chosen = ["--durability", durability, "--throughput", throughput, *options]
        self.what = f"isotherm serve {' '.join(chosen)}, on disk"
        self.start([program, "serve", "--listen", "127.0.0.1:0", "--data", folder / name,
                    "--log-format", "text", *chosen])


class Dynalite(Contender):
    """A DynamoDB endpoint in JavaScript, in memory."""

    name = "dynalite"

    def __init__(self, folder):
        here = pathlib.Path(__file__).parent / "js"
        folder.mkdir(parents=True, exist_ok=True)
        wanted = (here / "package.json").read_text(encoding="utf-8")
        installed = folder / "installed"
        if not installed.exists() or installed.read_text(encoding="utf-8") != wanted:
            shutil.copy(here / "package.json", folder)
            subprocess.run(["npm", "install", "--no-package-lock", "--no-audit", "--no-fund",
                            "--ignore-scripts"],
                           cwd=folder, check=True, timeout=600)
            installed.write_text(wanted, encoding="utf-8")
        shutil.copy(here / "serve_dynalite.mjs", folder)
        version = json.loads(wanted)["dependencies"]["dynalite"]
        self.what = f"dynalite {version} on node, in memory"
        self.start(["node", "serve_dynalite.mjs"], cwd=folder)


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]


class Configured(Contender):
    """A server of others that is told where to listen, and whose workers are its children."""

    def run(self, command, port):
        self.process = subprocess.Popen([str(word) for word in command])
        self.url = f"http://127.0.0.1:{port}"
        deadline = time.monotonic() + START_S
        while time.monotonic() < deadline:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                return
            except OSError:
                time.sleep(0.01)
        raise SystemExit(f"{self.name} did not start")

    def processes(self):
        workers = f"/proc/{self.process.pid}/task/{self.process.pid}/children"
        return [int(word) for word in
                pathlib.Path(workers).read_text(encoding="ascii").split()]


class Nginx(Configured):
    """The ceiling: a fixed answer, as long as a small item's."""

    name = "nginx"
    what = "nginx, a fixed answer"

    CONFIG = """
        daemon off; worker_processes auto; pid {folder}/nginx.pid; error_log {folder}/nginx.log;
        events {{ worker_connections 4096; }}
        http {{
          access_log off; keepalive_requests 1000000000;
          client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
          fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi;
          scgi_temp_path {folder}/scgi;
          {upstream}
          server {{
            listen 127.0.0.1:{port} backlog=1024;
            location / {{ {what_is_said} }}
          }}
        }}"""

    def __init__(self, folder, answer_bytes):
        # The same bytes answer a question for the table's state and a request for an item.
        answer = {"Table": {"TableStatus": "ACTIVE"}, "Item": {"k": {"S": ""}}}
        answer["Item"]["k"]["S"] = "x" * (answer_bytes - len(json.dumps(answer)))
        self.run_nginx(folder, "default_type application/x-amz-json-1.0; "
                               f"return 200 '{json.dumps(answer)}';")

    def run_nginx(self, folder, what_is_said, upstream=""):
        folder.mkdir(parents=True, exist_ok=True)
        port = free_port()
        config = folder / "nginx.conf"
        config.write_text(self.CONFIG.format(folder=folder, port=port, upstream=upstream,
                                             what_is_said=what_is_said), encoding="utf-8")
        self.run(["/usr/sbin/nginx", "-c", config, "-e", folder / "nginx.log"], port)


class NginxProxy(Nginx):
    """nginx before the same upstream, with connections that are kept."""

    name = "nginx"

    def __init__(self, folder, url, connections):
        # Each worker has its own connections.
        self.what = f"nginx, proxy of the same upstream, keepalive {connections}"
        address = url.removeprefix("http://")
        self.run_nginx(folder, "proxy_http_version 1.1; proxy_set_header Connection \"\"; "
                               "proxy_buffers 16 64k; proxy_pass http://upstream_of_bench;",
                       f"upstream upstream_of_bench {{ server {address}; keepalive {connections}; "
                       "keepalive_requests 1000000000; }")


class Haproxy(Configured):
    """HAProxy before the same upstream, with connections that are kept and shared."""

    name = "haproxy"
    what = "haproxy, the same upstream, http-reuse always"

    CONFIG = """
        global
          maxconn 4096
          nbthread {threads}
        defaults
          mode http
          timeout connect 5s
          timeout client 60s
          timeout server 60s
          http-reuse always
        frontend clients
          bind 127.0.0.1:{port}
          default_backend tables
        backend tables
          server upstream {address} maxconn {connections} pool-max-conn {connections}
"""

    def __init__(self, folder, url, connections):
        folder.mkdir(parents=True, exist_ok=True)
        port = free_port()
        config = folder / "haproxy.cfg"
        config.write_text(self.CONFIG.format(port=port, connections=connections,
                                             threads=os.cpu_count(),
                                             address=url.removeprefix("http://")), encoding="utf-8")
        self.run(["/usr/sbin/haproxy", "-db", "-f", config], port)

    def processes(self):
        return [self.process.pid]


class Relay(Contender):
    """Isotherm before the same upstream."""

    def __init__(self, program, name, url, *options):
        self.name = name
        self.what = f"isotherm serve --upstream {' '.join(map(str, options))}".strip()
        self.start([program, "serve", "--listen", "127.0.0.1:0", "--upstream", url,
                    "--log-format", "text", *options])


class Remote(Contender):
    """An endpoint that somebody else started."""

    def __init__(self, name, url):
        self.name, self.url, self.what = name, url, url

    def processes(self):
        return []
