"""A writer of the crash test: changes items that only it owns, and knows what each must be."""

import http.client

from isotherm_process import Connection

KEYS = 300
COLOURS = ("red", "green", "blue", "white")
NOTHING = None


class Writer:
    """Puts, updates, deletes, batches and transactions, one at a time.

    `known` is every item as last acknowledged. `under_way` is what the request that was not yet
    answered makes of the items that it names: {id: item or NOTHING}. A transaction also counts
    itself in another table: `transactions` is what that must say.
    """

    def __init__(self, number, chance, filling_max=300):
        self.number = number
        self.chance = chance
        self.filling_max = filling_max
        self.known = {}
        self.under_way = {}
        self.transactions = 0
        self.is_transaction_under_way = False
        self.acknowledged = 0
        self.refused = []
        self.version = 0

    def owns(self, id_):
        return id_.startswith(f"w{self.number}-")

    def run(self, port, on_acknowledged):
        """Writes until the connection ends; tells of each write that was acknowledged."""
        connection = Connection(port)
        try:
            while True:
                operation, request, makes = self.next_request()
                self.under_way = makes
                self.is_transaction_under_way = operation == "TransactWriteItems"
                answer = connection.send(operation, **request)
                if answer.status != 200 or answer.body.get("UnprocessedItems"):
                    self.refused.append(f"{operation}: {answer.status} {answer.body}")
                    return
                self.settle(makes)
                self.under_way = {}
                self.transactions += self.is_transaction_under_way
                self.is_transaction_under_way = False
                self.acknowledged += 1
                on_acknowledged()
        except (OSError, http.client.HTTPException):
            pass  # killed
        finally:
            connection.close()

    def settle(self, makes):
        for id_, item in makes.items():
            if item is NOTHING:
                self.known.pop(id_, None)
            else:
                self.known[id_] = item

    def next_request(self):
        """An operation, its request, and what it makes of the items that it names."""
        kinds = ("put", "update", "delete", "batch", "transaction")
        kind = self.chance.choices(kinds, (5, 4, 2, 1, 3))[0]
        return getattr(self, "_" + kind)()

    def _id(self):
        return f"w{self.number}-{self.chance.randrange(KEYS)}"

    def _item(self, id_):
        self.version += 1
        item = {"id": {"S": id_}, "version": {"N": str(self.version)},
                "filling": {"S": "x" * self.chance.randrange(self.filling_max)}}
        if self.chance.random() < 0.8:
            item["colour"] = {"S": self.chance.choice(COLOURS)}
        if self.chance.random() < 0.5:
            item["owner"] = {"S": f"o{self.chance.randrange(5)}"}
        return item

    def _put(self):
        item = self._item(self._id())
        return "PutItem", {"TableName": "Crash", "Item": item}, {item["id"]["S"]: item}

    def _update(self):
        id_ = self._id()
        self.version += 1
        colour = {"S": self.chance.choice(COLOURS)}
        item = dict(self.known.get(id_, {"id": {"S": id_}}))
        item.pop("owner", None)
        item |= {"colour": colour, "version": {"N": str(self.version)}}
        return "UpdateItem", {
            "TableName": "Crash",
            "Key": {"id": {"S": id_}},
            "UpdateExpression": "SET colour = :c, version = :v REMOVE #o",
            "ExpressionAttributeNames": {"#o": "owner"},
            "ExpressionAttributeValues": {":c": colour, ":v": item["version"]},
        }, {id_: item}

    def _delete(self):
        id_ = self._id()
        return "DeleteItem", {"TableName": "Crash", "Key": {"id": {"S": id_}}}, {id_: NOTHING}

    def _batch(self):
        ids = {self._id() for _ in range(self.chance.randrange(2, 26))}
        makes = {id_: NOTHING if self.chance.random() < 0.3 else self._item(id_) for id_ in sorted(ids)}
        requests = [
            {"DeleteRequest": {"Key": {"id": {"S": id_}}}} if item is NOTHING
            else {"PutRequest": {"Item": item}}
            for id_, item in makes.items()
        ]
        return "BatchWriteItem", {"RequestItems": {"Crash": requests}}, makes

    def _transaction(self):
        _, request, makes = self._batch()
        actions = [
            {"Delete": {"TableName": "Crash", "Key": request["DeleteRequest"]["Key"]}}
            if "DeleteRequest" in request
            else {"Put": {"TableName": "Crash", "Item": request["PutRequest"]["Item"]}}
            for request in request["RequestItems"]["Crash"]
        ]
        counted = {"Update": {
            "TableName": "Ledger",
            "Key": {"id": {"S": f"w{self.number}"}},
            "UpdateExpression": "ADD transactions :one",
            "ExpressionAttributeValues": {":one": {"N": "1"}},
        }}
        place = self.chance.randrange(len(actions) + 1)
        return "TransactWriteItems", {
            "TransactItems": actions[:place] + [counted] + actions[place:],
            "ClientRequestToken": f"{self.number}-{self.version}-{self.chance.random()}"[:36],
        }, makes

    def compare_transactions(self, counted, found):
        """What is wrong with the transaction that was under way: all of it is there, or nothing."""
        allowed = {self.transactions, self.transactions + self.is_transaction_under_way}
        if counted not in allowed:
            yield f"writer {self.number}: {counted} transactions are counted, not {allowed}"
        elif self.is_transaction_under_way:
            whole = self.under_way if counted > self.transactions else self.known
            for id_ in self.under_way:
                if found.get(id_, NOTHING) != whole.get(id_, NOTHING):
                    yield f"{id_}: a transaction is there in part"
        self.transactions = counted
        self.is_transaction_under_way = False

    def compare(self, found):
        """What is wrong with the items found after a crash. Goes on from them."""
        yield from self.refused
        for id_ in sorted(self.known.keys() | found.keys() | self.under_way.keys()):
            got = found.get(id_, NOTHING)
            allowed = [self.known.get(id_, NOTHING)]
            if id_ in self.under_way:
                allowed.append(self.under_way[id_])
            if got not in allowed:
                yield f"{id_}: is {got}, must be {' or '.join(map(str, allowed))}"
        self.known = dict(found)
        self.under_way = {}
