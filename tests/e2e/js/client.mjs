// Clients that speak to one server of ours, with credentials that open nothing.

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

export function connect(endpoint) {
  const configuration = {
    endpoint,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    maxAttempts: 1,
  };
  const client = new DynamoDBClient(configuration);
  return {
    client,
    documents: DynamoDBDocumentClient.from(client),
    // Numbers as the text they are.
    exact: DynamoDBDocumentClient.from(
      new DynamoDBClient(configuration), { unmarshallOptions: { wrapNumbers: true } }),
  };
}

// The error that a promise must end with.
export async function refusal(promise) {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('was not refused');
}
