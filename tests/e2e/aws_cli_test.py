"""Debian's AWS CLI drives a server, as a person would from a shell. Always with --endpoint-url:
this version of it ignores AWS_ENDPOINT_URL and would go to Amazon."""

import json
import pathlib
import subprocess
import tempfile
import unittest

from world import PLAYER, Served, number, string

AWS = "/usr/bin/aws"
REFUSED = 254


class AwsCli(Served):
    def run_aws(self, *arguments):
        words = [json.dumps(a) if isinstance(a, (dict, list)) else str(a) for a in arguments]
        return subprocess.run(
            [AWS, "dynamodb", *words, "--endpoint-url", self.server.url, "--output", "json"],
            capture_output=True, text=True, timeout=120, check=False,
        )

    def aws(self, *arguments):
        """What a command that must succeed answers."""
        done = self.run_aws(*arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout) if done.stdout.strip() else None

    def refused(self, code, *arguments):
        done = self.run_aws(*arguments)
        self.assertEqual(done.returncode, REFUSED, done.stdout)
        self.assertIn(f"({code})", done.stderr)

    def put(self, i, **more):
        item = {
            "game": string("chess"), "player": string(f"p{i}"), "team": string("red"),
            "score": number(i), "country": string("no"),
        } | more
        return self.aws("put-item", "--table-name", "Player", "--item", item)

    def test_the_whole_slice(self):
        self.tables_appear()
        self.items_come_and_go()
        self.queries_and_scans()
        self.batches()
        self.indexes_come_and_go()
        self.tables_go()

    def tables_appear(self):
        self.aws("create-table", "--cli-input-json", PLAYER)
        self.aws("wait", "table-exists", "--table-name", "Player")
        self.assertEqual(self.aws("list-tables")["TableNames"], ["Player"])
        table = self.aws("describe-table", "--table-name", "Player")["Table"]
        self.assertEqual(table["TableStatus"], "ACTIVE")
        self.refused("ResourceInUseException", "create-table", "--cli-input-json", PLAYER)
        self.assertTrue(self.aws("describe-limits"))
        self.assertTrue(self.aws("describe-endpoints"))

    def items_come_and_go(self):
        key = {"game": string("chess"), "player": string("p1")}
        self.put(1, picture={"B": "AP8="}, tags={"SS": ["a", "b"]}, on={"BOOL": True})
        got = self.aws("get-item", "--table-name", "Player", "--key", key, "--consistent-read")["Item"]
        self.assertEqual(got["picture"], {"B": "AP8="})
        self.assertEqual(got["on"], {"BOOL": True})
        self.assertCountEqual(got["tags"]["SS"], ["a", "b"])
        answer = self.aws(
            "update-item", "--table-name", "Player", "--key", key,
            "--update-expression", "SET #t = :t ADD score :one",
            "--expression-attribute-names", {"#t": "team"},
            "--expression-attribute-values", {":t": string("blue"), ":one": number(1)},
            "--return-values", "ALL_NEW",
        )
        self.assertEqual(answer["Attributes"]["team"], string("blue"))
        self.assertEqual(answer["Attributes"]["score"], number(2))
        self.refused(
            "ConditionalCheckFailedException", "delete-item", "--table-name", "Player", "--key", key,
            "--condition-expression", "score > :s", "--expression-attribute-values", {":s": number(2)},
        )
        answer = self.aws("delete-item", "--table-name", "Player", "--key", key,
                          "--return-values", "ALL_OLD", "--return-consumed-capacity", "TOTAL")
        self.assertEqual(answer["Attributes"]["score"], number(2))
        self.assertEqual(answer["ConsumedCapacity"]["TableName"], "Player")
        self.assertIsNone(self.aws("get-item", "--table-name", "Player", "--key", key))

    def queries_and_scans(self):
        for i in range(6):
            self.put(i)
        # The CLI fetches all pages itself.
        answer = self.aws(
            "query", "--table-name", "Player", "--index-name", "by-team", "--page-size", 2,
            "--key-condition-expression", "team = :t and score > :s", "--no-scan-index-forward",
            "--expression-attribute-values", {":t": string("red"), ":s": number(0)},
        )
        self.assertEqual([i["score"]["N"] for i in answer["Items"]], ["5", "4", "3", "2", "1"])
        # One page of it, from its token, and the rest.
        page = ("scan", "--table-name", "Player", "--max-items", 4)
        first = self.aws(*page)
        rest = self.aws(*page, "--starting-token", first["NextToken"])
        self.assertEqual(len(first["Items"]) + len(rest["Items"]), 6)
        self.assertEqual(self.aws("scan", "--table-name", "Player", "--select", "COUNT")["Count"], 6)
        self.refused("ValidationException", "query", "--table-name", "Player",
                     "--key-condition-expression", "team = :t",
                     "--expression-attribute-values", {":t": string("red")})

    def batches(self):
        keys = [{"game": string("chess"), "player": string(f"p{i}")} for i in range(3)]
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump({"Player": [{"DeleteRequest": {"Key": key}} for key in keys[1:]]}, file)
            file.flush()
            answer = self.aws("batch-write-item", "--request-items",
                              "file://" + str(pathlib.Path(file.name)))
        self.assertEqual(answer["UnprocessedItems"], {})
        answer = self.aws("batch-get-item", "--request-items", {"Player": {"Keys": keys}})
        self.assertEqual([i["player"] for i in answer["Responses"]["Player"]], [string("p0")])

    def indexes_come_and_go(self):
        self.aws(
            "update-table", "--table-name", "Player",
            "--attribute-definitions", "AttributeName=level,AttributeType=N",
            "--global-secondary-index-updates", [{"Create": {
                "IndexName": "by-level",
                "KeySchema": [{"AttributeName": "level", "KeyType": "HASH"}],
                "Projection": {"ProjectionType": "KEYS_ONLY"},
            }}],
        )
        self.aws("wait", "table-exists", "--table-name", "Player")
        self.put(9, level=number(3))
        answer = self.aws("scan", "--table-name", "Player", "--index-name", "by-level")
        self.assertEqual([i["player"]["S"] for i in answer["Items"]], ["p9"])
        self.aws("update-table", "--table-name", "Player", "--global-secondary-index-updates",
                 [{"Delete": {"IndexName": "by-level"}}])

    def tables_go(self):
        self.aws("wait", "table-exists", "--table-name", "Player")
        self.aws("delete-table", "--table-name", "Player")
        self.aws("wait", "table-not-exists", "--table-name", "Player")
        self.refused("ResourceNotFoundException", "scan", "--table-name", "Player")


if __name__ == "__main__":
    unittest.main()
