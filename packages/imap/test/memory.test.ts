import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { openReader, toOctets } from './conformance/read-responses.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const MEGABYTE = 1024 * 1024;
const CHUNK_OCTETS = 64 * 1024;
/** Heap and buffers that one response within its bounds, or what is left of many, may need. */
const MAX_KEPT_OCTETS = 4 * MEGABYTE;

/** What one chunk of such responses is; each chunk ends with a whole response. */
function chunkOf(response: string): Buffer {
  return toOctets(response.repeat(Math.ceil(CHUNK_OCTETS / response.length)));
}

function memoryOctets(): number {
  // The memory of buffers is freed beside the first collection, and is gone after the second.
  collectGarbage();
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** What is kept when so many megabytes of the chunk were read. */
function keptOctets(chunk: Buffer, megabytes: number): number {
  const reader = openReader(() => undefined);
  reader.push(Buffer.from(chunk));
  const before = memoryOctets();
  for (let octets = 0; octets < megabytes * MEGABYTE; octets += chunk.length) reader.push(Buffer.from(chunk));
  return memoryOctets() - before;
}

const STRUCTURE =
  '(("text" "plain" ("charset" "utf-8") NIL NIL "7bit" 1 1 NIL NIL NIL NIL)("image" "png" ("name" "a.png") NIL NIL "base64" 9 NIL ("attachment" NIL) NIL NIL) "mixed" ("boundary" "x") NIL NIL NIL)';
const ADDRESS = '(("Ada" NIL "ada" "example.com"))';
const RESPONSES: Readonly<Record<string, string>> = {
  FETCH: `* 1 FETCH (UID 5 FLAGS (\\Seen) ENVELOPE (NIL "s" ${ADDRESS} NIL NIL NIL NIL NIL NIL "<i@d>") BODYSTRUCTURE ${STRUCTURE})\r\n`,
  'FETCH with literals': `* 1 FETCH (UID 5 BODY[1] {9000}\r\n${'x'.repeat(9000)} BODY[2] "y")\r\n`,
  'FETCH of new keywords': '* 1 FETCH (FLAGS (k1 k2 k3 k4))\r\n',
  SEARCH: `* SEARCH ${'123456 '.repeat(500)}\r\n`,
  SORT: `* SORT ${'123456 '.repeat(500)}(MODSEQ 5)\r\n`,
  ESEARCH: `* ESEARCH (TAG "a") UID ALL ${'1:3,'.repeat(500)}9\r\n`,
  VANISHED: `* VANISHED (EARLIER) ${'1:3,'.repeat(500)}9\r\n`,
  THREAD: `* THREAD ${'(1 (2)(3 4))'.repeat(100)}\r\n`,
  LIST: '* LIST (\\HasNoChildren) "/" "Entw&APw-rfe" ("CHILDINFO" ("SUBSCRIBED"))\r\n',
  STATUS: '* STATUS "a" (MESSAGES 1 UIDNEXT 2)\r\n',
  CAPABILITY: `* CAPABILITY ${'X-LONG-CAPABILITY '.repeat(50)}\r\n`,
  NAMESPACE: '* NAMESPACE (("" "/")) NIL NIL\r\n',
  ID: '* ID ("name" "x" "version" "1")\r\n',
  QUOTA: '* QUOTA "" (STORAGE 1 2)\r\n* QUOTAROOT INBOX ""\r\n',
  'EXISTS and EXPUNGE': '* 1 EXISTS\r\n* 1 EXPUNGE\r\n',
  FLAGS: '* FLAGS (\\Seen \\Draft)\r\n',
  status: '* OK [PERMANENTFLAGS (\\Seen \\*)] Still here\r\nA1 NO [COPYUID 1 2 3] done\r\n',
  continuation: '+ go on\r\n',
  unreadable: '\r\n* 1 FETCH (UID 5 BODY[\r\n* LIST\r\n',
  unknown: '* X-NEWS (a (b) {3}\r\nabc)\r\n',
};

describe('endless input', () => {
  for (const [name, response] of Object.entries(RESPONSES)) {
    it(`of ${name} keeps memory within a bound`, () => {
      const kept = keptOctets(chunkOf(response), 2);
      assert.ok(kept < MAX_KEPT_OCTETS, `${kept} octets are kept`);
    });
  }

  it('of texts that are never the same keeps memory within a bound', () => {
    const reader = openReader(() => undefined);
    const before = memoryOctets();
    for (let count = 0; count < 50_000; count += 1)
      reader.push(toOctets(`* FLAGS (k${count} l${count})\r\n`));
    assert.ok(memoryOctets() - before < MAX_KEPT_OCTETS);
  });

  it('of one FETCH response beyond its bound is passed over without being kept', () => {
    const bounds = { lineOctets: MEGABYTE };
    const reader = openReader(() => undefined, { bounds });
    const before = memoryOctets();
    reader.push(toOctets('* 1 FETCH (UID 5 FLAGS ('));
    for (let count = 0; count < 256; count += 1) reader.push(Buffer.alloc(CHUNK_OCTETS, 'keyword '));
    assert.ok(memoryOctets() - before < MAX_KEPT_OCTETS);
  });

  it('of one literal beyond its bound is passed over without being kept', () => {
    const reader = openReader(() => undefined, { bounds: { literalOctets: MEGABYTE } });
    const before = memoryOctets();
    reader.push(toOctets('* 1 FETCH (UID 5 BODY[] {4000000000}\r\n'));
    for (let count = 0; count < 256; count += 1) reader.push(Buffer.alloc(CHUNK_OCTETS, 'x'));
    assert.ok(memoryOctets() - before < MAX_KEPT_OCTETS);
  });

  it('of one literal that is streamed is not kept', () => {
    const sink = { write: () => true, onDrain: () => undefined, end: () => undefined };
    const reader = openReader(() => undefined, { claimLiteral: () => sink });
    const before = memoryOctets();
    reader.push(toOctets('* 1 FETCH (UID 5 BODY[] {4000000000}\r\n'));
    for (let count = 0; count < 256; count += 1) reader.push(Buffer.alloc(CHUNK_OCTETS, 'x'));
    assert.ok(memoryOctets() - before < MAX_KEPT_OCTETS);
  });
});

/** Values are larger than their octets: each text and each part is an object. So many times larger, at most. */
const MAX_AMPLIFICATION = 50;

/** Two megabytes, the most that a line may have, of what costs the most memory for an octet. */
const DENSE_LINES: Readonly<Record<string, string>> = {
  'threads that open': `* THREAD ${'('.repeat(2_000_000)}\r\n`,
  'threads of one message': `* THREAD ${'(1)'.repeat(600_000)}\r\n`,
  'threads of one branch each': `* THREAD ${'((1))'.repeat(400_000)}\r\n`,
  'keywords of one letter': `* FLAGS (${'a '.repeat(900_000)})\r\n`,
  'empty lists of a structure': `* 1 FETCH (UID 5 BODYSTRUCTURE (${'()'.repeat(900_000)}))\r\n`,
  'parts of a structure': `* 1 FETCH (UID 5 BODYSTRUCTURE (${'("a" "b")'.repeat(200_000)} "mixed"))\r\n`,
  'lists in lists': `* 1 FETCH (UID 5 BODYSTRUCTURE ("a" ${'((((((()))))))'.repeat(120_000)}))\r\n`,
  addresses: `* 1 FETCH (UID 5 ENVELOPE (NIL NIL (${'("" "" "" "")'.repeat(140_000)})))\r\n`,
  sections: `* 1 FETCH (UID 5 ${'BODY[1] "" '.repeat(170_000)})\r\n`,
  capabilities: `* CAPABILITY ${'A '.repeat(900_000)}\r\n`,
  namespaces: `* NAMESPACE (${'(a "/")'.repeat(250_000)}) NIL NIL\r\n`,
  'numbers of a code': `A1 OK [COPYUID 1 ${'1,'.repeat(450_000)}1 ${'1,'.repeat(450_000)}1] done\r\n`,
};

describe('a line of the largest size', () => {
  for (const [name, line] of Object.entries(DENSE_LINES)) {
    it(`of ${name} has a value of bounded size`, () => {
      const octets = toOctets(line);
      const values: unknown[] = [];
      const reader = openReader((value) => values.push(value));
      const before = memoryOctets();
      reader.push(octets);
      const kept = memoryOctets() - before;
      assert.equal(values.length, 1);
      assert.ok(
        kept < MAX_AMPLIFICATION * octets.length,
        `${(kept / octets.length).toFixed(1)} octets for each octet`,
      );
    });
  }
});
