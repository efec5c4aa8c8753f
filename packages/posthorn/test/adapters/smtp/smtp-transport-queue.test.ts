/** Submissions that wait for each other, and the end of a transport. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Conversation } from './scripted-smtp-server.ts';
import { codeOf, submit } from './submission-under-test.ts';
import { openScene, text, texts } from './transport-scene.ts';

/** Holds the reply to each final dot back until the test lets it go. */
function heldReplies() {
  const held: (() => void)[] = [];
  const arrivals: (() => void)[] = [];
  let count = 0;
  return {
    END(conversation: Conversation) {
      count += 1;
      held.push(() => conversation.send('250 2.0.0 taken\r\n'));
      for (const arrive of arrivals.splice(0)) arrive();
    },
    /** Settles when so many messages have come to their end. */
    async arrived(messages: number): Promise<void> {
      while (count < messages) await new Promise<void>((resolve) => arrivals.push(resolve));
    },
    letGo: () => held.shift()?.(),
  };
}

describe('Submissions with the same credentials', () => {
  it('have two connections at most', async (t) => {
    const held = heldReplies();
    const { server, there } = await openScene(t, { answers: { END: held.END } });

    const submissions = ['1', '2', '3'].map((name) => codeOf({ ...there, octets: text(name) }));
    await held.arrived(2);
    assert.equal(server.connectionCount, 2);
    held.letGo();
    await held.arrived(3);
    held.letGo();
    held.letGo();

    assert.deepEqual(await Promise.all(submissions), ['sent', 'sent', 'sent']);
    assert.equal(server.connectionCount, 2);
  });

  it('go out in the order of their coming', async (t) => {
    const { server, there } = await openScene(t, {}, { poolLimits: { maxPerAccount: 1 } });
    const names = ['1', '2', '3', '4', '5'];

    await Promise.all(names.map((name) => submit({ ...there, octets: text(name) })));

    assert.deepEqual(texts(server), names);
    assert.equal(server.connectionCount, 1);
  });

  it('do not wait longer than a wait may take', async (t) => {
    const held = heldReplies();
    const poolLimits = { maxPerAccount: 1, waitMs: 30 };
    const { server, there } = await openScene(t, { answers: { END: held.END } }, { poolLimits });

    const first = codeOf(there);
    await held.arrived(1);
    assert.equal(await codeOf(there), 'too-many-connections');
    held.letGo();

    assert.equal(await first, 'sent');
    assert.equal(server.messages.length, 1);
  });

  it('do not wait longer than a submission may take', async (t) => {
    const held = heldReplies();
    const given = { poolLimits: { maxPerAccount: 1 }, limits: { submissionMs: 500 } };
    const { server, there } = await openScene(t, { answers: { END: held.END } }, given);
    // Code that runs for the first time would let the two submissions begin far apart.
    const earlier = codeOf(there);
    await held.arrived(1);
    held.letGo();
    assert.equal(await earlier, 'sent');

    const startedAt = performance.now();
    const codes = await Promise.all([codeOf(there), codeOf(there)]);
    assert.ok(performance.now() - startedAt < 950);
    await wait(50);
    // One that began later has the connection for as long, and may be sent.
    const isSent = server.messages.length === 3;
    assert.deepEqual(codes, ['submission-uncertain', isSent ? 'submission-uncertain' : 'server-timeout']);
  });

  it('leave the line when their signal aborts, and the next one moves up', async (t) => {
    const reason = new Error('The client went away.');
    const controller = new AbortController();
    const held = heldReplies();
    const { server, there } = await openScene(
      t,
      { answers: { END: held.END } },
      { poolLimits: { maxPerAccount: 1 } },
    );

    const first = codeOf({ ...there, octets: text('1') });
    await held.arrived(1);
    const second = submit({ ...there, octets: text('2'), signal: controller.signal });
    const third = codeOf({ ...there, octets: text('3') });
    controller.abort(reason);
    await assert.rejects(second, reason);
    held.letGo();
    await held.arrived(2);
    held.letGo();

    assert.deepEqual(await Promise.all([first, third]), ['sent', 'sent']);
    assert.deepEqual(texts(server), ['1', '3']);
  });

  it('get the place of one that failed', async (t) => {
    const { server, there } = await openScene(
      t,
      { answers: { AUTH: '535 5.7.8 no' } },
      { poolLimits: { maxPerAccount: 1 } },
    );

    const codes = await Promise.all([codeOf(there), codeOf(there), codeOf(there)]);

    assert.deepEqual(codes, Array(3).fill('authentication-failed'));
    assert.equal(server.connectionCount, 3);
  });
});

describe('SmtpTransport.close', () => {
  it('says goodbye on idle connections at once', async (t) => {
    const { server, transport, there } = await openScene(t, {});
    await submit(there);

    await transport.close();
    await server.closed;

    assert.equal(server.lines.at(-1), 'QUIT');
  });

  it('waits for the submission that runs, and refuses those that wait or come', async (t) => {
    const held = heldReplies();
    const { server, transport, there } = await openScene(
      t,
      { answers: { END: held.END } },
      { poolLimits: { maxPerAccount: 1 } },
    );
    const running = codeOf(there);
    await held.arrived(1);
    const waiting = codeOf(there);
    const events: string[] = [];

    const closing = transport.close().then(() => events.push('closed'));
    assert.deepEqual([await waiting, await codeOf(there)], ['server-unavailable', 'server-unavailable']);
    events.push('let go');
    held.letGo();
    await closing;

    assert.deepEqual(events, ['let go', 'closed']);
    assert.equal(await running, 'sent');
    await server.closed;
    assert.equal(server.lines.at(-1), 'QUIT');
  });

  it('waits no longer than the deadline of the submission', async (t) => {
    const held = heldReplies();
    const limits = { submissionMs: 100 };
    const { transport, there } = await openScene(t, { answers: { END: held.END } }, { limits });
    const running = codeOf(there);
    await held.arrived(1);

    await transport.close();

    assert.equal(await running, 'submission-uncertain');
  });
});
