"""Debian's boto3, pointed at a server of ours and at nothing else."""

import contextlib

import boto3
import botocore.config
import botocore.exceptions

CONFIG = botocore.config.Config(
    retries={"total_max_attempts": 1}, connect_timeout=10, read_timeout=60, max_pool_connections=16
)


def client(test, server):
    """A client that is closed when the test has ended."""
    made = boto3.client("dynamodb", endpoint_url=server.url, config=CONFIG)
    test.addCleanup(made.close)
    return made


def streams_client(test, server):
    """A client of DynamoDB Streams."""
    made = boto3.client("dynamodbstreams", endpoint_url=server.url, config=CONFIG)
    test.addCleanup(made.close)
    return made


def resource(test, server):
    made = boto3.resource("dynamodb", endpoint_url=server.url, config=CONFIG)
    test.addCleanup(made.meta.client.close)
    return made


@contextlib.contextmanager
def refused(test, code):
    """The block must end with this error; yields where its answer is then found."""
    answer = {}
    with test.assertRaises(botocore.exceptions.ClientError) as caught:
        yield answer
    test.assertEqual(caught.exception.response["Error"]["Code"], code)
    answer.update(caught.exception.response)


def create(dynamodb, description):
    """Creates a table and waits until it is there."""
    dynamodb.create_table(**description)
    dynamodb.get_waiter("table_exists").wait(
        TableName=description["TableName"], WaiterConfig={"Delay": 1, "MaxAttempts": 60}
    )
