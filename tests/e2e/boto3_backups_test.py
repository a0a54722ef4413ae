"""boto3 backs up, restores, exports and imports."""

import gzip
import json
import pathlib
import tempfile
import unittest

from boto3_client import client, create, refused
from world import Served, number, string

NOTES = {
    "TableName": "Notes",
    "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
    "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
    "BillingMode": "PAY_PER_REQUEST",
}
LOOKS_MAX = 10_000


class Backups(Served):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.bucket = pathlib.Path(folder.name) / "bucket"
        cls.bucket.mkdir()
        cls.arguments = ("--bucket-root", folder.name)
        super().setUpClass()

    def setUp(self):
        self.dynamodb = client(self, self.server)
        create(self.dynamodb, NOTES)
        self.arn = self.dynamodb.describe_table(TableName="Notes")["Table"]["TableArn"]
        for i in range(40):
            self.dynamodb.put_item(TableName="Notes", Item=self.note(i))
        self.dynamodb.update_continuous_backups(
            TableName="Notes", PointInTimeRecoverySpecification={"PointInTimeRecoveryEnabled": True}
        )

    def tearDown(self):
        for name in self.dynamodb.list_tables()["TableNames"]:
            self.dynamodb.delete_table(TableName=name)
            self.dynamodb.get_waiter("table_not_exists").wait(
                TableName=name, WaiterConfig={"Delay": 1, "MaxAttempts": 60}
            )

    @staticmethod
    def note(i):
        return {"id": string(f"note-{i:02}"), "n": number(i), "raw": {"B": bytes([0, i])},
                "tags": {"SS": ["a", "b"]}, "deep": {"M": {"list": {"L": [{"NULL": True}]}}}}

    def until(self, ask):
        for _ in range(LOOKS_MAX):
            if answer := ask():
                return answer
        self.fail("it never ended")

    def items(self, table):
        pages = self.dynamodb.get_paginator("scan").paginate(TableName=table)
        return {i["id"]["S"]: i for page in pages for i in page["Items"]}

    def exported(self, **more):
        arn = self.dynamodb.export_table_to_point_in_time(
            TableArn=self.arn, S3Bucket="bucket", **more
        )["ExportDescription"]["ExportArn"]

        def ended():
            now = self.dynamodb.describe_export(ExportArn=arn)["ExportDescription"]
            return now if now["ExportStatus"] != "IN_PROGRESS" else None

        return self.until(ended)

    def imported(self, table, prefix, **more):
        arn = self.dynamodb.import_table(
            S3BucketSource={"S3Bucket": "bucket", "S3KeyPrefix": prefix},
            TableCreationParameters=NOTES | {"TableName": table}, **more
        )["ImportTableDescription"]["ImportArn"]

        def ended():
            now = self.dynamodb.describe_import(ImportArn=arn)["ImportTableDescription"]
            return now if now["ImportStatus"] != "IN_PROGRESS" else None

        return self.until(ended)

    def test_a_backup_is_restored(self):
        before = self.items("Notes")
        backup = self.dynamodb.create_backup(TableName="Notes", BackupName="first")
        arn = backup["BackupDetails"]["BackupArn"]
        self.dynamodb.delete_item(TableName="Notes", Key={"id": string("note-01")})

        def made():
            now = self.dynamodb.describe_backup(BackupArn=arn)["BackupDescription"]
            return now["BackupDetails"]["BackupStatus"] == "AVAILABLE"

        self.until(made)
        listed = self.dynamodb.list_backups(TableName="Notes")["BackupSummaries"]
        self.assertEqual([b["BackupArn"] for b in listed], [arn])
        with refused(self, "TableAlreadyExistsException"):
            self.dynamodb.restore_table_from_backup(TargetTableName="Notes", BackupArn=arn)
        self.dynamodb.restore_table_from_backup(TargetTableName="Restored", BackupArn=arn)
        self.dynamodb.get_waiter("table_exists").wait(
            TableName="Restored", WaiterConfig={"Delay": 1, "MaxAttempts": 60}
        )
        self.assertEqual(self.items("Restored"), before)
        self.dynamodb.delete_backup(BackupArn=arn)
        with refused(self, "BackupNotFoundException"):
            self.dynamodb.describe_backup(BackupArn=arn)

    def test_a_table_is_restored_to_the_latest_time(self):
        before = self.items("Notes")
        self.dynamodb.restore_table_to_point_in_time(
            SourceTableName="Notes", TargetTableName="Again", UseLatestRestorableTime=True
        )
        self.dynamodb.get_waiter("table_exists").wait(
            TableName="Again", WaiterConfig={"Delay": 1, "MaxAttempts": 60}
        )
        self.assertEqual(self.items("Again"), before)

    def test_an_export_has_the_items_and_comes_back(self):
        before = self.items("Notes")
        export = self.exported(S3Prefix="some/where")
        self.assertEqual(export["ExportStatus"], "COMPLETED", export)
        self.assertEqual(export["ItemCount"], 40)
        summary = json.loads((self.bucket / export["ExportManifest"]).read_text())
        self.assertEqual(summary["exportArn"], export["ExportArn"])
        self.assertEqual(summary["itemCount"], 40)
        lines = []
        for line in (self.bucket / summary["manifestFilesS3Key"]).read_text().splitlines():
            file = json.loads(line)
            text = gzip.decompress((self.bucket / file["dataFileS3Key"]).read_bytes()).decode()
            self.assertEqual(len(text.splitlines()), file["itemCount"])
            lines += text.splitlines()
        self.assertEqual({json.loads(line)["Item"]["id"]["S"] for line in lines}, set(before))
        self.assertIn(export["ExportArn"], [
            e["ExportArn"] for e in self.dynamodb.list_exports(TableArn=self.arn)["ExportSummaries"]
        ])
        data = export["ExportManifest"].rpartition("/")[0] + "/data/"
        back = self.imported("Back", data, InputFormat="DYNAMODB_JSON", InputCompressionType="GZIP")
        self.assertEqual(back["ImportStatus"], "COMPLETED", back)
        self.assertEqual(back["ImportedItemCount"], 40)
        self.assertEqual(self.items("Back"), before)

    def test_an_export_in_ion_comes_back(self):
        before = self.items("Notes")
        export = self.exported(S3Prefix="ion", ExportFormat="ION")
        data = export["ExportManifest"].rpartition("/")[0] + "/data/"
        back = self.imported("Back", data, InputFormat="ION", InputCompressionType="GZIP")
        self.assertEqual(back["ImportStatus"], "COMPLETED", back)
        self.assertEqual(self.items("Back"), before)

    def test_a_file_of_csv_is_imported(self):
        (self.bucket / "people.csv").write_text('id;name\n1;"A ""B"" C"\n2;\n;nobody\n')
        done = self.imported("People", "people.csv", InputFormat="CSV",
                             InputFormatOptions={"Csv": {"Delimiter": ";"}})
        self.assertEqual(done["ImportStatus"], "FAILED")
        self.assertEqual((done["ImportedItemCount"], done["ErrorCount"]), (2, 1))
        self.assertEqual(self.items("People"), {
            "1": {"id": string("1"), "name": string('A "B" C')}, "2": {"id": string("2")},
        })
        self.assertTrue(self.dynamodb.list_imports()["ImportSummaryList"])


if __name__ == "__main__":
    unittest.main()
