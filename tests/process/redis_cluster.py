"""A Redis Cluster of six real servers on 127.0.0.1, three primaries and three replicas, on ports that
the system chose, ended by their process ids.
"""

import pathlib
import socket
import subprocess
import tempfile

COMMAND_S = 120


def free_ports(count):
    """Ports that nobody listens on."""
    sockets = [socket.socket() for _ in range(count)]
    try:
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in sockets]
    finally:
        for each in sockets:
            each.close()


class Connection:
    """Commands to one server, many under way at once."""

    def __init__(self, port):
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=COMMAND_S)
        self._file = self._socket.makefile("rb")

    def close(self):
        self._file.close()
        self._socket.close()

    def ask(self, *commands):
        """The answers: an int, bytes, or an error's text as str."""
        answers = []
        for begin in range(0, len(commands), 1000):
            part = commands[begin:begin + 1000]
            self._socket.sendall(b"".join(map(_encoded, part)))
            answers += [self._answer() for _ in part]
        return answers

    def _answer(self):
        line = self._file.readline()
        kind, rest = line[:1], line[1:].rstrip(b"\r\n")
        if kind == b":":
            return int(rest)
        if kind == b"-":
            return rest.decode()
        if kind == b"+":
            return rest
        if kind == b"$":
            return self._file.read(int(rest) + 2)[:-2]
        raise AssertionError(f"an answer of an unknown kind: {line!r}")


def _encoded(command):
    words = [word if isinstance(word, bytes) else str(word).encode() for word in command]
    return b"*%d\r\n" % len(words) + b"".join(b"$%d\r\n%s\r\n" % (len(w), w) for w in words)


class RedisCluster:
    """Used with `with`: the cluster serves every slot when it begins, and is gone when it ends."""

    def __init__(self):
        self._processes = []
        self._folder = tempfile.TemporaryDirectory()
        self.ports = []

    def __enter__(self):
        try:
            ports = free_ports(12)
            for port, bus in zip(ports[:6], ports[6:]):
                self._start(port, bus)
            addresses = [f"127.0.0.1:{port}" for port in self.ports]
            self.cli("--cluster", "create", *addresses, "--cluster-replicas", "1",
                     "--cluster-yes")
            self.wait_until_sound()
        except BaseException:
            self.__exit__()
            raise
        return self

    def _start(self, port, bus):
        folder = pathlib.Path(self._folder.name) / str(port)
        folder.mkdir()
        process = subprocess.Popen(
            ["redis-server", "--port", str(port), "--cluster-port", str(bus), "--bind",
             "127.0.0.1", "--cluster-enabled", "yes", "--save", "", "--appendonly", "no", "--dir",
             str(folder), "--cluster-node-timeout", "20000"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )
        self._processes.append(process)
        for line in process.stdout:
            if "Ready to accept connections" in line:
                break
        else:
            raise AssertionError(f"redis-server on port {port} ended before it was ready")
        self.ports.append(port)

    def __exit__(self, *_):
        for process in self._processes:
            process.kill()
        for process in self._processes:
            process.wait()
            process.stdout.close()
        self._folder.cleanup()

    def cli(self, *arguments, check=True):
        """What redis-cli says."""
        done = subprocess.run(["redis-cli", *arguments], capture_output=True, text=True,
                              timeout=COMMAND_S, check=False, stdin=subprocess.DEVNULL)
        if check and done.returncode != 0:
            raise AssertionError(f"redis-cli {arguments}: {done.stdout}{done.stderr}")
        return done.stdout

    @property
    def address(self):
        return f"127.0.0.1:{self.ports[0]}"

    def check(self):
        """What `--cluster check` says, whether good or not."""
        return self.cli("--cluster", "check", self.address, check=False)

    def wait_until_sound(self):
        """Until every node agrees on every slot and role: they travel between nodes."""
        for _ in range(2000):
            text = self.check()
            if is_sound(text) and all(self._knows_replicas(port) for port in self.ports):
                return
        raise AssertionError(f"the cluster does not become sound: {text}")

    def _knows_replicas(self, port):
        """Whether a server knows that half of them are replicas; a new one is a primary at first,
        without a slot, which `--cluster check` of the others does not mind."""
        lines = self.cli("-p", str(port), "cluster", "nodes").splitlines()
        return sum("slave" in line.split()[2] for line in lines) * 2 == len(self.ports)

    def nodes(self):
        """What CLUSTER NODES answers."""
        return self.cli("-p", str(self.ports[0]), "cluster", "nodes")


def is_sound(check):
    """Whether `--cluster check` found nothing wrong."""
    return ("[OK] All nodes agree about slots configuration." in check
            and "[OK] All 16384 slots covered." in check
            and "[WARNING]" not in check and "[ERR]" not in check)
