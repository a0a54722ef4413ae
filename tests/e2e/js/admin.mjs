// dynamodb-admin in a real browser: a person lists tables, adds, edits, filters and
// deletes items, and drops the table.
//
//   node admin.mjs http://127.0.0.1:PORT /path/to/chromium

import assert from 'node:assert/strict';
import { CreateTableCommand } from '@aws-sdk/client-dynamodb';
import dynamodbAdmin from 'dynamodb-admin';
import puppeteer from 'puppeteer-core';
import { connect } from './client.mjs';

const [, , endpoint, executablePath] = process.argv;
const { client } = connect(endpoint);
const site = await new Promise((ready) => {
  const server = dynamodbAdmin.createServer({ dynamoDbClient: client })
    .listen(0, '127.0.0.1', () => ready(server));
});
const home = `http://127.0.0.1:${site.address().port}`;
const browser = await puppeteer.launch({
  executablePath, headless: true, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
});

const page = await browser.newPage();
page.setDefaultTimeout(60000);
page.on('dialog', (dialog) => dialog.accept());
const text = () => page.evaluate(() => document.body.innerText);
const contains = (wanted) => page.waitForFunction(
  (w) => document.body.innerText.includes(w), {}, wanted);
const lacks = (gone) => page.waitForFunction((w) => !document.body.innerText.includes(w), {}, gone);
const write = (json) => page.evaluate((t) => window.ace.edit('documentTextarea').setValue(t), json);

// By the SDK: the form of dynamodb-admin sends capacities as texts, which the service refuses.
async function makeTable() {
  await client.send(new CreateTableCommand({
    TableName: 'Heat',
    AttributeDefinitions: [
      { AttributeName: 'room', AttributeType: 'S' }, { AttributeName: 'day', AttributeType: 'N' }],
    KeySchema: [
      { AttributeName: 'room', KeyType: 'HASH' }, { AttributeName: 'day', KeyType: 'RANGE' }],
    BillingMode: 'PAY_PER_REQUEST',
  }));
  await page.goto(home);
  await contains('Heat');
}

async function addItem(item) {
  await page.goto(`${home}/tables/Heat/add-item`);
  await write(JSON.stringify(item));
  await Promise.all([page.waitForNavigation(), page.click('#saveButton')]);
  await contains('Delete');
}

async function editItem() {
  await page.goto(`${home}/tables/Heat`);
  await contains('kitchen');
  await page.goto(`${home}/tables/Heat/items/${encodeURIComponent('kitchen,2')}`);
  await write(JSON.stringify({ room: 'kitchen', day: 2, degrees: 23.5, tags: ['warm', { very: true }] }));
  await page.click('#saveButton');
  await page.waitForSelector('#saveButton.btn-success');
  await page.goto(`${home}/tables/Heat`);
  await contains('23.5');
}

async function search() {
  await page.goto(`${home}/tables/Heat?operationType=query&queryableSelection=table&filters=${
    encodeURIComponent(JSON.stringify({
      room: { type: 'S', operator: '=', value: 'hall' },
      day: { type: 'N', operator: '>', value: '3' },
    }))}`);
  await contains('17');
  assert(!(await text()).includes('kitchen'));
}

async function deleteItem() {
  await page.goto(`${home}/tables/Heat/items/${encodeURIComponent('kitchen,2')}`);
  await Promise.all([page.waitForNavigation(), page.click('button.btn-danger')]);
  await contains('hall');
  await lacks('kitchen');
}

async function dropTable() {
  await page.goto(`${home}/tables/Heat/meta`);
  const shown = await page.evaluate(() => window.ace.edit('documentArea').getValue());
  assert.match(JSON.parse(shown).TableArn, /table\/Heat$/);
  await page.goto(home);
  await contains('Heat');
  await page.evaluate(() => window.deleteTable('Heat'));
  await page.waitForNavigation();
  await lacks('Heat');
}

try {
  await makeTable();
  await addItem({ room: 'kitchen', day: 1, degrees: 20 });
  await addItem({ room: 'kitchen', day: 2, degrees: 21 });
  await page.goto(`${home}/tables/Heat/items/${encodeURIComponent('kitchen,1')}`);
  await Promise.all([page.waitForNavigation(), page.click('button.btn-danger')]);
  for (const day of [1, 4]) await addItem({ room: 'hall', day, degrees: 13 + day });
  await editItem();
  await search();
  await deleteItem();
  await dropTable();
  console.log('ok');
} finally {
  await browser.close();
  site.closeAllConnections?.();
  site.close();
}
