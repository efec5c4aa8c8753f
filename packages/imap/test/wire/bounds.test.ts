import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BoundExceeded } from '../../src/errors.ts';
import { toPlainValue } from '../conformance/plain-value.ts';
import { inChunksOf, type ReadingOptions, readResponses, toOctets } from '../conformance/read-responses.ts';

const NEXT = '* 7 EXISTS\r\n';
const NEXT_VALUE = { kind: 'exists', number: 7 };

function read(octets: string, options: ReadingOptions): readonly unknown[] {
  const whole = readResponses([toOctets(octets)], options).map(toPlainValue);
  const single = readResponses(inChunksOf(1, toOctets(octets)), options).map(toPlainValue);
  assert.deepEqual(single, whole, 'octet by octet as in one chunk');
  return whole;
}

function assertExceeded(octets: string, options: ReadingOptions, bound: string): void {
  const isThatBound = (error: unknown) => error instanceof BoundExceeded && error.bound === bound;
  assert.throws(() => readResponses([toOctets(octets)], options), isThatBound);
  assert.throws(() => readResponses(inChunksOf(1, toOctets(octets)), options), isThatBound);
}

/** A line of so many octets, its CRLF included. */
function lineOf(octets: number, beginning: string, end = '\r\n'): string {
  return `${beginning}${'x'.repeat(octets - beginning.length - end.length)}${end}`;
}

describe('the bound greetingOctets', () => {
  const options = { isAuthenticated: false, bounds: { greetingOctets: 100 } };

  it('is met by a greeting of as many octets', () => {
    assert.equal(read(lineOf(100, '* OK '), options).length, 1);
  });

  it('is exceeded by a greeting of one octet more', () => {
    assertExceeded(lineOf(101, '* OK '), options, 'greetingOctets');
  });

  it('is exceeded by a line that does not end', () => {
    assertExceeded(lineOf(101, '* OK ', ''), options, 'greetingOctets');
  });

  it('counts each line on its own', () => {
    assert.equal(read(`${lineOf(100, '* OK ')}${lineOf(100, '* OK ')}`, options).length, 2);
  });

  it('is met and exceeded by numbers', () => {
    assert.equal(read(`* SEARCH ${'1'.repeat(89)}\r\n`, options).length, 1);
    assertExceeded(`* SEARCH ${'1 '.repeat(45)}\r\n`, options, 'greetingOctets');
  });

  it('counts literals as well, before anybody has logged in', () => {
    const response = (octets: number) => `* ID ("name" {${octets}}\r\n${'x'.repeat(octets)})\r\n`;
    assert.equal(read(response(78), options).length, 1);
    assertExceeded(response(79), options, 'greetingOctets');
    assertExceeded('* ID ("name" {16000000}\r\n', options, 'greetingOctets');
  });

  it('does not bound what comes after the login', () => {
    assert.equal(read(lineOf(101, '* OK '), { bounds: { greetingOctets: 100 } }).length, 1);
  });
});

describe('the bound lineOctets', () => {
  const options = { bounds: { lineOctets: 100 } };

  it('is met by a response of as many octets', () => {
    assert.equal(read(lineOf(100, '* OK '), options).length, 1);
  });

  it('is exceeded by a response of one octet more', () => {
    assertExceeded(lineOf(101, '* OK '), options, 'lineOctets');
    assertExceeded(lineOf(101, '* OK ', ''), options, 'lineOctets');
  });

  it('does not count literals', () => {
    const response = `* LIST () "/" {200}\r\n${'x'.repeat(200)}\r\n`;
    assert.equal(read(response, options).length, 1);
  });

  it('counts all lines of a response', () => {
    const response = (spaces: number) => `* LIST () "/" {3}\r\nabc${' '.repeat(spaces)}\r\n`;
    assert.equal(read(response(79), options).length, 1);
    assertExceeded(response(80), options, 'lineOctets');
  });

  it('costs one message, not the connection, where a FETCH exceeds it', () => {
    const message = (octets: number) => lineOf(octets, '* 3 FETCH (UID 42 INTERNALDATE "', '")\r\n');
    const unreadable = { kind: 'unreadable', name: 'FETCH', sequenceNumber: 3, uid: 42, reason: 'octets' };
    const [whole] = read(message(100), options);
    assert.equal((whole as { readonly kind: string }).kind, 'fetch');
    assert.deepEqual(read(`${message(101)}${NEXT}`, options), [unreadable, NEXT_VALUE]);
  });

  it('passes over the literals of a FETCH that exceeds it', () => {
    const flags = 'x'.repeat(100);
    const message = `* 3 FETCH (UID 42 FLAGS (${flags}) BODY[1] {12}\r\n* 5 EXISTS\r\n BODY[2] {0}\r\n)\r\n`;
    const unreadable = { kind: 'unreadable', name: 'FETCH', sequenceNumber: 3, uid: 42, reason: 'octets' };
    assert.deepEqual(read(`${message}${NEXT}`, options), [unreadable, NEXT_VALUE]);
  });

  it('tells no uid whose digits may be cut', () => {
    const message = `* 3 FETCH (X "${'x'.repeat(79)}" UID 1234567890)\r\n`;
    const unreadable = { kind: 'unreadable', name: 'FETCH', sequenceNumber: 3, reason: 'octets' };
    assert.deepEqual(read(message, options), [unreadable]);
  });
});

describe('the bound numberLineOctets', () => {
  const options = { bounds: { lineOctets: 50, numberLineOctets: 100 } };

  for (const name of ['SEARCH', 'SORT', 'ESEARCH ALL', 'VANISHED']) {
    it(`is met and exceeded by ${name}`, () => {
      const separator = name === 'SEARCH' || name === 'SORT' ? ' ' : ',';
      const numbers = (octets: number) => `* ${name} 1${`${separator}1`.repeat(octets)}`;
      const line = numbers(Math.floor((98 - `* ${name} 1`.length) / 2)).padEnd(98, ' ');
      assert.equal(read(`${line}\r\n`, options).length, 1);
      assertExceeded(`${line} \r\n`, options, 'numberLineOctets');
      assertExceeded(`${line}   `, options, 'numberLineOctets');
    });
  }
});

describe('the bound messages', () => {
  const options = { bounds: { messages: 32 } };

  for (const name of ['SEARCH', 'SORT', 'ESEARCH ALL', 'VANISHED']) {
    it(`makes a ${name} with more numbers unreadable`, () => {
      const line = (count: number) => {
        const separator = name === 'SEARCH' || name === 'SORT' ? ' ' : ',';
        return `* ${name} ${Array.from({ length: count }, () => '7').join(separator)}\r\n`;
      };
      const kindOf = (text: string) => (read(text, options)[0] as { readonly kind: string }).kind;
      assert.notEqual(kindOf(line(16)), 'unreadable');
      assert.equal(kindOf(line(33)), 'unreadable');
    });
  }
});

describe('the bound literalOctets', () => {
  const options = { bounds: { literalOctets: 10 } };

  it('is met by a literal of as many octets', () => {
    assert.equal(read('* LIST () "/" {10}\r\n0123456789\r\n', options).length, 1);
  });

  it('is exceeded by the announcement of one octet more', () => {
    assertExceeded('* LIST () "/" {11}\r\n', options, 'literalOctets');
    assertExceeded('* LIST () "/" {99999999999999999999}\r\n', options, 'literalOctets');
  });

  it('costs one message, not the connection, where a FETCH exceeds it', () => {
    const message = '* 3 FETCH (UID 42 BODY[] {11}\r\n01234567890 FLAGS (\\Seen))\r\n';
    const unreadable = { kind: 'unreadable', name: 'FETCH', sequenceNumber: 3, uid: 42, reason: 'octets' };
    assert.deepEqual(read(`${message}${NEXT}`, options), [unreadable, NEXT_VALUE]);
  });

  it('tells no uid that stands behind the literal', () => {
    const message = '* 3 FETCH (BODY[] {11}\r\n01234567890 UID 42)\r\n';
    const unreadable = { kind: 'unreadable', name: 'FETCH', sequenceNumber: 3, reason: 'octets' };
    assert.deepEqual(read(`${message}${NEXT}`, options), [unreadable, NEXT_VALUE]);
  });
});

describe('the bound responseOctets', () => {
  const beginning = '* LIST () "/" {10}\r\n';
  const options = { bounds: { responseOctets: beginning.length + 12 } };

  it('is met by a response of as many octets', () => {
    assert.equal(read(`${beginning}0123456789\r\n`, options).length, 1);
  });

  it('is exceeded by one octet more, in the last line', () => {
    assertExceeded(`${beginning}0123456789 \r\n`, options, 'responseOctets');
  });

  it('is exceeded by the announcement of a literal', () => {
    assertExceeded('* LIST () "/" {15}\r\n', options, 'responseOctets');
  });

  it('costs one message, not the connection, where a FETCH exceeds it', () => {
    const message = `* 3 FETCH (UID 42 BODY[1] {10}\r\n0123456789 BODY[2] {10}\r\n0123456789)\r\n`;
    const unreadable = { kind: 'unreadable', name: 'FETCH', sequenceNumber: 3, uid: 42, reason: 'octets' };
    const [whole] = read(message, { bounds: { responseOctets: message.length } });
    assert.equal((whole as { readonly kind: string }).kind, 'fetch');
    const less = { bounds: { responseOctets: message.length - 1 } };
    assert.deepEqual(read(`${message}${NEXT}`, less), [unreadable, NEXT_VALUE]);
  });
});

describe('the bounds of a structure', () => {
  const LEAF = '("text" "plain" NIL NIL NIL "7bit" 1 1)';
  const nested = (depth: number) => `${'('.repeat(depth)}${LEAF}${' "mixed")'.repeat(depth)}`;
  const fetchOf = (structure: string) => `* 3 FETCH (BODYSTRUCTURE ${structure} UID 42)\r\n`;
  const isUnreadable = (reason: string) => [
    { kind: 'fetch', sequenceNumber: 3, structure: { unreadable: reason }, uid: 42 },
  ];

  it('structureDepth is met and exceeded by multiparts', () => {
    const options = { bounds: { structureDepth: 3 } };
    assert.notDeepEqual(read(fetchOf(nested(3)), options), isUnreadable('depth'));
    assert.deepEqual(read(fetchOf(nested(4)), options), isUnreadable('depth'));
  });

  it('structureDepth is met and exceeded by messages', () => {
    const message = (depth: number): string =>
      depth === 0
        ? LEAF
        : `("message" "rfc822" NIL NIL NIL "7bit" 1 (NIL NIL NIL NIL NIL NIL NIL NIL NIL NIL) ${message(depth - 1)} 1)`;
    const options = { bounds: { structureDepth: 3 } };
    assert.notDeepEqual(read(fetchOf(message(3)), options), isUnreadable('depth'));
    assert.deepEqual(read(fetchOf(message(4)), options), isUnreadable('depth'));
  });

  it('structureParts is met and exceeded', () => {
    const options = { bounds: { structureParts: 4 } };
    assert.notDeepEqual(read(fetchOf(`(${LEAF.repeat(3)} "mixed")`), options), isUnreadable('parts'));
    assert.deepEqual(read(fetchOf(`(${LEAF.repeat(4)} "mixed")`), options), isUnreadable('parts'));
  });

  it('the rest of a message with 100,000 levels of parentheses is read', () => {
    const depth = 100_000;
    const response = fetchOf(`${'('.repeat(depth)}"a"${')'.repeat(depth)}`);
    assert.deepEqual(readResponses([toOctets(response)]).map(toPlainValue), isUnreadable('depth'));
  });
});

describe('the bound envelopeAddresses', () => {
  const fetchOf = (addresses: number) => {
    const list = '(NIL NIL "a" "b")'.repeat(addresses);
    return `* 3 FETCH (ENVELOPE (NIL NIL (${list}) NIL NIL (${list}) NIL NIL NIL NIL) UID 42)\r\n`;
  };
  const options = { bounds: { envelopeAddresses: 3 } };
  const three = [1, 2, 3].map(() => ({ mailbox: 'a', host: 'b' }));
  const expected = (isTruncated: boolean) => [
    { kind: 'fetch', sequenceNumber: 3, envelope: { from: three, to: three, isTruncated }, uid: 42 },
  ];

  it('is met by as many addresses in each field', () => {
    assert.deepEqual(read(fetchOf(3), options), expected(false));
  });

  it('leaves out those beyond it, and says so', () => {
    assert.deepEqual(read(fetchOf(4), options), expected(true));
  });
});
