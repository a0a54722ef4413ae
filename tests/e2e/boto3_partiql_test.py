"""boto3 speaks PartiQL: statements with parameters, a paginator of execute_statement, batches,
and the errors that its client knows by name."""

import unittest

from boto3_client import client, refused
from botocore.paginate import Paginator
from world import PLAYER, Connection, Served


class PartiQL(Served):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        connection = Connection(cls.server.port)
        connection.call("CreateTable", **PLAYER)
        connection.close()

    def setUp(self):
        self.dynamodb = client(self, self.server)

    def run_statement(self, statement, *parameters, **more):
        if parameters:
            more["Parameters"] = list(parameters)
        return self.dynamodb.execute_statement(Statement=statement, **more)

    def insert(self, game, i):
        self.run_statement(
            "INSERT INTO Player VALUE {'game': ?, 'player': ?, 'team': ?, 'score': ?}",
            {"S": game}, {"S": f"p{i:03}"}, {"S": f"t{i % 2}"}, {"N": str(i)})

    def test_a_paginator_walks_all_pages(self):
        for i in range(25):
            self.insert("paged", i)
        # boto3 has paginators, and none for this operation.
        paginator = Paginator(
            self.dynamodb.execute_statement,
            {"input_token": "NextToken", "output_token": "NextToken", "limit_key": "Limit",
             "result_key": "Items"},
            self.dynamodb.meta.service_model.operation_model("ExecuteStatement"))
        pages = paginator.paginate(
            Statement="SELECT player FROM Player WHERE game = ? AND score < 20",
            Parameters=[{"S": "paged"}], PaginationConfig={"PageSize": 7})
        sizes = [len(page["Items"]) for page in pages]
        self.assertEqual(sizes[:3], [7, 7, 6])
        self.assertEqual(sum(sizes), 20)

    def test_an_index_is_read_by_its_key(self):
        for i in range(6):
            self.insert("indexed", i)
        index = next(i["IndexName"] for i in PLAYER["GlobalSecondaryIndexes"]
                     if i["KeySchema"][0]["AttributeName"] == "team")
        items = self.run_statement(
            f'SELECT player FROM "Player"."{index}" WHERE team = \'t1\' AND game = \'indexed\'')["Items"]
        self.assertEqual({item["player"]["S"] for item in items}, {"p001", "p003", "p005"})

    def test_a_write_changes_what_its_condition_allows(self):
        self.insert("writes", 1)
        key = "game = 'writes' AND player = 'p001'"
        answer = self.run_statement(
            f"UPDATE Player SET score = score + 10, team = 't9' WHERE {key} AND score = 1 RETURNING MODIFIED NEW *")
        self.assertEqual(answer["Items"], [{"score": {"N": "11"}, "team": {"S": "t9"}}])
        with refused(self, "ConditionalCheckFailedException"):
            self.run_statement(f"DELETE FROM Player WHERE {key} AND score = 1")
        with refused(self, "DuplicateItemException"):
            self.insert("writes", 1)
        self.assertEqual(len(self.run_statement(f"DELETE FROM Player WHERE {key} RETURNING ALL OLD *")["Items"]), 1)
        self.assertEqual(self.run_statement(f"SELECT * FROM Player WHERE {key}")["Items"], [])

    def test_a_batch_answers_for_each_statement(self):
        self.insert("batch", 1)
        answers = self.dynamodb.batch_execute_statement(Statements=[
            {"Statement": "SELECT score FROM Player WHERE game = 'batch' AND player = ?", "Parameters": [{"S": "p001"}]},
            {"Statement": "SELECT score FROM Player WHERE game = 'batch'"},
        ])["Responses"]
        self.assertEqual(answers[0]["Item"], {"score": {"N": "1"}})
        self.assertEqual(answers[1]["Error"]["Code"], "ValidationError")

    def test_a_transaction_is_all_or_nothing(self):
        self.insert("transaction", 1)
        key = "game = 'transaction' AND player = "

        def run(*statements):
            return self.dynamodb.execute_transaction(
                TransactStatements=[{"Statement": statement} for statement in statements])

        run(f"UPDATE Player SET score = 7, team = 't7' WHERE {key}'p001'",
            "INSERT INTO Player VALUE {'game': 'transaction', 'player': 'p002', 'score': 2}")
        with refused(self, "TransactionCanceledException"):
            run(f"UPDATE Player SET score = 9 WHERE {key}'p001'",
                f"EXISTS(SELECT * FROM Player WHERE {key}'p002' AND score = 3)")
        found = run(f"SELECT score, team FROM Player WHERE {key}'p001'",
                    f"SELECT * FROM Player WHERE {key}'p003'")["Responses"]
        self.assertEqual(found, [{"Item": {"score": {"N": "7"}, "team": {"S": "t7"}}}, {}])


if __name__ == "__main__":
    unittest.main()
