/** Sending servers that clients name: a failure does not say what is there. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { OutboxSecurity } from '../../../src/domain/accounts/mail-account.ts';
import { listenAsForeigner } from '../../support/foreign-server.ts';
import { findFreePort } from '../../support/free-port.ts';
import { outcomeOf } from './submission-under-test.ts';

/** As long as production has six seconds. */
const FAILURE_MS = 1_500;

/** All that can be behind a port that is no sending server. */
const TARGETS: readonly ((t: TestContext) => Promise<number>)[] = [
  () => findFreePort(),
  (t) => listenAsForeigner(t, () => undefined),
  (t) => listenAsForeigner(t, (socket) => socket.destroy()),
  (t) => listenAsForeigner(t, (socket) => socket.end('HTTP/1.1 400 no\r\n\r\n')),
  (t) => listenAsForeigner(t, (socket) => socket.write('SSH-2.0-OpenSSH_9.2\r\n')),
  (t) => listenAsForeigner(t, (socket) => socket.write('-ERR unknown command\r\n')),
  (t) => listenAsForeigner(t, (socket) => socket.write('* OK IMAP4rev1 ready\r\n')),
];

async function failureOf(port: number, security: OutboxSecurity) {
  const startedAt = performance.now();
  const limits = { namedServerMs: FAILURE_MS };
  const outcome = await outcomeOf({ port, security, origin: 'client', limits });
  return { outcome, ms: performance.now() - startedAt };
}

describe('A failure to reach a sending server that a client has named', () => {
  it('is the same, and takes the same time, whatever is there', async (t) => {
    const ports = await Promise.all(TARGETS.map((start) => start(t)));
    const failures = await Promise.all(
      ports.flatMap((port) => [failureOf(port, 'ssl'), failureOf(port, 'starttls')]),
    );

    const times = failures.map(({ ms }) => ms);
    assert.deepEqual(
      failures.map(({ outcome }) => outcome),
      failures.map(() => ({ code: 'server-unreachable', detail: 'The mail server cannot be reached.' })),
    );
    assert.ok(Math.max(...times) <= Math.min(...times) * 1.2, times.map(Math.round).join(' '));
  });
});
