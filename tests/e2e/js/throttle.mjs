// Under --throughput enforce: the exception of the SDK says which limit it was, and whose.

import assert from 'node:assert/strict';
import {
  CreateTableCommand, ProvisionedThroughputExceededException,
} from '@aws-sdk/client-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { connect } from './client.mjs';

const PUTS_MAX = 2000;
const { client, documents } = connect(process.argv[2]);

await client.send(new CreateTableCommand({
  TableName: 'Behind',
  AttributeDefinitions: [
    { AttributeName: 'id', AttributeType: 'S' },
    { AttributeName: 'group', AttributeType: 'S' },
  ],
  KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
  ProvisionedThroughput: { ReadCapacityUnits: 5, WriteCapacityUnits: 1000 },
  GlobalSecondaryIndexes: [{
    IndexName: 'by-group',
    KeySchema: [{ AttributeName: 'group', KeyType: 'HASH' }],
    Projection: { ProjectionType: 'ALL' },
    ProvisionedThroughput: { ReadCapacityUnits: 5, WriteCapacityUnits: 1 },
  }],
}));

let refused;
for (let i = 0; i < PUTS_MAX && !refused; i++) {
  const item = { id: `i${i}`, group: 'one', filling: 'x'.repeat(2900) };
  await documents.send(new PutCommand({ TableName: 'Behind', Item: item })).catch((error) => {
    refused = error;
  });
}
assert(refused instanceof ProvisionedThroughputExceededException, `${refused}`);
assert.equal(refused.ThrottlingReasons.length, 1);
assert.equal(refused.ThrottlingReasons[0].reason, 'IndexWriteProvisionedThroughputExceeded');
assert.match(refused.ThrottlingReasons[0].resource, /:table\/Behind\/index\/by-group$/);
console.log('ok');
