// Lists the tables of an endpoint that speaks HTTPS; prints "done", or what went wrong. The
// authority that it trusts is named by NODE_EXTRA_CA_CERTS.

import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';

const [endpoint, region] = process.argv.slice(2);
const client = new DynamoDBClient({
  endpoint,
  region,
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  maxAttempts: 1,
});
try {
  const { TableNames } = await client.send(new ListTablesCommand({}));
  console.log(Array.isArray(TableNames) ? 'done' : 'no list');
} catch (error) {
  console.log(error.code ?? error.name);
}
