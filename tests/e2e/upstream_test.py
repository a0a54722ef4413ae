"""`serve --upstream`: a gateway before another endpoint, over HTTPS and signed; what becomes of requests
when that endpoint is gone, does not trust it, or is not to be trusted."""

import http.client
import pathlib
import socket
import tempfile
import unittest

import boto3
import botocore.exceptions
from boto3_client import CONFIG, create
from world import HERE, PLAYER, Authority, Connection, Isotherm, number, string

REGION = "eu-west-1"
PLAIN = {
    "TableName": "Plain",
    "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "N"}],
    "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
    "BillingMode": "PAY_PER_REQUEST",
}


def client_of(server, **more):
    return boto3.client("dynamodb", endpoint_url=server.url, config=CONFIG, region_name=REGION,
                        **more)


def error_of(call):
    try:
        call()
    except botocore.exceptions.ClientError as refused:
        return refused.response["Error"], refused.response["ResponseMetadata"]["HTTPStatusCode"]
    raise AssertionError("it was not refused")


def said(server, operation, body):
    """What a server says to these bytes: status and body."""
    http_client = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    http_client.request("POST", "/", body, Connection.HEADERS | {
        "X-Amz-Target": f"DynamoDB_20120810.{operation}"})
    answer = http_client.getresponse()
    text = answer.read()
    http_client.close()
    return answer.status, text


class OverTls(unittest.TestCase):
    """The upstream speaks HTTPS, and checks who signs."""

    @classmethod
    def setUpClass(cls):
        cls.authority = Authority()
        cls.folder = tempfile.TemporaryDirectory()
        chain, key = cls.authority.issue("upstream")
        known = pathlib.Path(cls.folder.name) / "credentials"
        known.write_text("[test]\naws_access_key_id = test\naws_secret_access_key = test\n",
                         encoding="utf-8")
        cls.upstream = Isotherm("--in-memory", "--region", REGION, "--tls-cert", chain,
                                "--tls-key", key, "--credentials", known)
        cls.trust = ("--upstream-ca", cls.authority.certificate)
        cls.gateway = Isotherm("--upstream", cls.upstream.url, "--region", REGION, *cls.trust,
                               "--schema", HERE / "player.yaml")

    @classmethod
    def tearDownClass(cls):
        codes = [cls.gateway.stop(), cls.upstream.stop()]
        cls.authority.close()
        cls.folder.cleanup()
        if codes != [0, 0]:
            raise AssertionError(f"exit codes {codes}")

    def test_a_sharded_table_there_is_the_one_that_the_application_knows(self):
        client = client_of(self.gateway)
        there = client_of(self.upstream, verify=str(self.authority.certificate))
        create(client, PLAYER)
        for i in range(30):
            client.put_item(TableName="Player", Item={
                "game": string("chess"), "player": string(f"p{i}"), "team": string("red"),
                "score": number(i), "country": string("nz")})
        page = client.query(TableName="Player", IndexName="by-team", Limit=10,
                            KeyConditionExpression="team = :t",
                            ExpressionAttributeValues={":t": string("red")})
        self.assertEqual([item["score"]["N"] for item in page["Items"]],
                         [str(i) for i in range(10)])
        self.assertNotIn("by-team", [index["IndexName"] for index in there.describe_table(
            TableName="Player")["Table"]["GlobalSecondaryIndexes"]])
        client.delete_table(TableName="Player")

    def test_a_table_without_a_rule_is_passed_on(self):
        client = client_of(self.gateway)
        there = client_of(self.upstream, verify=str(self.authority.certificate))
        create(client, PLAIN)
        client.put_item(TableName="Plain", Item={"id": number(1), "a": {"B": b"\x00\xff"}})
        self.assertEqual(there.get_item(TableName="Plain", Key={"id": number(1)})["Item"]["a"]["B"],
                         b"\x00\xff")
        refused, status = error_of(lambda: client.put_item(TableName="Plain", Item={}))
        self.assertEqual((refused["Code"], status), ("ValidationException", 400))
        client.delete_table(TableName="Plain")

    def test_what_does_not_trust_the_upstream_does_not_speak_to_it(self):
        with Isotherm("--upstream", self.upstream.url, "--region", REGION) as stranger:
            refused, status = error_of(client_of(stranger).list_tables)
            self.assertEqual((refused["Code"], status), ("ServiceUnavailable", 503))
            self.assertIn("certificate verify failed", refused["Message"])

    def test_an_upstream_that_does_not_know_the_key_says_so(self):
        with Isotherm("--upstream", self.upstream.url, "--region", REGION, *self.trust,
                      "--upstream-unsigned") as stranger:
            refused, _ = error_of(client_of(stranger).list_tables)
            self.assertIn(refused["Code"], ("MissingAuthenticationToken",
                                            "MissingAuthenticationTokenException"))


class Gone(unittest.TestCase):
    def test_an_upstream_that_is_gone_and_comes_back(self):
        with tempfile.TemporaryDirectory() as folder:
            upstream = Isotherm("--data", folder)
            with Isotherm("--upstream", upstream.url) as gateway:
                client = client_of(gateway)
                create(client, PLAIN)
                client.put_item(TableName="Plain", Item={"id": number(7)})
                upstream.kill()
                for call in (lambda: client.get_item(TableName="Plain", Key={"id": number(7)}),
                             lambda: client.put_item(TableName="Plain", Item={"id": number(8)})):
                    refused, status = error_of(call)
                    self.assertEqual((refused["Code"], status), ("ServiceUnavailable", 503))
                    self.assertIn("could not be asked", refused["Message"])
                with Isotherm("--data", folder, listen=f"127.0.0.1:{upstream.port}"):
                    self.assertIn("Item",
                                  client.get_item(TableName="Plain", Key={"id": number(7)}))

    def test_options_about_tables_that_are_kept_here_are_refused(self):
        for options in (["--in-memory"], ["--data", "x"], ["--throughput", "enforce"],
                        ["--eventual-reads"]):
            with self.assertRaisesRegex(AssertionError, f"{options[0]} is about tables"):
                Isotherm("--upstream", "http://127.0.0.1:1", *options)


class Passed(unittest.TestCase):
    """Without a schema every request passes as bytes."""

    def test_what_is_not_known_here_is_the_upstreams_to_answer(self):
        with Isotherm("--in-memory") as upstream, Isotherm("--upstream", upstream.url) as gateway:
            for body in ("{}", '{"TableName":"no"}', "not json", ""):
                for operation in ("DescribeTable", "FlyToTheMoon"):
                    self.assertEqual(said(gateway, operation, body), said(upstream, operation, body),
                                     (operation, body))


class Silent(unittest.TestCase):
    """An upstream that hears and does not answer."""

    def setUp(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(self.listener.close)
        self.listener.settimeout(60)
        self.gateway = Isotherm("--upstream",
                                f"http://127.0.0.1:{self.listener.getsockname()[1]}")
        self.addCleanup(self.gateway.stop)
        self.client = Connection(self.gateway.port)
        self.addCleanup(self.client.close)

    def hears(self, operation, **request):
        """Sends a request of the client, and returns the connection that it came on."""
        self.client.start(operation, **request)
        peer, _ = self.listener.accept()
        self.addCleanup(peer.close)
        peer.settimeout(60)
        self.assertIn(operation.encode(), peer.recv(65536))
        return peer

    def test_a_write_whose_answer_is_lost_is_not_sent_twice(self):
        self.hears("PutItem", TableName="Plain", Item={"id": number(1)}).close()
        answer = self.client.finish()
        self.assertEqual(answer.status, 500)
        self.assertIn("may have been done", answer.body["message"])
        self.listener.setblocking(False)
        with self.assertRaises(BlockingIOError):
            self.listener.accept()

    def test_a_read_whose_answer_is_lost_is_asked_again(self):
        self.hears("Query", TableName="Plain").close()
        peer, _ = self.listener.accept()
        self.addCleanup(peer.close)
        self.assertIn(b"Query", peer.recv(65536))
        peer.sendall(b"HTTP/1.1 200 OK\r\nx-amzn-RequestId: ITS-ID\r\nContent-Length: 11\r\n\r\n"
                     b'{"Count":0}')
        answer = self.client.finish()
        self.assertEqual((answer.status, answer.body), (200, {"Count": 0}))
        self.assertEqual(answer.headers["x-amzn-RequestId"], "ITS-ID")

    def test_a_request_ends_with_its_client(self):
        peer = self.hears("Query", TableName="Plain")
        self.client.close()
        self.assertEqual(peer.recv(65536), b"", "closed, long before the time-out of an answer")


if __name__ == "__main__":
    unittest.main()
