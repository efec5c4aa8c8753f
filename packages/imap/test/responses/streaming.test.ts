import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Response } from '../../src/responses/response.ts';
import { MIN_STREAMED_OCTETS } from '../../src/responses/response-reader.ts';
import type { AnnouncedLiteral, LiteralSink } from '../../src/wire/literal-sink.ts';
import { toPlainValue } from '../conformance/plain-value.ts';
import { inChunksOf, openReader, readResponses, toOctets } from '../conformance/read-responses.ts';

const LARGE = MIN_STREAMED_OCTETS + 1;

/** Keeps what it is given; is full when `room` says so. */
class KeepingSink implements LiteralSink {
  readonly chunks: Buffer[] = [];
  ends = 0;
  listener: (() => void) | undefined;
  readonly #room: () => boolean;

  constructor(room: () => boolean = () => true) {
    this.#room = room;
  }

  get text(): string {
    return Buffer.concat(this.chunks).toString('latin1');
  }

  write(octets: Buffer): boolean {
    this.chunks.push(Buffer.from(octets));
    return this.#room();
  }

  onDrain(listener: () => void): void {
    this.listener = listener;
  }

  end(): void {
    this.ends += 1;
  }
}

function announcementsOf(octets: string): readonly AnnouncedLiteral[] {
  const announced: AnnouncedLiteral[] = [];
  const claimLiteral = (literal: AnnouncedLiteral) => {
    announced.push(literal);
    return undefined;
  };
  readResponses(inChunksOf(1000, toOctets(octets)), { claimLiteral });
  return announced;
}

function literal(octets: number, content = 'x'): string {
  return `{${octets}}\r\n${content.repeat(octets / content.length)}`;
}

describe('the announcement of a literal', () => {
  it('tells the uid, the section and the octets', () => {
    const [announced] = announcementsOf(`* 3 FETCH (UID 42 BODY[1.2]<0> ${literal(LARGE)})\r\n`);
    assert.deepEqual(announced, { uid: 42, section: '1.2', isBinary: false, octets: LARGE });
  });

  it('is made for BINARY as well', () => {
    const [announced] = announcementsOf(`* 3 FETCH (UID 42 BINARY[1] ~${literal(LARGE)})\r\n`);
    assert.deepEqual(announced, { uid: 42, section: '1', isBinary: true, octets: LARGE });
  });

  it('has no uid where the server tells it later', () => {
    const [announced] = announcementsOf(`* 3 FETCH (BODY[] ${literal(LARGE)} UID 42)\r\n`);
    assert.equal(announced?.uid, null);
  });

  it('finds the uid behind other items and a literal', () => {
    const items = `FLAGS (\\Seen) ENVELOPE (NIL {3}\r\na)b ${'NIL '.repeat(8)}) UID 42`;
    const [announced] = announcementsOf(`* 3 FETCH (${items} BODY[TEXT] ${literal(LARGE)})\r\n`);
    assert.equal(announced?.uid, 42);
  });

  it('finds the uid that stands between two literals', () => {
    const both = announcementsOf(
      `* 3 FETCH (BODY[1] ${literal(LARGE)} UID 42 BODY[2] ${literal(LARGE)})\r\n`,
    );
    assert.deepEqual(
      both.map(({ uid }) => uid),
      [null, 42],
    );
  });

  it('is not made for small literals, nor for what is no section', () => {
    const small = `* 3 FETCH (UID 42 BODY[1] ${literal(MIN_STREAMED_OCTETS)})\r\n`;
    const label = `* 3 FETCH (UID 42 X-GM-LABELS (${literal(LARGE)}))\r\n`;
    const list = `* LIST () "/" ${literal(LARGE)}\r\n`;
    assert.deepEqual(announcementsOf(`${small}${label}${list}`), []);
  });

  it('sorts the names of header fields', () => {
    const [announced] = announcementsOf(
      `* 3 FETCH (UID 42 BODY[Header.Fields (to "CC")] ${literal(LARGE)})\r\n`,
    );
    assert.equal(announced?.section, 'HEADER.FIELDS (CC TO)');
  });
});

describe('a literal that is streamed', () => {
  const response = `* 3 FETCH (UID 42 BODY[1] ${literal(LARGE, 'a')} FLAGS (\\Seen) BODY[2] "kept")\r\n* 7 EXISTS\r\n`;
  const expected = [
    { kind: 'fetch', sequenceNumber: 3, uid: 42, flags: ['\\Seen'], sections: { 2: { octets: 'kept' } } },
    { kind: 'exists', number: 7 },
  ];

  for (const size of [1, 1000, 100_000]) {
    it(`arrives whole in chunks of ${size} octets, and is not in the response`, () => {
      const sink = new KeepingSink();
      const responses = readResponses(inChunksOf(size, toOctets(response)), { claimLiteral: () => sink });
      assert.equal(sink.text, 'a'.repeat(LARGE));
      assert.equal(sink.ends, 1);
      assert.deepEqual(responses.map(toPlainValue), expected);
    });
  }

  it('lies where it was received: nothing of it is copied', () => {
    const received = toOctets(response);
    const places: ArrayBufferLike[] = [];
    const sink = new KeepingSink();
    const write = (octets: Buffer) => {
      places.push(octets.buffer);
      return sink.write(octets);
    };
    readResponses([received], {
      claimLiteral: () => ({ write, onDrain: sink.onDrain.bind(sink), end: sink.end.bind(sink) }),
    });

    assert.deepEqual(places, [received.buffer]);
  });

  it('may be larger than the bound of a literal in memory', () => {
    const sink = new KeepingSink();
    const bounds = { literalOctets: 100, responseOctets: 1000 };
    const responses = readResponses([toOctets(response)], { bounds, claimLiteral: () => sink });
    assert.deepEqual(responses.map(toPlainValue), expected);
  });

  it('makes the reader wait while its sink is full', () => {
    const sink = new KeepingSink(() => false);
    const responses: Response[] = [];
    const reader = openReader((value) => responses.push(value), { claimLiteral: () => sink });
    let resumed = 0;
    reader.onResume(() => {
      resumed += 1;
    });

    const octets = toOctets(response);
    reader.push(octets.subarray(0, 1000));
    assert.equal(reader.isPaused, true);
    reader.push(octets.subarray(1000));
    assert.ok(sink.text.length < 1000);
    assert.equal(responses.length, 0);

    while (reader.isPaused) sink.listener?.();
    assert.equal(sink.text, 'a'.repeat(LARGE));
    assert.deepEqual(responses.map(toPlainValue), expected);
    assert.equal(resumed, 1);
  });

  it('may drain at once', () => {
    const sink = new KeepingSink(() => false);
    sink.onDrain = (listener) => listener();
    const responses = readResponses([toOctets(response)], { claimLiteral: () => sink });
    assert.equal(sink.text, 'a'.repeat(LARGE));
    assert.deepEqual(responses.map(toPlainValue), expected);
  });

  it('may be one of many in a response, in linear time', () => {
    const count = 2000;
    const octets = toOctets(`* 3 FETCH (UID 42 ${`BODY[1] ${literal(LARGE)} `.repeat(count)})\r\n`);
    const start = process.cpuUsage();
    const sink = { write: () => true, onDrain: () => undefined, end: () => undefined };
    const responses = readResponses(inChunksOf(65_536, octets), { claimLiteral: () => sink });
    const { user, system } = process.cpuUsage(start);
    assert.deepEqual(responses.map(toPlainValue), [{ kind: 'fetch', sequenceNumber: 3, uid: 42 }]);
    assert.ok((user + system) / 1e6 < 5, 'seconds of CPU time');
  });
});

describe('a reader that was detached', () => {
  it('reads nothing more, and counts what it is given', () => {
    const responses: Response[] = [];
    const reader = openReader((value) => {
      responses.push(value);
      reader.detach();
    });
    reader.push(toOctets('A1 OK go on\r\n* 7 EXISTS\r\n'));
    reader.push(toOctets('* 8 EXISTS\r\n'));
    assert.equal(responses.length, 1);
    assert.equal(reader.unreadOctets, 24);
  });

  it('has no unread octets where none came', () => {
    const reader = openReader(() => reader.detach());
    reader.push(toOctets('A1 OK go on\r\n'));
    assert.equal(reader.unreadOctets, 0);
  });
});
