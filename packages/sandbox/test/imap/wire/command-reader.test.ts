/** Commands as they arrive in pieces. */
import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { describe, it } from 'node:test';
import { ByteSource } from '../../../src/imap/wire/byte-source.ts';
import { type RawCommand, readCommand } from '../../../src/imap/wire/command-reader.ts';

async function read(pieces: readonly string[]): Promise<readonly (RawCommand | undefined)[]> {
  const stream = new PassThrough();
  const options = {
    source: new ByteSource(stream),
    limits: { maxUnasked: 100, maxAsked: 100 },
    sendContinuation: () => undefined,
    meetLiteral: async () => undefined,
    sendRefusal: () => undefined,
  };
  const first = readCommand(options);
  for (const piece of pieces) stream.write(piece, 'latin1');
  stream.end();
  return [await first, await readCommand(options)];
}

describe('readCommand', () => {
  it('reads lines that come octet by octet, with CRLF or LF', async () => {
    assert.deepEqual(await read([...'a NOOP\r\nb NOOP\n']), [
      { text: 'a NOOP', literals: new Map() },
      { text: 'b NOOP', literals: new Map() },
    ]);
  });

  it('keeps literals by the place of their announcement', async () => {
    const [command] = await read(['a X {3}\r\n{1', '} {2+}\r\n\r\n end\r\n']);
    assert.deepEqual(command, {
      text: 'a X {3} {2+} end',
      literals: new Map([
        [4, Buffer.from('{1}')],
        [8, Buffer.from('\r\n')],
      ]),
    });
  });

  it('gives nothing when the client leaves inside a literal', async () => {
    assert.deepEqual(await read(['a X {5+}\r\nabc']), [undefined, undefined]);
  });
});
