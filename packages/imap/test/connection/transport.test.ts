import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Transport } from '../../src/connection/transport.ts';
import { DEFAULT_BOUNDS } from '../../src/wire/bounds.ts';

const IGNORED = {
  onOctets: () => undefined,
  onResponse: () => undefined,
  claimLiteral: () => undefined,
  onStall: () => undefined,
  onEnd: () => undefined,
  onFailure: () => undefined,
};

/** A socket that keeps what each system call would send. */
class RecordedSocket extends Duplex {
  readonly sent: string[] = [];

  override _read(): void {}

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.sent.push(Buffer.concat(chunks.map(({ chunk }) => chunk)).toString());
    done();
  }
}

describe('Transport', () => {
  it('sends in one piece what is written in one turn, by whatever promises', async () => {
    const socket = new RecordedSocket();
    const transport = new Transport(socket as unknown as Socket, DEFAULT_BOUNDS, IGNORED);

    transport.write(Buffer.from('A1 NOOP\r\n'));
    await Promise.resolve();
    await Promise.resolve();
    transport.write(Buffer.from('A2 UID FETCH 1 (UID)\r\n'));
    await nextTurn();
    transport.write(Buffer.from('A3 NOOP\r\n'));
    await nextTurn();

    assert.deepEqual(socket.sent, ['A1 NOOP\r\nA2 UID FETCH 1 (UID)\r\n', 'A3 NOOP\r\n']);
  });
});
