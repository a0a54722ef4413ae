"""Random requests over a few small tables: mostly sensible, often wrong in one place, so that each
check and each message of an endpoint is met again and again. The same seed gives the same requests.
"""

import copy

TABLES = {
    "Hash": {"key": [("h", "S")], "indexes": []},
    "Sorted": {"key": [("h", "S"), ("r", "N")], "indexes": [("other", [("a", "S"), ("b", "N")])]},
    "Binary": {"key": [("h", "B"), ("r", "S")], "indexes": [("other", [("c", "S")])]},
}
NAMES = ["h", "r", "a", "b", "c", "d", "e"]
BAD_VALUES = [
    {}, {"S": ""}, {"N": ""}, {"N": "x"}, {"N": "1e200"}, {"N": "1" * 39}, {"NULL": False}, {"SS": []},
    {"SS": ["a", "a"]}, {"NS": ["1", "1.0"]}, {"BS": ["AA==", "AA=="]}, {"S": "a", "N": "1"},
    {"M": {"x": {}}}, {"L": [{"N": "y"}]}, {"Q": "z"}, {"S": 1}, {"L": {}}, "text", None, [], {"B": "*"},
]


def create_table(name):
    """The request that makes a table."""
    shape = TABLES[name]
    attributes = dict(shape["key"])
    for _, key in shape["indexes"]:
        attributes |= dict(key)
    request = {
        "TableName": name,
        "AttributeDefinitions": [{"AttributeName": n, "AttributeType": t} for n, t in attributes.items()],
        "KeySchema": _schema(shape["key"]),
        "BillingMode": "PAY_PER_REQUEST",
    }
    if shape["indexes"]:
        request["GlobalSecondaryIndexes"] = [
            {"IndexName": index, "KeySchema": _schema(key), "Projection": {"ProjectionType": "ALL"}}
            for index, key in shape["indexes"]
        ]
    return request


def _schema(key):
    return [{"AttributeName": n, "KeyType": t} for (n, _), t in zip(key, ("HASH", "RANGE"))]


class Requests:
    def __init__(self, random):
        self._random = random
        self._makers = [
            self.put_item, self.get_item, self.update_item, self.delete_item, self.query, self.scan,
            self.batch_get_item, self.batch_write_item, self.transact_write_items,
            self.transact_get_items,
        ]

    def next(self):
        """(operation, request)"""
        make = self._random.choice(self._makers)
        request = make()
        operation = "".join(word.capitalize() for word in make.__name__.split("_"))
        while request and self._chance(0.25):
            self._spoil(request)
        return operation, request

    # Values.

    def _chance(self, probability):
        return self._random.random() < probability

    def _value_of(self, kind):
        pick = self._random.choice
        small = self._random.randrange(4)
        return {
            "S": lambda: {"S": pick(["x", "xy", "y", "\u00e9\U0001f321"]) + pick(["", str(small)])},
            "N": lambda: {"N": pick([str(small), f"{small}.50", f"-{small}", f"{small}e3", "1e-7"])},
            "B": lambda: {"B": pick(["AA==", "AAE=", "/w=="])},
            "BOOL": lambda: {"BOOL": pick([True, False])},
            "NULL": lambda: {"NULL": True},
            "SS": lambda: {"SS": self._random.sample(["a", "b", "c"], 1 + small % 3)},
            "NS": lambda: {"NS": self._random.sample(["1", "2", "3.5"], 1 + small % 3)},
            "BS": lambda: {"BS": self._random.sample(["AA==", "AQ=="], 1 + small % 2)},
            "L": lambda: {"L": [self._value() for _ in range(small)]},
            "M": lambda: {"M": {n: self._value() for n in self._random.sample(NAMES, small)}},
        }[kind]()

    def _value(self):
        if self._chance(0.02):
            return copy.deepcopy(self._random.choice(BAD_VALUES))
        return self._value_of(self._random.choice(
            ["S", "S", "N", "N", "B", "BOOL", "NULL", "SS", "NS", "BS", "L", "M"]))

    def _key(self, table):
        return {name: self._value_of(kind) for name, kind in TABLES[table]["key"]}

    def _item(self, table):
        item = {name: self._value() for name in self._random.sample(NAMES, self._random.randrange(6))}
        for _, key in TABLES[table]["indexes"]:
            for name, kind in key:
                if name in item and self._chance(0.9):
                    item[name] = self._value_of(kind)
        return item | self._key(table)

    def _table(self):
        return "Nothing" if self._chance(0.01) else self._random.choice(list(TABLES))

    # Expressions, with the placeholders that they use.

    def _path(self, names):
        name = self._random.choice(NAMES)
        if self._chance(0.4):
            names[f"#{name}"] = name
            name = f"#{name}"
        return name + self._random.choice(["", "", "", "[0]", ".d", "[1].e"])

    def _operand(self, names, values):
        if self._chance(0.3):
            return self._path(names)
        if self._chance(0.1):
            return f"size({self._path(names)})"
        placeholder = f":v{len(values)}"
        values[placeholder] = self._value()
        return placeholder

    def _condition(self, names, values, depth=0):
        pick = self._random.choice
        form = self._random.randrange(9 if depth < 2 else 6)
        path, operand = self._path(names), lambda: self._operand(names, values)
        if form == 0:
            return f"{pick(['attribute_exists', 'attribute_not_exists'])}({path})"
        if form == 1:
            return f"{pick(['begins_with', 'contains', 'attribute_type'])}({path}, {operand()})"
        if form == 2:
            return f"{path} BETWEEN {operand()} AND {operand()}"
        if form == 3:
            return f"{path} IN ({', '.join(operand() for _ in range(self._random.randint(1, 3)))})"
        if form < 6:
            return f"{path} {pick(['=', '<>', '<', '<=', '>', '>='])} {operand()}"
        if form == 6:
            return f"NOT {self._condition(names, values, depth + 1)}"
        inner = f" {pick(['AND', 'OR'])} ".join(
            self._condition(names, values, depth + 1) for _ in range(2))
        return f"({inner})" if form == 7 else inner

    def _update(self, names, values):
        clauses = []
        path, operand = lambda: self._path(names), lambda: self._operand(names, values)
        pick = self._random.choice
        if self._chance(0.7):
            right = pick([
                operand, lambda: f"{operand()} {pick('+-')} {operand()}",
                lambda: f"if_not_exists({path()}, {operand()})",
                lambda: f"list_append({operand()}, {operand()})",
            ])
            clauses.append(f"SET {path()} = {right()}")
        for word in ("REMOVE", "ADD", "DELETE"):
            if self._chance(0.25):
                clauses.append(f"{word} {path()}" + ("" if word == "REMOVE" else f" {operand()}"))
        return " ".join(clauses) or f"REMOVE {path()}"

    def _projection(self, names):
        return ", ".join(self._path(names) for _ in range(self._random.randint(1, 3)))

    @staticmethod
    def _placeholders(request, names, values=None):
        if names:
            request["ExpressionAttributeNames"] = names
        if values:
            request["ExpressionAttributeValues"] = values

    # Operations.

    def _conditional(self, request, names, values):
        if self._chance(0.4):
            request["ConditionExpression"] = self._condition(names, values)
        if self._chance(0.2):
            request["ReturnConsumedCapacity"] = self._random.choice(["TOTAL", "INDEXES", "NONE"])

    def put_item(self):
        table = self._table()
        request, names, values = {"TableName": table}, {}, {}
        request["Item"] = self._item(table if table in TABLES else "Hash")
        self._conditional(request, names, values)
        if self._chance(0.3):
            request["ReturnValues"] = self._random.choice(["ALL_OLD", "NONE", "ALL_NEW"])
        self._placeholders(request, names, values)
        return request

    def _keyed(self):
        table = self._table()
        return {"TableName": table, "Key": self._key(table if table in TABLES else "Hash")}

    def get_item(self):
        request, names = self._keyed(), {}
        if self._chance(0.3):
            request["ProjectionExpression"] = self._projection(names)
        if self._chance(0.2):
            request["ConsistentRead"] = True
        self._placeholders(request, names)
        return request

    def delete_item(self):
        request, names, values = self._keyed(), {}, {}
        self._conditional(request, names, values)
        if self._chance(0.3):
            request["ReturnValues"] = self._random.choice(["ALL_OLD", "UPDATED_NEW"])
        self._placeholders(request, names, values)
        return request

    def update_item(self):
        request, names, values = self._keyed(), {}, {}
        request["UpdateExpression"] = self._update(names, values)
        self._conditional(request, names, values)
        if self._chance(0.5):
            request["ReturnValues"] = self._random.choice(
                ["ALL_OLD", "ALL_NEW", "UPDATED_OLD", "UPDATED_NEW", "NONE"])
        self._placeholders(request, names, values)
        return request

    def _read_many(self, request, names, values):
        if self._chance(0.3):
            request["FilterExpression"] = self._condition(names, values)
        if self._chance(0.3):
            request["Limit"] = self._random.choice([1, 2, 5, 0])
        if self._chance(0.15):
            request["Select"] = self._random.choice(
                ["COUNT", "ALL_ATTRIBUTES", "SPECIFIC_ATTRIBUTES", "ALL_PROJECTED_ATTRIBUTES"])
        if self._chance(0.2):
            request["ProjectionExpression"] = self._projection(names)
        if self._chance(0.1):
            request["ConsistentRead"] = True
        self._placeholders(request, names, values)

    def query(self):
        table = self._random.choice(list(TABLES))
        request, names, values = {"TableName": table}, {}, {}
        key = TABLES[table]["key"]
        if TABLES[table]["indexes"] and self._chance(0.4):
            request["IndexName"], key = TABLES[table]["indexes"][0]
        values[":h"] = self._value_of(key[0][1])
        parts = [f"{key[0][0]} = :h"]
        if len(key) > 1 and self._chance(0.6):
            values[":r"] = self._value_of(key[1][1])
            name = key[1][0]
            form = self._random.choice(
                [f"{name} = :r", f"{name} > :r", f"{name} <= :r", f"begins_with({name}, :r)",
                 f"{name} BETWEEN :r AND :s", f"{name} <> :r"])
            if ":s" in form:
                values[":s"] = self._value_of(key[1][1])
            parts.append(form)
        self._random.shuffle(parts)
        request["KeyConditionExpression"] = " AND ".join(parts)
        if self._chance(0.3):
            request["ScanIndexForward"] = False
        self._read_many(request, names, values)
        return request

    def scan(self):
        request, names, values = {"TableName": self._random.choice(list(TABLES))}, {}, {}
        if self._chance(0.1):
            request |= {"TotalSegments": 1, "Segment": self._random.choice([0, 0, 1])}
        self._read_many(request, names, values)
        request.pop("Limit", None)  # the order of a scan is no endpoint's promise
        return request

    def batch_get_item(self):
        wanted = {}
        for table in self._random.sample(list(TABLES), self._random.randint(1, 2)):
            wanted[table] = {"Keys": [self._key(table) for _ in range(self._random.randint(1, 4))]}
        return {"RequestItems": wanted}

    def batch_write_item(self):
        wanted = {}
        for table in self._random.sample(list(TABLES), self._random.randint(1, 2)):
            wanted[table] = [
                {"PutRequest": {"Item": self._item(table)}} if self._chance(0.7)
                else {"DeleteRequest": {"Key": self._key(table)}}
                for _ in range(self._random.randint(1, 4))
            ]
        return {"RequestItems": wanted}

    def transact_write_items(self):
        actions = []
        for _ in range(self._random.randint(1, 3)):
            kind = self._random.choice(["Put", "Delete", "Update", "ConditionCheck"])
            table = self._random.choice(list(TABLES))
            action, names, values = {"TableName": table}, {}, {}
            action |= {"Item": self._item(table)} if kind == "Put" else {"Key": self._key(table)}
            if kind == "Update":
                action["UpdateExpression"] = self._update(names, values)
            if kind == "ConditionCheck" or self._chance(0.3):
                action["ConditionExpression"] = self._condition(names, values)
            self._placeholders(action, names, values)
            actions.append({kind: action})
        return {"TransactItems": actions}

    def transact_get_items(self):
        gets = []
        for _ in range(self._random.randint(1, 3)):
            table = self._random.choice(list(TABLES))
            gets.append({"Get": {"TableName": table, "Key": self._key(table)}})
        return {"TransactItems": gets}

    # What makes a request wrong.

    def _spoil(self, request):
        """Changes one place, anywhere in the request."""
        places = list(_places(request))
        container, key = self._random.choice(places)
        form = self._random.randrange(6)
        if form == 0:
            del container[key]
        elif form == 1:
            container[key] = copy.deepcopy(self._random.choice(BAD_VALUES))
        elif form == 2:
            container[key] = self._random.choice(["", "x" * 300, 0, -1, True, 1.5, [], {}])
        elif form == 3 and isinstance(container[key], str):
            text = container[key]
            at = self._random.randrange(len(text) + 1)
            container[key] = text[:at] + self._random.choice(["", " ", ")", "(", ",", "#", ":", "AND"]) \
                + text[at + 1:]
        elif form == 4 and isinstance(container, dict):
            container[self._random.choice([":unused", "#unused", "Unknown"])] = {"S": "x"}
        elif form == 5 and isinstance(container, list):
            container.append(copy.deepcopy(container[key]))


def _places(value):
    """(container, key or index) of everything inside."""
    entries = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in list(entries):
        yield value, key
        if isinstance(inner, (dict, list)):
            yield from _places(inner)
