"""One DynamoDB endpoint by its URL: raw requests, and answers in a form that can be compared."""

import decimal
import http.client
import json
import time
import urllib.parse

HEADERS = {
    "Content-Type": "application/x-amz-json-1.0",
    "Authorization": "AWS4-HMAC-SHA256 Credential=test/20300101/us-east-1/dynamodb/aws4_request,"
                     " SignedHeaders=host;x-amz-date;x-amz-target, Signature=0",
    "X-Amz-Date": "20300101T000000Z",
}
TIMEOUT_S = 60
POLL_S, POLLS_MAX = 0.1, 200


class Endpoint:
    def __init__(self, url):
        parts = urllib.parse.urlsplit(url)
        if parts.scheme != "http" or not parts.hostname:
            raise SystemExit(f"{url}: not an http:// address")
        self._http = http.client.HTTPConnection(parts.hostname, parts.port or 80, timeout=TIMEOUT_S)

    def send(self, operation, request):
        """The status and the decoded body of the answer; (0, {}) when it went away instead."""
        headers = HEADERS | {"X-Amz-Target": "DynamoDB_20120810." + operation}
        try:
            self._http.request("POST", "/", json.dumps(request), headers)
            answer = self._http.getresponse()
            body = answer.read()
        except (OSError, http.client.HTTPException):
            self._http.close()
            return 0, {}
        return answer.status, json.loads(body) if body else {}

    def wait_until_back(self):
        """Waits for an endpoint that went away to be started again."""
        for _ in range(POLLS_MAX):
            if self.send("ListTables", {})[0]:
                return
            time.sleep(POLL_S)
        raise SystemExit("an endpoint ended and did not come back")


def error_of(status, body):
    """("ValidationException", "text") of a refusal; None of a success."""
    if status == 200:
        return None
    if status == 0:
        return "no answer", "it closed the connection"
    kind = str(body.get("__type", "")).rpartition("#")[2]
    return kind, body.get("message", body.get("Message", ""))


def comparable(value, name="", in_any_order=False):
    """The value without what may differ: the order of sets and of unordered lists, how a number is
    written, times, and what only one side measures. `in_any_order`: that of items too."""
    if isinstance(value, dict):
        if len(value) == 1:
            (kind, inner), = value.items()
            if kind == "N" and isinstance(inner, str):
                return {"N": _number(inner)}
            if kind in ("SS", "BS") and isinstance(inner, list):
                return {kind: sorted(inner)}
            if kind == "NS" and isinstance(inner, list):
                return {kind: sorted(map(_number, inner))}
        return {k: comparable(v, k, in_any_order or name == "Responses")
                for k, v in value.items() if k not in IGNORED}
    if isinstance(value, list):
        items = [comparable(v) for v in value]
        if name in UNORDERED or in_any_order and name != "L":
            items.sort(key=lambda item: json.dumps(item, sort_keys=True))
        return items
    return value


IGNORED = {
    "CreationDateTime", "TableId", "TableArn", "IndexArn", "TableSizeBytes", "IndexSizeBytes",
    "ItemCount", "SizeEstimateRangeGB", "NumberOfDecreasesToday", "LastUpdateToPayPerRequestDateTime",
    "TableStatus", "IndexStatus", "WarmThroughput", "DeletionProtectionEnabled",
}
UNORDERED = {"AttributeDefinitions", "GlobalSecondaryIndexes", "ConsumedCapacity",
             "NonKeyAttributes"}


def _number(text):
    """The shortest way to write a number, exactly."""
    with decimal.localcontext() as context:
        context.prec = 60
        context.Emax, context.Emin = 999999, -999999
        try:
            return str(decimal.Decimal(text).normalize())
        except decimal.InvalidOperation:
            return text
