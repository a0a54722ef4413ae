"""`serve --tls-cert --tls-key`: the clients that people use, with an authority made in the test."""

import http.client
import json
import os
import signal
import ssl
import subprocess
import unittest

import boto3
import botocore.exceptions
from boto3_client import CONFIG, create
from world import Authority, Connection, Isotherm, number, program

AWS = "/usr/bin/aws"
REGION = "eu-west-1"
TABLE = {
    "TableName": "Secured",
    "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "N"}],
    "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
    "BillingMode": "PAY_PER_REQUEST",
}


class Tls(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.authority = Authority()
        cls.chain, cls.key = cls.authority.issue("first")
        cls.server = Isotherm("--in-memory", "--region", REGION, "--log-format", "json",
                              "--tls-cert", cls.chain, "--tls-key", cls.key)

    @classmethod
    def tearDownClass(cls):
        code = cls.server.stop()
        cls.authority.close()
        if code != 0:
            raise AssertionError(f"exit code {code}; it said: {cls.server.output()}")

    def trusting(self):
        return ssl.create_default_context(cafile=self.authority.certificate)

    def client(self, verify):
        made = boto3.client("dynamodb", endpoint_url=self.server.url, config=CONFIG,
                            region_name=REGION, verify=verify)
        self.addCleanup(made.close)
        return made

    def test_boto3(self):
        self.assertTrue(self.server.url.startswith("https://"))
        client = self.client(str(self.authority.certificate))
        create(client, TABLE)
        large = {"id": number(1), "text": {"S": "é" * 150_000}}
        client.put_item(TableName="Secured", Item=large)
        self.assertEqual(client.get_item(TableName="Secured", Key={"id": number(1)})["Item"], large)
        client.delete_table(TableName="Secured")

    def test_boto3_that_does_not_know_the_authority(self):
        with self.assertRaises(botocore.exceptions.SSLError):
            self.client(True).list_tables()

    def test_the_aws_cli(self):
        command = [AWS, "dynamodb", "list-tables", "--endpoint-url", self.server.url,
                   "--region", REGION, "--output", "json"]
        for bundle, code in ((self.authority.certificate, 0), (None, 254)):
            environment = {} if bundle is None else {"AWS_CA_BUNDLE": str(bundle)}
            done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False,
                                  env=os.environ | environment)
            if code == 0:
                self.assertEqual(json.loads(done.stdout or "null"), {"TableNames": []}, done.stderr)
            else:
                self.assertNotEqual(done.returncode, 0)
                self.assertIn("SSL validation failed", done.stderr)

    def test_javascript(self):
        for bundle, outcome in ((str(self.authority.certificate), "done"),
                                (os.devnull, "UNABLE_TO_|SELF_SIGNED")):
            done = subprocess.run(
                ["node", "tls.mjs", self.server.url, REGION], cwd=os.environ["JS_FOLDER"],
                capture_output=True, text=True, timeout=120, check=False,
                env=os.environ | {"NODE_EXTRA_CA_CERTS": bundle})
            self.assertRegex(done.stdout.strip(), outcome, done.stderr)

    def test_plain_http_gets_a_clear_answer(self):
        plain = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        plain.request("POST", "/", b"{}")
        answer = plain.getresponse()
        self.assertEqual(answer.status, 400)
        self.assertIn(b"https://", answer.read())
        plain.close()

    def test_a_renewed_certificate_is_in_use_after_a_signal(self):
        chain, key = self.authority.issue("renewing")
        with Isotherm("--in-memory", "--log-format", "json", "--tls-cert", chain,
                      "--tls-key", key) as server:
            def hang_up(said):
                server.process.send_signal(signal.SIGHUP)
                return server.wait_for(said)

            def name():
                context = self.trusting()
                connection = http.client.HTTPSConnection("127.0.0.1", server.port, timeout=60,
                                                         context=context)
                connection.connect()
                subject = dict(part[0] for part in connection.sock.getpeercert()["subject"])
                connection.close()
                return subject["commonName"]

            old = Connection(server.port, tls=self.trusting())
            old.call("ListTables")
            self.assertEqual(name(), "renewing")
            next_chain, next_key = self.authority.issue("renewed")
            chain.write_bytes(next_chain.read_bytes())
            # The new certificate beside the old key: nothing changes.
            self.assertIn("is not that of the first certificate", hang_up("not reloaded"))
            self.assertEqual(name(), "renewing")
            key.write_bytes(next_key.read_bytes())
            hang_up('"reloaded"')
            self.assertEqual(name(), "renewed")
            old.call("ListTables")
            old.close()

    def test_files_that_cannot_be_used_are_named(self):
        other = self.authority.issue("other")[1]
        for arguments, said in (
            (["--tls-cert", self.chain, "--tls-key", other], "is not that of the first certificate"),
            (["--tls-cert", self.chain], "has no -----BEGIN PRIVATE KEY-----"),
            (["--tls-cert", "/nonexistent"], "/nonexistent cannot be read"),
            (["--tls-key", self.key], "--tls-cert"),
        ):
            done = subprocess.run([program(), "serve", "--in-memory", *arguments],
                                  capture_output=True, text=True, timeout=60, check=False)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(said, done.stderr)


if __name__ == "__main__":
    unittest.main()
