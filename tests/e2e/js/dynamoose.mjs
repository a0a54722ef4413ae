// Dynamoose makes its own table from a model, and works with it: creation, updates, conditions,
// queries by index, scans, batches, transactions.
//
//   node dynamoose.mjs http://127.0.0.1:PORT

import assert from 'node:assert/strict';
import dynamoose from 'dynamoose';

dynamoose.aws.ddb.set(new dynamoose.aws.ddb.DynamoDB({
  endpoint: process.argv[2],
  region: 'eu-west-1',
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  maxAttempts: 1,
}));

const Cat = dynamoose.model('Cat', new dynamoose.Schema({
  shelter: { type: String, hashKey: true },
  name: { type: String, rangeKey: true },
  colour: { type: String, index: { name: 'by-colour', type: 'global', rangeKey: 'born' } },
  born: Date,
  weight: Number,
  vaccinated: { type: Boolean, default: false },
  toys: { type: Set, schema: [String] },
  owner: { type: Object, schema: { name: String, phones: { type: Array, schema: [String] } } },
}, { timestamps: true }));
const tables = new dynamoose.Table('Shelters', [Cat], {
  throughput: 'ON_DEMAND',
  waitForActive: { enabled: true, check: { timeout: 30000, frequency: 50 } },
  initialize: false,
});
await tables.initialize();

const born = (day) => new Date(Date.UTC(2024, 0, day));
const coloured = (i) => ({
  shelter: `s${i % 3}`, name: `cat-${String(i).padStart(2, '0')}`,
  colour: i % 2 ? 'black' : 'red', born: born(1 + i), weight: i,
});

async function documents() {
  const tom = await Cat.create({
    ...coloured(99), shelter: 's9', name: 'Tom', toys: new Set(['ball', 'mouse']),
    owner: { name: 'Ida', phones: ['1', '2'] },
  });
  assert.equal(tom.vaccinated, false);
  await assert.rejects(Cat.create({ shelter: 's9', name: 'Tom' }), /conditional/i);
  const read = await Cat.get({ shelter: 's9', name: 'Tom' });
  assert.deepEqual([...read.toys].sort(), ['ball', 'mouse']);
  assert.deepEqual(read.owner, { name: 'Ida', phones: ['1', '2'] });
  assert.equal(read.born.getTime(), born(100).getTime());
  const updated = await Cat.update({ shelter: 's9', name: 'Tom' },
    { $SET: { vaccinated: true }, $ADD: { weight: 2 }, $REMOVE: ['owner'] });
  assert.equal(updated.weight, 101);
  assert.equal(updated.owner, undefined);
  const heavy = new dynamoose.Condition().where('weight').gt(1000);
  await assert.rejects(
    Cat.update({ shelter: 's9', name: 'Tom' }, { weight: 1 }, { condition: heavy }), /conditional/i);
  await assert.rejects(Cat.delete({ shelter: 's9', name: 'Tom' }, { condition: heavy }), /conditional/i);
  await tom.delete();
  assert.equal(await Cat.get({ shelter: 's9', name: 'Tom' }), undefined);
}

async function queries() {
  const cats = Array.from({ length: 20 }, (_, i) => coloured(i));
  assert.deepEqual((await Cat.batchPut(cats)).unprocessedItems, []);
  const of = (i) => cats.filter((_, n) => n % 2 === i).map((cat) => cat.name);
  const black = await Cat.query('colour').eq('black').using('by-colour').exec();
  assert.deepEqual(black.map((cat) => cat.name), of(1));
  const late = await Cat.query('colour').eq('black').where('born').ge(born(11).getTime()).sort('descending')
    .using('by-colour').exec();
  assert.deepEqual(late.map((cat) => cat.name), of(1).slice(5).reverse());
  const names = [];
  let start;
  do {
    const page = await Cat.query('colour').eq('red').using('by-colour').limit(3)
      .startAt(start).exec();
    names.push(...page.map((cat) => cat.name));
    start = page.lastKey;
  } while (start);
  assert.deepEqual(names, of(0));
  const shelter = await Cat.query('shelter').eq('s1').where('name').beginsWith('cat-1').exec();
  assert.deepEqual(shelter.map((cat) => cat.name), ['cat-10', 'cat-13', 'cat-16', 'cat-19']);
  assert.equal((await Cat.query('shelter').eq('s0').count().exec()).count, 7);
  const scanned = await Cat.scan('weight').between(3, 5).exec();
  assert.deepEqual(scanned.map((cat) => cat.weight).sort(), [3, 4, 5]);
  assert.equal((await Cat.scan().parallel(4).exec()).length, 20);
  const got = await Cat.batchGet(cats.map(({ shelter: s, name }) => ({ shelter: s, name })));
  assert.equal(got.length, 20);
  await Cat.batchDelete(cats.slice(0, 5).map(({ shelter: s, name }) => ({ shelter: s, name })));
  assert.equal((await Cat.scan().count().exec()).count, 15);
}

async function transactions() {
  const key = { shelter: 's2', name: 'cat-05' };
  await dynamoose.transaction([
    Cat.transaction.create({ ...coloured(50), name: 'new' }),
    Cat.transaction.update(key, { $SET: { weight: 77 } }),
    Cat.transaction.delete({ shelter: 's2', name: 'cat-08' }),
  ]);
  assert.equal((await Cat.get(key)).weight, 77);
  await assert.rejects(dynamoose.transaction([
    Cat.transaction.update(key, { $SET: { weight: 1 } }),
    Cat.transaction.create({ ...coloured(50), name: 'new' }),
  ]), /TransactionCanceled|Transaction cancelled/);
  assert.equal((await Cat.get(key)).weight, 77);
  const both = await dynamoose.transaction([Cat.transaction.get(key),
    Cat.transaction.get({ shelter: 's2', name: 'new' })]);
  assert.equal(both.length, 2);
}

await documents();
await queries();
await transactions();
console.log('ok');
