import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toPlainValue } from '../conformance/plain-value.ts';
import { readResponses, toOctets } from '../conformance/read-responses.ts';

function read(octets: string): readonly unknown[] {
  return readResponses([toOctets(octets)]).map(toPlainValue);
}

describe('THREAD', () => {
  const nested = (depth: number) => `* THREAD ${'('.repeat(depth)}1${')'.repeat(depth)}\r\n`;

  it('is read where threads are nested 10,000 levels deep', () => {
    const [response] = readResponses([toOctets(nested(10_000))]);
    assert.equal(response?.kind, 'thread');
  });

  it('is unreadable where they are deeper', () => {
    assert.deepEqual(read(nested(10_001)), [{ kind: 'unreadable', name: 'THREAD', reason: 'depth' }]);
  });
});

describe('a line of numbers', () => {
  it('may have millions of them', () => {
    const [response] = readResponses([toOctets(`* SEARCH ${'7 '.repeat(4_000_000)}\r\n`)]);
    assert.ok(response?.kind === 'search');
    assert.equal(response.numbers.length, 4_000_000);
  });

  it('is unreadable with more than five millions, and the next response is read', () => {
    const line = `* SORT ${'7 '.repeat(5_000_001)}\r\n`;
    const expected = [
      { kind: 'unreadable', name: 'SORT', reason: 'octets' },
      { kind: 'exists', number: 7 },
    ];
    assert.deepEqual(read(`${line}* 7 EXISTS\r\n`), expected);
  });

  it('is unreadable with hundreds of words', () => {
    const expected = [{ kind: 'unreadable', name: 'ESEARCH', reason: 'syntax' }];
    assert.deepEqual(read(`* ESEARCH ${'X-A 1 '.repeat(150)}\r\n`), expected);
    assert.deepEqual(read(`* ESEARCH X-A "${'x'.repeat(5000)}"\r\n`), expected);
  });
});

describe('a part of a structure', () => {
  it('keeps its first 300 fields and parameters, and passes over the others', () => {
    const parameters = Array.from({ length: 400 }, (_, index) => `"p${index}" "v"`).join(' ');
    const structure = `("text" "plain" (${parameters}) NIL NIL "7bit" 1 1 NIL ("inline" NIL) ${'NIL '.repeat(400)})`;
    const [response] = readResponses([toOctets(`* 1 FETCH (BODYSTRUCTURE ${structure} UID 5)\r\n`)]);
    assert.ok(response?.kind === 'fetch' && response.structure && 'path' in response.structure);
    assert.equal(response.structure.parameters.size, 150);
    assert.equal(response.structure.disposition?.type, 'inline');
    assert.equal(response.uid, 5);
  });

  it('may have fields that are eight levels deep', () => {
    const fetchOf = (depth: number) =>
      `* 1 FETCH (BODYSTRUCTURE ("text" "plain" NIL NIL NIL "7bit" 1 1 NIL NIL NIL NIL ${'('.repeat(depth)}${')'.repeat(depth)}) UID 5)\r\n`;
    const [readable] = readResponses([toOctets(fetchOf(8))]);
    assert.ok(readable?.kind === 'fetch' && readable.structure && 'path' in readable.structure);
    const expected = [{ kind: 'fetch', sequenceNumber: 1, structure: { unreadable: 'depth' }, uid: 5 }];
    assert.deepEqual(read(fetchOf(9)), expected);
  });
});

describe('a section', () => {
  it('may name a thousand header fields, and no more', () => {
    const fetchOf = (fields: number) =>
      `* 1 FETCH (UID 5 BODY[HEADER.FIELDS (${'a '.repeat(fields)})] "x")\r\n`;
    const [readable] = readResponses([toOctets(fetchOf(1000))]);
    assert.equal(readable?.kind, 'fetch');
    const expected = [{ kind: 'unreadable', name: 'FETCH', sequenceNumber: 1, uid: 5, reason: 'syntax' }];
    assert.deepEqual(read(fetchOf(1001)), expected);
  });
});

describe('a known response code', () => {
  it('is never given with other members than its own', () => {
    for (const name of ['UIDNEXT', 'HIGHESTMODSEQ', 'APPENDUID', 'COPYUID', 'MODIFIED', 'MAILBOXID']) {
      const [response] = readResponses([toOctets(`A1 OK [${name} x] done\r\n`)]);
      assert.ok(response?.kind === 'tagged');
      assert.deepEqual(response.code, { name: 'unreadable', code: name, data: 'x' });
    }
  });
});
