// One request with the given credentials: prints "done", or the name of the error.

import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';

const [, , endpoint, region, accessKeyId, secretAccessKey] = process.argv;
const client = new DynamoDBClient({
  endpoint, region, credentials: { accessKeyId, secretAccessKey }, maxAttempts: 1,
});
try {
  await client.send(new ListTablesCommand({}));
  console.log('done');
} catch (error) {
  console.log(error.name);
}
