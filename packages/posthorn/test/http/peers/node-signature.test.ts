/** Requests between nodes: only those that a node has signed, and changes once. */
import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { describe, it } from 'node:test';
import {
  createNodeSignatures,
  type ForwardedHead,
  NODE_HEADER,
} from '../../../src/http/peers/node-signature.ts';

const URL = 'http://10.0.0.2:8025';
const KEY = Buffer.alloc(32, 1);
const HEAD: ForwardedHead = {
  ...{ method: 'POST', url: '/a?b', authorization: 'Basic eA==' },
  ...{ clientAddress: '2001:db8::1', nodeUrl: URL },
};
const MINUTE_MS = 60_000;

function setUp() {
  const clock = { now: 1_764_000_000_000 };
  const signatures = (key: Uint8Array, nodeUrl: string) =>
    createNodeSignatures({ key, nodeUrl, now: () => clock.now });
  return {
    clock,
    sender: signatures(KEY, 'http://10.0.0.1:8025'),
    receiver: signatures(KEY, URL),
    signatures,
  };
}

function requestWith(value: string | undefined, changes: Partial<ForwardedHead> = {}): IncomingMessage {
  const { method, url, authorization } = { ...HEAD, ...changes };
  return { method, url, headers: { authorization, [NODE_HEADER]: value } } as unknown as IncomingMessage;
}

describe('Signatures of nodes', () => {
  it('name the client, also with clocks that differ by two minutes', () => {
    const { clock, sender, receiver } = setUp();
    const value = sender.sign(HEAD);
    clock.now += 2 * MINUTE_MS;

    assert.deepEqual(receiver.open(requestWith(value)), { clientAddress: '2001:db8::1' });
    assert.equal(receiver.open(requestWith(undefined)), undefined);
  });

  it('name a client on the same link, with its interface', () => {
    const { sender, receiver } = setUp();
    const clientAddress = 'fe80::1%br-1a2b.7';

    const opened = receiver.open(requestWith(sender.sign({ ...HEAD, clientAddress })));

    assert.deepEqual(opened, { clientAddress });
  });

  it('are refused for another request, login, receiver, key, client or time', () => {
    const { clock, sender, receiver, signatures } = setUp();
    const value = sender.sign(HEAD);
    const opened = [
      receiver.open(requestWith(value, { method: 'DELETE' })),
      receiver.open(requestWith(value, { url: '/a?c' })),
      receiver.open(requestWith(value, { authorization: 'Basic eQ==' })),
      signatures(KEY, 'http://10.0.0.3:8025').open(requestWith(value)),
      signatures(Buffer.alloc(32, 2), URL).open(requestWith(value)),
      receiver.open(requestWith(value.replace('2001:db8::1', '2001:db8::2'))),
      receiver.open(requestWith('')),
    ];
    clock.now += 6 * MINUTE_MS;
    opened.push(receiver.open(requestWith(value)));

    assert.deepEqual(opened, Array(8).fill('refused'));
  });

  it('are good once for a change, and as often as wanted for what changes nothing', () => {
    const { clock, sender, receiver } = setUp();
    const [change, read] = [sender.sign(HEAD), sender.sign({ ...HEAD, method: 'GET' })];
    const openBoth = () => [
      receiver.open(requestWith(change)) === 'refused',
      receiver.open(requestWith(read, { method: 'GET' })) === 'refused',
    ];

    const first = openBoth();
    clock.now += 4 * MINUTE_MS;

    assert.deepEqual(
      [first, openBoth()],
      [
        [false, false],
        [true, false],
      ],
    );
  });
});
