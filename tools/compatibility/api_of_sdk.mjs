// The names of the service's operations and of their parameters, from the JavaScript SDK's model:
//
//   npm install @aws-sdk/client-dynamodb @aws-sdk/client-dynamodb-streams     (in some folder)
//   node api_of_sdk.mjs FOLDER > api.json

import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(path.resolve(process.argv[2], 'package.json'));
const operations = {};
for (const name of ['@aws-sdk/client-dynamodb', '@aws-sdk/client-dynamodb-streams']) {
  const sdk = require(name);
  for (const Command of Object.values(sdk)) {
    const { schema } = Command?.prototype instanceof sdk.$Command ? new Command({ TableName: 'x' }) : {};
    if (schema) operations[schema[2]] = schema[4]()[4];
  }
}
const sorted = Object.fromEntries(Object.entries(operations).sort());
const rows = Object.entries(sorted).map(([name, members]) => `  ${JSON.stringify(name)}: ${JSON.stringify(members)}`);
console.log(`{\n${rows.join(',\n')}\n}`);
