// ElectroDB on a single table: entities, collections, patches, batches, transactions, pages.
//
//   node electrodb.mjs http://127.0.0.1:PORT application.json

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { CreateTableCommand } from '@aws-sdk/client-dynamodb';
import electrodb from 'electrodb';
import { connect } from './client.mjs';

const { Entity, Service, createConversions } = electrodb;
const { client } = connect(process.argv[2]);
const table = JSON.parse(readFileSync(process.argv[3], 'utf8'));
table.TableName = 'Application-electrodb';
await client.send(new CreateTableCommand(table));

const employee = new Entity({
  model: { entity: 'employee', version: '1', service: 'office' },
  attributes: {
    employeeId: { type: 'string', required: true },
    team: { type: 'string', required: true },
    name: { type: 'string', required: true },
    grade: { type: ['junior', 'senior', 'chief'], default: 'junior' },
    salary: { type: 'number' },
    skills: { type: 'set', items: 'string' },
    address: { type: 'map', properties: { city: { type: 'string' }, zip: { type: 'string' } } },
    reviews: {
      type: 'list',
      items: { type: 'map', properties: { stars: { type: 'number' }, text: { type: 'string' } } },
    },
    changes: { type: 'number', default: 0 },
  },
  indexes: {
    primary: {
      pk: { field: 'pk', composite: ['employeeId'] },
      sk: { field: 'sk', composite: [] },
    },
    byTeam: {
      collection: 'assignments',
      index: 'gsi1',
      pk: { field: 'gsi1pk', composite: ['team'] },
      sk: { field: 'gsi1sk', composite: ['grade', 'employeeId'] },
    },
  },
}, { client, table: table.TableName });

const task = new Entity({
  model: { entity: 'task', version: '1', service: 'office' },
  attributes: {
    taskId: { type: 'string', required: true },
    team: { type: 'string', required: true },
    points: { type: 'number', required: true },
    done: { type: 'boolean', default: false },
  },
  indexes: {
    primary: {
      pk: { field: 'pk', composite: ['taskId'] },
      sk: { field: 'sk', composite: [] },
    },
    byTeam: {
      collection: 'assignments',
      index: 'gsi1',
      pk: { field: 'gsi1pk', composite: ['team'] },
      sk: { field: 'gsi1sk', composite: ['points', 'taskId'] },
    },
  },
}, { client, table: table.TableName });

const office = new Service({ employee, task }, { client, table: table.TableName });

async function items() {
  const anna = { employeeId: 'anna', team: 'heat', name: 'Anna', salary: 10, skills: ['c++'] };
  const created = await employee.create(anna).go();
  assert.equal(created.data.grade, 'junior');
  await assert.rejects(employee.create(anna).go(), /conditional/i);
  assert.deepEqual((await employee.get({ employeeId: 'anna' }).go()).data, created.data);
  assert.equal((await employee.get({ employeeId: 'nobody' }).go()).data, null);

  const patched = await employee.patch({ employeeId: 'anna' })
    .set({ name: 'Anna B.', address: { city: 'Oslo', zip: '0150' } })
    .add({ salary: 5, skills: ['sql'], changes: 1 })
    .append({ reviews: [{ stars: 5, text: 'good' }] })
    .where(({ salary }, { lt }) => lt(salary, 20))
    .go({ response: 'all_new' });
  assert.equal(patched.data.salary, 15);
  assert.deepEqual([...patched.data.skills].sort(), ['c++', 'sql']);
  assert.deepEqual(patched.data.reviews, [{ stars: 5, text: 'good' }]);
  await employee.patch({ employeeId: 'anna' })
    .data((attribute, { set, remove }) => {
      set(attribute.reviews[0].stars, 4);
      remove(attribute.address.zip);
    }).go();
  const read = (await employee.get({ employeeId: 'anna' }).go()).data;
  assert.equal(read.reviews[0].stars, 4);
  assert.deepEqual(read.address, { city: 'Oslo' });
  await assert.rejects(employee.patch({ employeeId: 'nobody' }).set({ name: 'x' }).go(), /conditional/i);
  await assert.rejects(
    employee.delete({ employeeId: 'anna' }).where(({ salary }, { gt }) => gt(salary, 100)).go(),
    /conditional/i);
  await employee.upsert({ employeeId: 'bert', team: 'heat', name: 'Bert' }).go();
  await employee.upsert({ employeeId: 'bert', team: 'heat', name: 'Bertil' }).go();
  assert.equal((await employee.get({ employeeId: 'bert' }).go()).data.name, 'Bertil');
  await employee.remove({ employeeId: 'bert' }).go();
}

async function manyItems() {
  const staff = Array.from({ length: 60 }, (_, i) => ({
    employeeId: `e${String(i).padStart(2, '0')}`,
    team: i % 2 ? 'cold' : 'heat',
    name: `name ${i}`,
    grade: ['junior', 'senior', 'chief'][i % 3],
    salary: i,
  }));
  assert.deepEqual((await employee.put(staff).go()).unprocessed, []);
  await task.put([1, 2, 3].map((n) => ({ taskId: `t${n}`, team: 'cold', points: n }))).go();

  const all = await employee.query.byTeam({ team: 'cold' }).go({ pages: 'all' });
  const expected = staff.filter(({ team }) => team === 'cold')
    .sort((a, b) => (a.grade + a.employeeId < b.grade + b.employeeId ? -1 : 1));
  assert.deepEqual(all.data.map((e) => e.employeeId), expected.map((e) => e.employeeId));

  const seen = [];
  let cursor = null;
  do {
    const page = await employee.query.byTeam({ team: 'cold' }).go({ cursor, limit: 7, order: 'desc' });
    seen.push(...page.data.map((e) => e.employeeId));
    cursor = page.cursor;
  } while (cursor !== null);
  assert.deepEqual(seen, expected.map((e) => e.employeeId).reverse());

  const chiefs = await employee.query.byTeam({ team: 'cold', grade: 'chief' })
    .where(({ salary }, { between }) => between(salary, 10, 40)).go({ pages: 'all' });
  assert.deepEqual(
    chiefs.data.map((e) => e.salary),
    expected.filter((e) => e.grade === 'chief' && e.salary >= 10 && e.salary <= 40).map((e) => e.salary));

  const both = await office.collections.assignments({ team: 'cold' }).go({ pages: 'all' });
  assert.equal(both.data.employee.length, 30);
  assert.deepEqual(both.data.task.map((t) => t.taskId), ['t1', 't2', 't3']);

  const found = await employee.get(staff.map(({ employeeId }) => ({ employeeId }))).go();
  assert.equal(found.data.length, 60);
  const scanned = await employee.scan.where(({ salary }, { gte }) => gte(salary, 50)).go({ pages: 'all' });
  assert.equal(scanned.data.length, 10);
  await employee.delete(staff.map(({ employeeId }) => ({ employeeId }))).go();
  assert.equal((await employee.query.byTeam({ team: 'heat' }).go()).data.length, 1);
}

async function transactions() {
  const written = await office.transaction.write(({ employee: e, task: t }) => [
    e.create({ employeeId: 'carl', team: 'cold', name: 'Carl' }).commit(),
    t.patch({ taskId: 't1' }).set({ done: true }).commit(),
    t.check({ taskId: 't2' }).where(({ points }, { eq }) => eq(points, 2)).commit(),
    t.delete({ taskId: 't3' }).commit(),
  ]).go();
  assert.equal(written.canceled, false);
  const refused = await office.transaction.write(({ employee: e, task: t }) => [
    t.patch({ taskId: 't2' }).set({ done: true }).commit(),
    e.create({ employeeId: 'carl', team: 'cold', name: 'Again' }).commit({ response: 'all_old' }),
  ]).go();
  assert.equal(refused.canceled, true);
  assert.equal(refused.data[0].code, 'None');
  assert.equal(refused.data[1].code, 'ConditionalCheckFailed');
  assert.equal(refused.data[1].item.name, 'Carl');
  const read = await office.transaction.get(({ employee: e, task: t }) => [
    e.get({ employeeId: 'carl' }).commit(),
    t.get({ taskId: 't1' }).commit(),
    t.get({ taskId: 't2' }).commit(),
    t.get({ taskId: 't3' }).commit(),
  ]).go();
  assert.deepEqual(read.data.map(({ item }) => item && (item.done ?? item.name)),
    ['Carl', true, false, null]);
}

await items();
await manyItems();
await transactions();
const conversions = createConversions(employee);
assert.equal(typeof conversions.fromComposite.toKeys({ employeeId: 'a' }).pk, 'string');
console.log('ok');
