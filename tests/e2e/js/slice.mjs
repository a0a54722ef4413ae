// The whole slice by the JavaScript SDK: tables, items, indexes, pages, batches, errors.
//
//   node slice.mjs http://127.0.0.1:PORT player.json

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import {
  CreateTableCommand, DeleteTableCommand, DescribeTableCommand, ListTablesCommand,
  ConditionalCheckFailedException, ResourceInUseException, ResourceNotFoundException,
  waitUntilTableExists, waitUntilTableNotExists,
} from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand, BatchWriteCommand, DeleteCommand, GetCommand, NumberValue, PutCommand,
  QueryCommand, UpdateCommand, paginateQuery, paginateScan,
} from '@aws-sdk/lib-dynamodb';
import { connect, refusal } from './client.mjs';

const { client, documents, exact } = connect(process.argv[2]);
const PLAYER = JSON.parse(readFileSync(process.argv[3], 'utf8'));
const TableName = PLAYER.TableName;
const waiting = { client, minDelay: 1, maxDelay: 1, maxWaitTime: 60 };

const player = (i, more = {}) => ({
  game: `g${i % 3}`,
  player: `p${String(i).padStart(3, '0')}`,
  team: `t${i % 2}`,
  score: i,
  country: i % 4 ? 'no' : 'se',
  joined: 1000 - i,
  ...more,
});
const keyOf = ({ game, player: name }) => ({ game, player: name });

async function tables() {
  await client.send(new CreateTableCommand(PLAYER));
  await waitUntilTableExists(waiting, { TableName });
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  assert.equal(Table.TableStatus, 'ACTIVE');
  assert(Table.CreationDateTime instanceof Date);
  assert.deepEqual(
    Table.GlobalSecondaryIndexes.map((index) => index.IndexName).sort(), ['by-country', 'by-team']);
  assert.deepEqual((await client.send(new ListTablesCommand({}))).TableNames, [TableName]);
  assert(await refusal(client.send(new CreateTableCommand(PLAYER))) instanceof ResourceInUseException);
  const nobody = new DescribeTableCommand({ TableName: 'Nobody' });
  assert(await refusal(client.send(nobody)) instanceof ResourceNotFoundException);
}

async function items() {
  const Item = player(1, {
    text: 'text \u20ac \u{1f321}',
    bytes: new Uint8Array([0, 255, 16]),
    yes: true,
    nothing: null,
    strings: new Set(['a', 'b']),
    numbers: new Set([1, 2.5]),
    list: ['x', 1, [true, null], { k: 'v' }],
    map: { deep: { deeper: [7] }, empty: '' },
    exact: NumberValue.from('12345678901234567890123456789012345678'),
  });
  const Key = keyOf(Item);
  await documents.send(new PutCommand({ TableName, Item }));
  const exactly = await exact.send(
    new GetCommand({ TableName, Key, ConsistentRead: true, ProjectionExpression: 'exact' }));
  assert.equal(exactly.Item?.exact.toString(), '12345678901234567890123456789012345678');
  await documents.send(new UpdateCommand({ TableName, Key, UpdateExpression: 'REMOVE exact' }));
  delete Item.exact;
  const got = await documents.send(new GetCommand({ TableName, Key }));
  assert.deepEqual(got.Item, Item);

  const updated = await documents.send(new UpdateCommand({
    TableName,
    Key,
    UpdateExpression: 'SET #t = :t, #l[0] = :y, tags = list_append(if_not_exists(tags, :none), :one) '
      + 'ADD score :ten REMOVE country',
    ExpressionAttributeNames: { '#t': 'team', '#l': 'list' },
    ExpressionAttributeValues: { ':t': 't9', ':y': 'y', ':none': [], ':one': ['new'], ':ten': 10 },
    ReturnValues: 'ALL_NEW',
    ReturnConsumedCapacity: 'INDEXES',
  }));
  assert.equal(updated.Attributes.score, 11);
  assert.deepEqual(updated.Attributes.tags, ['new']);
  assert.equal(updated.Attributes.list[0], 'y');
  assert.equal(updated.ConsumedCapacity.TableName, TableName);

  const failed = await refusal(documents.send(new DeleteCommand({
    TableName,
    Key,
    ConditionExpression: 'score < :s',
    ExpressionAttributeValues: { ':s': 11 },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  })));
  assert(failed instanceof ConditionalCheckFailedException);
  assert.deepEqual(failed.Item.team, { S: 't9' });
  const deleted = await documents.send(new DeleteCommand({ TableName, Key, ReturnValues: 'ALL_OLD' }));
  assert.equal(deleted.Attributes.team, 't9');
  assert.equal((await documents.send(new GetCommand({ TableName, Key }))).Item, undefined);
}

async function batches() {
  for (let from = 0; from < 60; from += 20) {
    const requests = Array.from({ length: 20 }, (_, i) => ({ PutRequest: { Item: player(from + i) } }));
    const { UnprocessedItems } = await documents.send(
      new BatchWriteCommand({ RequestItems: { [TableName]: requests } }));
    assert.deepEqual(UnprocessedItems, {});
  }
  const Keys = [1, 2, 99].map((i) => keyOf(player(i)));
  const { Responses } = await documents.send(
    new BatchGetCommand({ RequestItems: { [TableName]: { Keys } } }));
  assert.deepEqual(Responses[TableName].map((i) => i.score).sort(), [1, 2]);
}

async function queries() {
  const red = {
    TableName,
    IndexName: 'by-team',
    KeyConditionExpression: 'team = :t',
    ExpressionAttributeValues: { ':t': 't1' },
  };
  const odd = Array.from({ length: 30 }, (_, i) => 2 * i + 1);
  for (const ScanIndexForward of [true, false]) {
    const scores = [];
    for await (const page of paginateQuery({ client: documents, pageSize: 7 }, { ...red, ScanIndexForward })) {
      scores.push(...page.Items.map((i) => i.score));
    }
    assert.deepEqual(scores, ScanIndexForward ? odd : [...odd].reverse());
  }
  const filtered = await documents.send(new QueryCommand({
    ...red,
    KeyConditionExpression: 'team = :t AND score BETWEEN :a AND :b',
    FilterExpression: 'contains(player, :two)',
    ExpressionAttributeValues: { ':t': 't1', ':two': '2', ':a': 20, ':b': 40 },
  }));
  assert.deepEqual(filtered.Items.map((i) => i.score), [21, 23, 25, 27, 29]);
  assert.equal(filtered.ScannedCount, 10);
  const seen = new Set();
  for (const Segment of [0, 1, 2]) {
    const pages = paginateScan({ client: documents, pageSize: 11 }, { TableName, Segment, TotalSegments: 3 });
    for await (const page of pages) page.Items.forEach((i) => seen.add(i.player));
  }
  assert.equal(seen.size, 60);
}

async function errors() {
  const bad = new QueryCommand({ TableName, KeyConditionExpression: 'score = :s' });
  assert.equal((await refusal(documents.send(bad))).name, 'ValidationException');
  const noKey = new PutCommand({ TableName, Item: { game: 'g' } });
  const error = await refusal(documents.send(noKey));
  assert.equal(error.name, 'ValidationException');
  assert.match(error.message, /player/);
  assert.equal(error.$metadata.httpStatusCode, 400);
  assert(error.$metadata.requestId);
}

for (const part of [tables, items, batches, queries, errors]) {
  console.log(part.name);
  await part();
}
await client.send(new DeleteTableCommand({ TableName }));
await waitUntilTableNotExists(waiting, { TableName });
console.log('ok');
