// DynamoDB OneTable on a single table: models, unique fields, typed values, finds by index,
// batches, transactions.
//
//   node onetable.mjs http://127.0.0.1:PORT application.json

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { CreateTableCommand } from '@aws-sdk/client-dynamodb';
import { Table } from 'dynamodb-onetable';
import { connect } from './client.mjs';

const { client } = connect(process.argv[2]);
const description = JSON.parse(readFileSync(process.argv[3], 'utf8'));
description.TableName = 'Application-onetable';
await client.send(new CreateTableCommand(description));

const table = new Table({
  client,
  name: description.TableName,
  partial: true,
  schema: {
    format: 'onetable:1.1.0',
    version: '0.0.1',
    indexes: {
      primary: { hash: 'pk', sort: 'sk' },
      gsi1: { hash: 'gsi1pk', sort: 'gsi1sk', project: 'all' },
    },
    models: {
      Account: {
        pk: { type: String, value: 'account:${name}' },
        sk: { type: String, value: 'account:' },
        name: { type: String, required: true },
        balance: { type: Number, default: 0 },
        opened: { type: Date },
        email: { type: String, unique: true },
      },
      Booking: {
        pk: { type: String, value: 'account:${account}' },
        sk: { type: String, value: 'booking:${number}' },
        account: { type: String, required: true },
        number: { type: String, required: true },
        kind: { type: String, enum: ['in', 'out'], required: true },
        amount: { type: Number, required: true },
        note: { type: Object, schema: { text: { type: String }, tags: { type: Array } } },
        gsi1pk: { type: String, value: 'kind:${kind}' },
        gsi1sk: { type: String, value: 'booking:${number}#${account}' },
      },
    },
    params: { isoDates: true, timestamps: true },
  },
});
const Account = table.getModel('Account');
const Booking = table.getModel('Booking');

async function accounts() {
  const opened = new Date(Date.UTC(2026, 1, 3));
  const made = await Account.create({ name: 'ann', email: 'a@example.org', opened });
  assert.equal(made.balance, 0);
  await assert.rejects(Account.create({ name: 'ann', email: 'b@example.org' }), /exists|unique|condition/i);
  await assert.rejects(Account.create({ name: 'bob', email: 'a@example.org' }), /unique|exists|condition/i);
  await Account.create({ name: 'bob', email: 'b@example.org' });
  const read = await Account.get({ name: 'ann' });
  assert.equal(read.opened.getTime(), opened.getTime());
  const updated = await Account.update({ name: 'ann' }, { add: { balance: 30 } });
  assert.equal(updated.balance, 30);
  await assert.rejects(
    Account.update({ name: 'ann', balance: 0 }, { where: '${balance} < {1}' }), /condition/i);
  await Account.remove({ name: 'bob' });
  assert.equal(await Account.get({ name: 'bob' }), undefined);
  await Account.create({ name: 'bob', email: 'b@example.org' });
}

async function bookings() {
  const batch = {};
  for (let i = 0; i < 25; i++) {
    await Booking.create({
      account: i % 2 ? 'ann' : 'bob', number: String(i).padStart(3, '0'),
      kind: i % 3 ? 'in' : 'out', amount: i, note: { text: `n${i}`, tags: ['t', i] },
    }, { batch });
  }
  assert.equal(await table.batchWrite(batch), true);
  const ann = await Booking.find({ account: 'ann' });
  assert.deepEqual(ann.map((b) => b.amount), [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23]);
  assert.deepEqual(ann[0].note, { text: 'n1', tags: ['t', 1] });
  const out = [];
  let next;
  do {
    const page = await Booking.find({ kind: 'out' }, { index: 'gsi1', limit: 4, next, reverse: true });
    out.push(...page.map((b) => b.amount));
    next = page.next;
  } while (next);
  assert.deepEqual(out, [24, 21, 18, 15, 12, 9, 6, 3, 0]);
  const large = await Booking.find({ kind: 'in' }, { index: 'gsi1', where: '${amount} >= {20}' });
  assert.deepEqual(large.map((b) => b.amount), [20, 22, 23]);
  assert.equal((await Booking.scan({})).length, 25);
  assert.equal((await Booking.find({ account: 'bob' }, { count: true })).count, 13);
}

async function transactions() {
  const transaction = {};
  await Account.update({ name: 'ann' }, { add: { balance: -10 }, where: '${balance} >= {10}', transaction });
  await Account.update({ name: 'bob' }, { add: { balance: 10 }, transaction });
  await table.transact('write', transaction);
  const balances = async () => [
    (await Account.get({ name: 'ann' })).balance, (await Account.get({ name: 'bob' })).balance];
  assert.deepEqual(await balances(), [20, 10]);
  const refused = {};
  await Account.update({ name: 'bob' }, { add: { balance: 50 }, transaction: refused });
  await Account.update({ name: 'ann' }, { add: { balance: -50 }, where: '${balance} >= {50}', transaction: refused });
  await assert.rejects(table.transact('write', refused));
  assert.deepEqual(await balances(), [20, 10]);
}

await accounts();
await bookings();
await transactions();
console.log('ok');
