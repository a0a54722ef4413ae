// Shard keys as Isotherm computes them, in plain JavaScript: the format of docs/formats.md.
//
//   shardKey({S: 'channel-A'}, [{S: 'user-1'}], {shards: 16})   // 'channel-A-3'
//
// Values are {S: text}, {N: decimal text}, {hex: bytes in hex} or null for absent. The hash is
// murmur3_x86_32; the C library has the others.
//
//   node shard_keys.mjs < questions.ndjson      answers lines of {id, base, inputs, shards, …}

import { pathToFileURL } from 'node:url';
import { createInterface } from 'node:readline';

const utf8 = new TextEncoder();

/** MurmurHash3_x86_32 of bytes, as a signed number of 32 bits. */
export function murmur3(bytes, seed = 0) {
  const scramble = (k) => {
    const mixed = Math.imul(k, 0xcc9e2d51);
    return Math.imul((mixed << 15) | (mixed >>> 17), 0x1b873593);
  };
  let h = seed | 0;
  const whole = bytes.length & ~3;
  for (let i = 0; i < whole; i += 4) {
    const block = bytes[i] | (bytes[i + 1] << 8) | (bytes[i + 2] << 16) | (bytes[i + 3] << 24);
    h ^= scramble(block);
    h = (Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64) | 0;
  }
  let tail = 0;
  for (let i = bytes.length - 1; i >= whole; i--) tail = (tail << 8) | bytes[i];
  h ^= scramble(tail) ^ bytes.length;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** Plain decimal: no exponent, no zeros that say nothing, never -0. Not by way of a double. */
export function canonicalNumber(text) {
  const [, sign, whole, fraction = '', exponent = '0'] =
    /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  if (whole === undefined || whole + fraction === '') throw new TypeError(`'${text}' is no number`);
  let digits = (whole + fraction).replace(/^0+/, '');
  let point = digits.length - fraction.length + Number(exponent);
  digits = digits.replace(/0+$/, '');
  if (digits === '') return '0';
  if (point <= 0) {
    digits = '0'.repeat(1 - point) + digits;
    point = 1;
  }
  digits = digits.padEnd(point, '0');
  const rest = digits.slice(point);
  return (sign === '-' ? '-' : '') + digits.slice(0, point) + (rest === '' ? '' : `.${rest}`);
}

const textOf = (value) => value.S ?? canonicalNumber(value.N);

function sourceOfOne(value) {
  if (value === null) return '\\-';
  if (value.hex !== undefined) return `\\x${value.hex}`;
  return textOf(value).replace(/[\\:]/g, '\\$&');
}

/** The text that is hashed; no two lists of inputs have the same. */
export const sourceOf = (inputs) => inputs.map(sourceOfOne).join(':');

export function shardOf(inputs, shards) {
  const hash = murmur3(utf8.encode(sourceOf(inputs)));
  // The remainder of a negative number is negative in JavaScript.
  return ((hash % shards) + shards) % shards;
}

/** The key of a shard: text, or for a binary base bytes in hex. */
export function writeKey(base, shard, { separator = '-', digits = 'hex', padding = 0, first = 0 }) {
  const number = (first + shard).toString(digits === 'hex' ? 16 : 10).padStart(padding, '0');
  if (base.hex !== undefined)
    return base.hex + Buffer.from(utf8.encode(separator + number)).toString('hex');
  return textOf(base) + separator + number;
}

export const shardKey = (base, inputs, options) =>
  writeKey(base, shardOf(inputs, options.shards), options);

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const answers = [];
  for await (const line of createInterface({ input: process.stdin })) {
    const question = JSON.parse(line);
    const answer = shardKey(question.base, question.inputs, question);
    answers.push(JSON.stringify({ id: question.id, answer }));
  }
  process.stdout.write(answers.map((each) => `${each}\n`).join(''));
}
