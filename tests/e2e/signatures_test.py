"""`serve --credentials`: the clients that people use, with right and with wrong credentials."""

import json
import os
import pathlib
import signal
import subprocess
import tempfile
import unittest

import boto3
from boto3_client import CONFIG, create, refused
from world import Isotherm, number, program

AWS = "/usr/bin/aws"
REGION = "eu-west-1"
SECRET = "a+secret/with=signs"
FILE = f"""# people
[default]
aws_access_key_id = AKIDOWNER
aws_secret_access_key = {SECRET}

[reader]
aws_access_key_id = AKIDREADER
aws_secret_access_key = {SECRET}
isotherm_access = read-only

[guest]
aws_access_key_id = ASIAGUEST
aws_secret_access_key = {SECRET}
aws_session_token = token/of+the=guest

[shop]
aws_access_key_id = AKIDSHOP
aws_secret_access_key = {SECRET}
isotherm_tables = Order*:rw, Signed:none, *:r
"""
TABLE = {
    "TableName": "Signed",
    "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "N"}],
    "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
    "BillingMode": "PAY_PER_REQUEST",
}


class Signatures(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.file = pathlib.Path(cls.folder.name) / "credentials"
        cls.file.write_text(FILE, encoding="utf-8")
        cls.server = Isotherm("--in-memory", "--region", REGION, "--credentials", cls.file,
                              "--log-format", "text")

    @classmethod
    def tearDownClass(cls):
        code = cls.server.stop()
        cls.folder.cleanup()
        said = cls.server.output()
        if code != 0 or SECRET in said or "the 4 keys of" not in said:
            raise AssertionError(f"exit code {code}; it said: {said}")

    def client(self, key, secret=SECRET, token=None, region=REGION, service="dynamodb"):
        made = boto3.client(
            service, endpoint_url=self.server.url, config=CONFIG, region_name=region,
            aws_access_key_id=key, aws_secret_access_key=secret, aws_session_token=token,
        )
        self.addCleanup(made.close)
        return made

    def test_boto3_with_right_credentials(self):
        owner = self.client("AKIDOWNER")
        create(owner, TABLE)
        owner.put_item(TableName="Signed", Item={"id": number(1), "text": {"S": "é \n\t 𝄞"}})
        for other in (self.client("AKIDREADER"), self.client("ASIAGUEST", token="token/of+the=guest")):
            answer = other.get_item(TableName="Signed", Key={"id": number(1)})
            self.assertEqual(answer["Item"]["text"]["S"], "é \n\t 𝄞")
        with refused(self, "AccessDeniedException") as answer:
            self.client("AKIDREADER").put_item(TableName="Signed", Item={"id": number(2)})
        self.assertIn("user/reader is not authorized to perform: dynamodb:PutItem",
                      answer["Error"]["Message"])
        large = {"id": number(3), "text": {"S": "x" * 300_000}}
        owner.put_item(TableName="Signed", Item=large)
        self.assertEqual(owner.get_item(TableName="Signed", Key={"id": number(3)})["Item"], large)
        owner.delete_table(TableName="Signed")

    def test_rights_by_table(self):
        owner, shop = self.client("AKIDOWNER"), self.client("AKIDSHOP")
        for name in ("OrderLine", "Price"):
            create(owner, TABLE | {"TableName": name})
        item = {"id": number(1)}
        shop.put_item(TableName="OrderLine", Item=item)
        self.assertEqual(shop.scan(TableName="Price")["Count"], 0)
        arn = f"arn:aws:dynamodb:{REGION}:000000000000:table/Price"
        put = {"Put": {"TableName": "Price", "Item": item}}
        statement = "INSERT INTO \"Price\" VALUE {'id': 1}"
        for action, refuse in (
            ("PutItem", lambda: shop.put_item(TableName="Price", Item=item)),
            ("PutItem", lambda: shop.put_item(TableName=arn, Item=item)),
            ("BatchWriteItem", lambda: shop.batch_write_item(RequestItems={
                "OrderLine": [{"PutRequest": {"Item": item}}],
                "Price": [{"PutRequest": {"Item": item}}]})),
            ("PutItem", lambda: shop.transact_write_items(TransactItems=[
                {"Put": {"TableName": "OrderLine", "Item": item}}, put])),
            ("PartiQLInsert", lambda: shop.execute_statement(Statement=statement)),
            ("PartiQLInsert", lambda: shop.execute_transaction(
                TransactStatements=[{"Statement": statement}])),
            ("DeleteTable", lambda: shop.delete_table(TableName="Price")),
        ):
            with refused(self, "AccessDeniedException") as answer:
                refuse()
            self.assertEqual(
                answer["Error"]["Message"],
                "User: arn:aws:iam::000000000000:user/shop is not authorized to perform: "
                f"dynamodb:{action} on resource: {arn} because no identity-based policy allows the "
                f"dynamodb:{action} action")
            self.assertEqual(answer["ResponseMetadata"]["HTTPStatusCode"], 400)
        with refused(self, "AccessDeniedException"):
            shop.get_item(TableName="Signed", Key={"id": number(1)})
        one, = shop.batch_execute_statement(Statements=[{"Statement": statement}])["Responses"]
        self.assertEqual(one["Error"]["Code"], "AccessDenied")
        self.assertEqual(shop.scan(TableName="Price")["Count"], 0)
        self.assertIn("Price", shop.list_tables()["TableNames"])
        for name in ("OrderLine", "Price"):
            owner.delete_table(TableName=name)

    def test_rights_hold_before_an_upstream(self):
        # Where requests pass as bytes, those of a key with rights do not.
        with Isotherm("--in-memory", "--region", REGION) as upstream:
            with Isotherm("--upstream", upstream.url, "--region", REGION, "--credentials",
                          self.file) as server:
                def client(key):
                    made = boto3.client("dynamodb", endpoint_url=server.url, config=CONFIG,
                                        region_name=REGION, aws_access_key_id=key,
                                        aws_secret_access_key=SECRET)
                    self.addCleanup(made.close)
                    return made

                owner, shop = client("AKIDOWNER"), client("AKIDSHOP")
                for name in ("Signed", "OrderLine"):
                    create(owner, TABLE | {"TableName": name})
                    owner.put_item(TableName=name, Item={"id": number(1)})
                shop.put_item(TableName="OrderLine", Item={"id": number(2)})
                self.assertEqual(shop.scan(TableName="OrderLine")["Count"], 2)
                for refuse in (
                    lambda: shop.get_item(TableName="Signed", Key={"id": number(1)}),
                    lambda: shop.execute_statement(Statement='SELECT * FROM "Signed"'),
                    lambda: shop.delete_table(TableName="OrderLine"),
                ):
                    with refused(self, "AccessDeniedException"):
                        refuse()

    def test_boto3_with_wrong_credentials(self):
        with refused(self, "UnrecognizedClientException") as answer:
            self.client("AKIDNOBODY").list_tables()
        self.assertEqual(answer["Error"]["Message"],
                         "The security token included in the request is invalid.")
        self.assertEqual(answer["ResponseMetadata"]["HTTPStatusCode"], 400)
        with refused(self, "InvalidSignatureException") as answer:
            self.client("AKIDOWNER", secret="wrong").list_tables()
        self.assertIn("The Canonical String for this request should have been\n'POST\n/\n\n",
                      answer["Error"]["Message"])
        for token in (None, "token"):
            with refused(self, "UnrecognizedClientException"):
                self.client("ASIAGUEST", token=token).list_tables()
        with refused(self, "UnrecognizedClientException"):
            self.client("AKIDOWNER", token="token/of+the=guest").list_tables()
        with refused(self, "InvalidSignatureException") as answer:
            self.client("AKIDOWNER", region="us-west-2").list_tables()
        self.assertIn("valid region, not 'us-west-2'", answer["Error"]["Message"])

    def aws(self, **environment):
        return subprocess.run(
            [AWS, "dynamodb", "list-tables", "--endpoint-url", self.server.url, "--output", "json"],
            capture_output=True, text=True, timeout=120, check=False,
            env=os.environ | environment,
        )

    def test_the_aws_cli_reads_the_same_file(self):
        base = {k: "" for k in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY")}
        for profile in ("default", "reader", "guest"):
            done = self.aws(**base, AWS_SHARED_CREDENTIALS_FILE=str(self.file), AWS_PROFILE=profile)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("TableNames", json.loads(done.stdout))

    def test_the_aws_cli_with_wrong_keys(self):
        done = self.aws()
        self.assertIn("(UnrecognizedClientException)", done.stderr)
        done = self.aws(AWS_ACCESS_KEY_ID="AKIDOWNER")
        self.assertIn("(InvalidSignatureException)", done.stderr)

    def test_javascript(self):
        for key, secret, outcome in (("AKIDOWNER", SECRET, "done"),
                                     ("AKIDOWNER", "wrong", "InvalidSignatureException"),
                                     ("AKIDNOBODY", SECRET, "UnrecognizedClientException")):
            done = subprocess.run(
                ["node", "signatures.mjs", self.server.url, REGION, key, secret],
                cwd=os.environ["JS_FOLDER"], capture_output=True, text=True, timeout=120, check=False,
            )
            self.assertEqual(done.stdout.strip(), outcome, done.stderr)

    def test_keys_come_and_go_at_a_signal(self):
        file = pathlib.Path(self.folder.name) / "changing"
        file.write_text(FILE, encoding="utf-8")
        with Isotherm("--in-memory", "--region", REGION, "--credentials", file,
                      "--log-format", "json") as server:
            def client(key, secret=SECRET):
                made = boto3.client("dynamodb", endpoint_url=server.url, config=CONFIG,
                                    region_name=REGION, aws_access_key_id=key,
                                    aws_secret_access_key=secret)
                self.addCleanup(made.close)
                return made

            def hang_up(text, said):
                file.write_text(text, encoding="utf-8")
                server.process.send_signal(signal.SIGHUP)
                return server.wait_for(said)

            owner = client("AKIDOWNER")
            owner.list_tables()
            with refused(self, "UnrecognizedClientException"):
                client("AKIDLATER").list_tables()
            hang_up(FILE.replace("AKIDREADER", "AKIDLATER"), '"reloaded"')
            client("AKIDLATER").list_tables()
            owner.list_tables()
            with refused(self, "UnrecognizedClientException"):
                client("AKIDREADER").list_tables()
            line = hang_up(f"[a]\nnonsense\naws_secret_access_key = {SECRET}\n", "not reloaded")
            self.assertIn("line 2: expected name = value", line)
            client("AKIDLATER").list_tables()
            # Another secret of the same key: what was computed of the old one is not used.
            hang_up(FILE.replace(SECRET, "new"), '"reloaded"')
            with refused(self, "InvalidSignatureException"):
                owner.list_tables()
            client("AKIDOWNER", "new").list_tables()
            self.assertNotIn(SECRET, server.output())

    def test_a_file_that_cannot_be_used_is_named(self):
        for text, why in ((None, "No such file"), ("", "no section of it"),
                          (f"[a]\naws_secret_access_key = {SECRET}\n", "has no aws_access_key_id")):
            file = pathlib.Path(self.folder.name) / "other"
            file.unlink(missing_ok=True)
            if text is not None:
                file.write_text(text, encoding="utf-8")
            done = subprocess.run([program(), "serve", "--in-memory", "--credentials", file],
                                  capture_output=True, text=True, timeout=60, check=False)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(why, done.stderr)
            self.assertNotIn(SECRET, done.stderr)


if __name__ == "__main__":
    unittest.main()
