// Members of channels and those whom a manager manages, by two global indexes, as member_lookup.py has
// them. Nothing here knows of Isotherm.
//
//   npm install @aws-sdk/client-dynamodb @aws-sdk/lib-dynamodb
//   node member_lookup.mjs http://127.0.0.1:8000

import {
  CreateTableCommand, DeleteTableCommand, DescribeTableCommand, DynamoDBClient, ListTablesCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import {
  BatchWriteCommand, DeleteCommand, DynamoDBDocumentClient, QueryCommand, UpdateCommand,
} from '@aws-sdk/lib-dynamodb';

const TableName = 'User';
const client = new DynamoDBClient({ endpoint: process.argv[2] });
const users = DynamoDBDocumentClient.from(client);

const attribute = (AttributeName, AttributeType) => ({ AttributeName, AttributeType });
const key = (hash, range) => [
  { AttributeName: hash, KeyType: 'HASH' },
  ...(range ? [{ AttributeName: range, KeyType: 'RANGE' }] : []),
];

async function create() {
  await client.send(new CreateTableCommand({
    TableName,
    AttributeDefinitions: [
      attribute('userId', 'S'), attribute('channelId', 'S'), attribute('memberId', 'S'),
      attribute('managerId', 'S'), attribute('level', 'N'),
    ],
    KeySchema: key('userId'),
    GlobalSecondaryIndexes: [
      { IndexName: 'member', KeySchema: key('channelId', 'memberId'), Projection: { ProjectionType: 'ALL' } },
      {
        IndexName: 'managed',
        KeySchema: key('managerId', 'level'),
        Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['name'] },
      },
    ],
    BillingMode: 'PAY_PER_REQUEST',
  }));
  await waitUntilTableExists({ client, maxWaitTime: 60, minDelay: 1 }, { TableName });
}

async function fill() {
  const puts = Array.from({ length: 200 }, (_, i) => ({
    PutRequest: {
      Item: {
        userId: `u${i}`,
        channelId: i % 10 ? 'big' : 'small',
        memberId: `m${String(i).padStart(3, '0')}`,
        managerId: `boss${i % 3}`,
        level: i % 7 - 3,
        name: `User ${i}`,
      },
    },
  }));
  for (let at = 0; at < puts.length; at += 25) {
    let rest = { [TableName]: puts.slice(at, at + 25) };
    while (Object.keys(rest).length > 0) {
      rest = (await users.send(new BatchWriteCommand({ RequestItems: rest }))).UnprocessedItems ?? {};
    }
  }
}

async function isMember(channel, member) {
  const found = await users.send(new QueryCommand({
    TableName,
    IndexName: 'member',
    KeyConditionExpression: 'channelId = :c AND memberId = :m',
    ExpressionAttributeValues: { ':c': channel, ':m': member },
  }));
  return found.Count === 1;
}

async function members(channel, page) {
  const seen = [];
  let ExclusiveStartKey;
  do {
    const answer = await users.send(new QueryCommand({
      TableName,
      IndexName: 'member',
      KeyConditionExpression: 'channelId = :c',
      ExpressionAttributeValues: { ':c': channel },
      Limit: page,
      ExclusiveStartKey,
    }));
    seen.push(...answer.Items.map((item) => item.memberId));
    ExclusiveStartKey = answer.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return seen;
}

async function managed(manager, lowest) {
  const answer = await users.send(new QueryCommand({
    TableName,
    IndexName: 'managed',
    KeyConditionExpression: 'managerId = :m AND #l >= :l',
    FilterExpression: 'begins_with(#n, :n)',
    ExpressionAttributeNames: { '#l': 'level', '#n': 'name' },
    ExpressionAttributeValues: { ':m': manager, ':l': lowest, ':n': 'User 1' },
    ScanIndexForward: false,
  }));
  return {
    levels: answer.Items.map((item) => item.level),
    names: answer.Items.map((item) => item.name).sort(),
  };
}

const update = (userId, UpdateExpression, more = {}) =>
  users.send(new UpdateCommand({ TableName, Key: { userId }, UpdateExpression, ...more }));

await create();
await fill();
// u17 leaves the channel, u21 goes to another manager, u22 to another level.
await update('u17', 'REMOVE channelId');
await update('u21', 'SET managerId = :m', { ExpressionAttributeValues: { ':m': 'boss1' } });
await update('u22', 'ADD #l :one',
  { ExpressionAttributeNames: { '#l': 'level' }, ExpressionAttributeValues: { ':one': 1 } });
await users.send(new DeleteCommand({ TableName, Key: { userId: 'u19' } }));
const { Table } = await client.send(new DescribeTableCommand({ TableName }));
const { TableNames } = await client.send(new ListTablesCommand({}));
console.log(JSON.stringify({
  'm016 in big': await isMember('big', 'm016'),
  'm017 in big': await isMember('big', 'm017'),
  members: await members('big', 7),
  managed: await managed('boss1', -1),
  indexes: Table.GlobalSecondaryIndexes.map((index) => index.IndexName).sort(),
  tables: TableNames,
}));
await client.send(new DeleteTableCommand({ TableName }));
client.destroy();
