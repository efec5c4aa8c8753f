/** Sending servers that cannot be reached: they are left alone for a while, and no message is lost or doubled by that. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { CircuitBreaker } from '../../../src/domain/limits/circuit-breaker.ts';
import { findFreePort } from '../../support/free-port.ts';
import { type Conversation, startScriptedServer } from './scripted-smtp-server.ts';
import { codeOf, createTransport, outcomeOf } from './submission-under-test.ts';
import { text, texts } from './transport-scene.ts';

const SILENT = { GREETING: () => undefined };

/** A transport whose breaker opens for ten seconds after three failures; the test has its clock. */
function createPatientTransport(t: TestContext) {
  let now = 0;
  const breaker = new CircuitBreaker({ now: () => now, failures: 3, openMs: 10_000 });
  const transport = createTransport({ breaker, limits: { greetingMs: 100 } });
  t.after(() => transport.close());
  return { transport, pass: (ms: number) => (now += ms) };
}

async function codesOf(count: number, submission: Parameters<typeof codeOf>[0]): Promise<readonly string[]> {
  const codes: string[] = [];
  for (let index = 0; index < count; index += 1) codes.push(await codeOf(submission));
  return codes;
}

describe('A sending server that cannot be reached', () => {
  it('is left alone after failures in a row, and the client learns for how long', async (t) => {
    const { transport, pass } = createPatientTransport(t);
    const there = { port: await findFreePort(), transport };
    const codes = await codesOf(4, there);
    pass(1_000);
    const outcome = await outcomeOf(there);

    assert.deepEqual(codes, [...Array(3).fill('server-unreachable'), 'server-unavailable']);
    assert.equal('retryAfterSeconds' in outcome && outcome.retryAfterSeconds, 9);
  });

  it('is left alone although it accepts connections, when it says nothing', async (t) => {
    const { transport } = createPatientTransport(t);
    const server = await startScriptedServer(t, { answers: SILENT });
    const codes = await codesOf(6, { port: server.port, transport });

    assert.deepEqual([codes.slice(3), server.connectionCount], [Array(3).fill('server-unavailable'), 3]);
  });

  it('gets one message when it is back, and then all', async (t) => {
    const { transport, pass } = createPatientTransport(t);
    const GREETING = (conversation: Conversation) => {
      if (conversation.number > 4) conversation.send('220 back\r\n');
    };
    const server = await startScriptedServer(t, { answers: { GREETING } });
    const there = { port: server.port, transport };
    await codesOf(3, there);
    pass(10_000);
    const probe = await codesOf(2, there);
    pass(10_000);
    const sent = await Promise.all(['1', '2'].map((name) => codeOf({ ...there, octets: text(name) })));

    assert.deepEqual(probe, ['server-unreachable', 'server-unavailable']);
    assert.deepEqual(sent.toSorted(), ['sent', 'server-unavailable']);
    assert.deepEqual([await codeOf({ ...there, octets: text('3') }), texts(server).at(-1)], ['sent', '3']);
    assert.equal(server.messages.length, 2);
  });

  it('is no reason to leave another alone, nor the same one with another security', async (t) => {
    const { transport } = createPatientTransport(t);
    const server = await startScriptedServer(t);
    await codesOf(4, { port: await findFreePort(), transport });
    await codesOf(4, { port: server.port, transport, security: 'ssl', limits: { connectMs: 100 } });

    assert.equal(await codeOf({ port: server.port, transport }), 'sent');
  });
});

describe('A sending server that answers', () => {
  for (const [what, answers] of [
    ['refuses the login', { AUTH: '535 no' }],
    ['refuses the message', { MAIL: '550 no' }],
    ['leaves the end of the message unanswered', { END: ({ drop }: Conversation) => drop() }],
  ] as const) {
    it(`is asked each time when it ${what}`, async (t) => {
      const { transport } = createPatientTransport(t);
      const server = await startScriptedServer(t, { answers });
      const codes = await codesOf(5, { port: server.port, transport });

      assert.deepEqual([new Set(codes).size, server.connectionCount], [1, 5]);
    });
  }
});
