"""What the end-to-end tests share: the table that they all use, the two ways in which it is
served, and clients that cannot leave this machine.

The same tests run on the endpoint itself, through a gateway that shards both of the table's global
indexes, and through such a gateway whose tables are at another endpoint (WAY=engine, gateway or
upstream in the environment): an application cannot tell.
"""

import os
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "process"))

from authority import Authority  # noqa: E402,F401
from isotherm_process import Connection, Isotherm, program  # noqa: E402,F401

HERE = pathlib.Path(__file__).parent
WAY = os.environ.get("WAY", "engine")
BOTO_SITE = "/usr/lib/python3/dist-packages"

# Credentials that open nothing, and no way to find others.
ENVIRONMENT = {
    "AWS_ACCESS_KEY_ID": "test",
    "AWS_SECRET_ACCESS_KEY": "test",
    "AWS_REGION": "eu-west-1",
    "AWS_DEFAULT_REGION": "eu-west-1",
    "AWS_EC2_METADATA_DISABLED": "true",
    "AWS_CONFIG_FILE": os.devnull,
    "AWS_SHARED_CREDENTIALS_FILE": os.devnull,
    "AWS_PAGER": "",
    "AWS_MAX_ATTEMPTS": "1",
    "NO_PROXY": "127.0.0.1",
}
for name in [n for n in os.environ if n.startswith("AWS_") or n.lower().endswith("_proxy")]:
    del os.environ[name]
os.environ.update(ENVIRONMENT)

PLAYER = {
    "TableName": "Player",
    "AttributeDefinitions": [
        {"AttributeName": "game", "AttributeType": "S"},
        {"AttributeName": "player", "AttributeType": "S"},
        {"AttributeName": "team", "AttributeType": "S"},
        {"AttributeName": "score", "AttributeType": "N"},
        {"AttributeName": "country", "AttributeType": "S"},
        {"AttributeName": "joined", "AttributeType": "N"},
    ],
    "KeySchema": [
        {"AttributeName": "game", "KeyType": "HASH"},
        {"AttributeName": "player", "KeyType": "RANGE"},
    ],
    "LocalSecondaryIndexes": [
        {
            "IndexName": "by-joined",
            "KeySchema": [
                {"AttributeName": "game", "KeyType": "HASH"},
                {"AttributeName": "joined", "KeyType": "RANGE"},
            ],
            "Projection": {"ProjectionType": "KEYS_ONLY"},
        }
    ],
    "GlobalSecondaryIndexes": [
        {
            "IndexName": "by-team",
            "KeySchema": [
                {"AttributeName": "team", "KeyType": "HASH"},
                {"AttributeName": "score", "KeyType": "RANGE"},
            ],
            "Projection": {"ProjectionType": "ALL"},
        },
        {
            "IndexName": "by-country",
            "KeySchema": [
                {"AttributeName": "country", "KeyType": "HASH"},
                {"AttributeName": "player", "KeyType": "RANGE"},
            ],
            "Projection": {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["score"]},
        },
    ],
    "BillingMode": "PAY_PER_REQUEST",
}


class Fronted(Isotherm):
    """A gateway whose upstream is a server of its own, which has the arguments."""

    def __init__(self, *arguments, schema):
        self.upstream = Isotherm(*arguments)
        super().__init__("--upstream", self.upstream.url, "--schema", schema)

    def stop(self, *how):
        code = super().stop(*how)
        return self.upstream.stop(*how) or code


def serve(*arguments, schema=HERE / "player.yaml"):
    """A server, in memory unless the arguments say where, behind the gateway if WAY says so."""
    if "--data" not in arguments:
        arguments += ("--in-memory",)
    if WAY == "upstream":
        return Fronted(*arguments, schema=schema)
    if WAY == "gateway":
        arguments += ("--schema", schema)
    return Isotherm(*arguments)


def number(n):
    return {"N": str(n)}


def string(s):
    return {"S": s}


class Served(unittest.TestCase):
    """Tests that share one server."""

    arguments = ()
    schema = HERE / "player.yaml"

    @classmethod
    def setUpClass(cls):
        cls.server = serve(*cls.arguments, schema=cls.schema)

    @classmethod
    def tearDownClass(cls):
        code = cls.server.stop()
        if code != 0:
            raise AssertionError(f"exit code {code}; it said: {cls.server.output()}")
