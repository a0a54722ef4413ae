"""A real `isotherm serve` in a process of its own, for tests: on 127.0.0.1, on a port that the
system chose, ended by its process id.

The program is the one that the environment variable ISOTHERM names.
"""

import collections
import http.client
import json
import os
import queue
import re
import signal
import subprocess
import threading

READY_S = 60
STOP_S = 60
ADDRESS = re.compile(r"https?://127\.0\.0\.1:(\d+)")


def program():
    return os.environ["ISOTHERM"]


class Isotherm:
    """One server. It is ready when the constructor returns; used with `with`, it is ended after."""

    def __init__(self, *arguments, listen="127.0.0.1:0"):
        self.lines = []
        self._queue = queue.Queue()
        self.process = subprocess.Popen(
            [program(), "serve", "--listen", listen, *map(str, arguments)],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            errors="replace",
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        try:
            self.url = self._wait_for_address()
        except BaseException:
            self.kill()
            raise
        self.port = int(self.url.rsplit(":", 1)[1])

    def _read(self):
        for line in self.process.stdout:
            self.lines.append(line)
            self._queue.put(line)
        self._queue.put(None)

    def _wait_for_address(self):
        while True:
            try:
                line = self._queue.get(timeout=READY_S)
            except queue.Empty:
                raise AssertionError(f"not ready within {READY_S} s; it said: {self.output()}")
            if line is None:
                self.process.wait()
                raise AssertionError(f"ended before it was ready; it said: {self.output()}")
            if found := ADDRESS.search(line):
                return found.group()

    def wait_for(self, text, times=1):
        """Waits until it has printed lines with this text, so many since it was ready."""
        while True:
            try:
                line = self._queue.get(timeout=READY_S)
            except queue.Empty:
                raise AssertionError(f"never said {text!r}; it said: {self.output()}")
            if line is None:
                raise AssertionError(f"ended without {text!r}; it said: {self.output()}")
            times -= text in line
            if times == 0:
                return line

    def output(self):
        """All that it printed so far."""
        return "".join(self.lines)

    def stop(self, how=signal.SIGTERM):
        """Asks it to end, waits, and returns its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        return self._ended()

    def kill(self):
        """Ends it at once, as a crash does."""
        return self.stop(signal.SIGKILL)

    def _ended(self):
        try:
            code = self.process.wait(timeout=STOP_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise AssertionError(f"did not end within {STOP_S} s; it said: {self.output()}")
        self._reader.join()
        self.process.stdout.close()
        return code

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()


STREAMS = {"DescribeStream", "GetRecords", "GetShardIterator", "ListStreams"}
Answer = collections.namedtuple("Answer", "status headers body")


class Connection:
    """A kept-alive connection that speaks DynamoDB JSON, with nothing between it and the bytes."""

    HEADERS = {
        "Content-Type": "application/x-amz-json-1.0",
        "Authorization": "AWS4-HMAC-SHA256 Credential=test/20300101/eu-west-1/dynamodb/aws4_request,"
                         " SignedHeaders=host;x-amz-date;x-amz-target, Signature=0",
        "X-Amz-Date": "20300101T000000Z",
    }

    def __init__(self, port, timeout_s=60, tls=None):
        """`tls`: an ssl.SSLContext, for a server that speaks HTTPS."""
        self._http = (http.client.HTTPSConnection("127.0.0.1", port, timeout=timeout_s, context=tls)
                      if tls else http.client.HTTPConnection("127.0.0.1", port, timeout=timeout_s))

    def send(self, operation, **request):
        """Sends one request and returns its whole answer."""
        self.start(operation, **request)
        return self.finish()

    def start(self, operation, **request):
        """Sends one request, and waits for nothing."""
        service = "DynamoDBStreams" if operation in STREAMS else "DynamoDB"
        headers = self.HEADERS | {"X-Amz-Target": f"{service}_20120810.{operation}"}
        self._http.request("POST", "/", json.dumps(request), headers)

    def finish(self):
        """The whole answer of what was started."""
        answer = self._http.getresponse()
        body = answer.read()
        return Answer(answer.status, answer.headers, json.loads(body) if body else None)

    def call(self, operation, **request):
        """Sends one request and returns the body of its answer, which must be a success."""
        answer = self.send(operation, **request)
        if answer.status != 200:
            raise AssertionError(f"{operation}: {answer.status} {answer.body}")
        return answer.body

    def pages(self, operation, **request):
        """All items of a Query or Scan."""
        while True:
            page = self.call(operation, **request)
            yield from page["Items"]
            if "LastEvaluatedKey" not in page:
                return
            request["ExclusiveStartKey"] = page["LastEvaluatedKey"]

    def close(self):
        self._http.close()
