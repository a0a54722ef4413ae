"""Libraries that people use above the JavaScript SDK do real work against a server: ElectroDB,
OneTable and Dynamoose, and dynamodb-admin in a browser. Runs js/*.mjs with node, in the folder that
install_javascript.py made."""

import json
import os
import pathlib
import shutil
import subprocess
import unittest

from world import HERE, WAY, Served

SINGLE_TABLE = {
    "AttributeDefinitions": [
        {"AttributeName": name, "AttributeType": "S"} for name in ("pk", "sk", "gsi1pk", "gsi1sk")
    ],
    "KeySchema": [
        {"AttributeName": "pk", "KeyType": "HASH"},
        {"AttributeName": "sk", "KeyType": "RANGE"},
    ],
    "GlobalSecondaryIndexes": [
        {
            "IndexName": "gsi1",
            "KeySchema": [
                {"AttributeName": "gsi1pk", "KeyType": "HASH"},
                {"AttributeName": "gsi1sk", "KeyType": "RANGE"},
            ],
            "Projection": {"ProjectionType": "ALL"},
        }
    ],
    "BillingMode": "PAY_PER_REQUEST",
}


class Libraries(Served):
    schema = HERE / "libraries.yaml"

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.folder = pathlib.Path(os.environ["JS_FOLDER"])
        cls.description = cls.folder / f"application-{WAY}.json"
        cls.description.write_text(json.dumps(SINGLE_TABLE), encoding="utf-8")

    def run_script(self, name, *words):
        done = subprocess.run(
            ["node", name, self.server.url, *words], cwd=self.folder, timeout=300, check=False,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("ok", done.stdout)

    def test_electrodb(self):
        self.run_script("electrodb.mjs", self.description)

    def test_onetable(self):
        self.run_script("onetable.mjs", self.description)

    def test_dynamoose(self):
        self.run_script("dynamoose.mjs")

    def test_dynamodb_admin_in_a_browser(self):
        browser = shutil.which("chromium") or shutil.which("chromium-browser")
        self.assertIsNotNone(browser, "Debian's package chromium")
        self.run_script("admin.mjs", browser)


if __name__ == "__main__":
    unittest.main()
