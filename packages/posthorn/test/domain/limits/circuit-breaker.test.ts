import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MailError } from '../../../src/domain/errors/mail-error.ts';
import { serverUnreachable } from '../../../src/domain/errors/server-unreachable.ts';
import { CircuitBreaker } from '../../../src/domain/limits/circuit-breaker.ts';
import type { ServerKey } from '../../../src/domain/limits/limit-keys.ts';

/** A breaker that opens after three failures, for a second. */
function breakerWith(random = 0) {
  let now = 0;
  let asked = 0;
  const breaker = new CircuitBreaker({ now: () => now, failures: 3, openMs: 1_000, random: () => random });
  const attempt = (outcome?: unknown, server: string = 'imap.example:993'): Promise<string> =>
    breaker
      .run(server as ServerKey, async () => {
        asked += 1;
        if (outcome !== undefined) throw outcome;
        return 'reached';
      })
      .catch((error: unknown) => (error instanceof MailError ? error.code : String(error)));
  const times = async (count: number, outcome?: unknown): Promise<readonly string[]> => {
    const results: string[] = [];
    for (let index = 0; index < count; index += 1) results.push(await attempt(outcome));
    return results;
  };
  return { breaker, attempt, times, asked: () => asked, pass: (ms: number) => (now += ms) };
}

const refused = new MailError('authentication-failed', { detail: 'no' });

describe('CircuitBreaker', () => {
  it('leaves a server alone after failures in a row, and no other server', async () => {
    const { times, attempt, asked, breaker } = breakerWith();

    assert.deepEqual(await times(5, serverUnreachable()), [
      ...Array.from({ length: 3 }, () => 'server-unreachable'),
      'server-unavailable',
      'server-unavailable',
    ]);
    assert.deepEqual([asked(), breaker.openCount], [3, 1]);
    assert.equal(await attempt(undefined, 'other.example:993'), 'reached');
  });

  it('says when the next attempt makes sense', async () => {
    const { times, breaker, pass } = breakerWith();
    await times(3, serverUnreachable());
    pass(100);

    await assert.rejects(
      breaker.run('imap.example:993' as ServerKey, async () => undefined),
      (error: MailError) => error.details.retryAfterSeconds === 1,
    );
  });

  it('lets one attempt through after a while, which decides', async () => {
    const { times, attempt, pass } = breakerWith();
    await times(3, serverUnreachable());
    pass(1_000);

    assert.deepEqual(await times(2, serverUnreachable()), ['server-unreachable', 'server-unavailable']);
    pass(1_000);
    assert.deepEqual([await attempt(), ...(await times(2))], ['reached', 'reached', 'reached']);
  });

  it('counts failures in a row only', async () => {
    const { times } = breakerWith();
    await times(2, serverUnreachable());
    await times(1, refused);
    await times(2, serverUnreachable());

    assert.deepEqual(await times(1), ['reached']);
  });

  it('takes a request that was given up for no sign', async () => {
    const { times } = breakerWith();
    await times(2, serverUnreachable());
    await times(5, new Error('gone'));

    assert.deepEqual(await times(2, serverUnreachable()), ['server-unreachable', 'server-unavailable']);
  });

  const slowDown = (retryAfterSeconds?: number) =>
    new MailError('rate-limited', { detail: 'slow', ...(retryAfterSeconds && { retryAfterSeconds }) });

  it('makes one attempt in each pause that a server asks for, each twice as long, up to five minutes', async () => {
    const { times, asked, pass } = breakerWith();

    const pausesSeconds = [30, 60, 120, 240, 300, 300];
    for (const [index, seconds] of pausesSeconds.entries()) {
      assert.deepEqual(await times(3, slowDown(30)), ['rate-limited', 'rate-limited', 'rate-limited']);
      assert.equal(asked(), index + 1);
      pass(seconds * 1_000 - 1);
      await times(1, slowDown(30));
      assert.equal(asked(), index + 1, `none within ${seconds} s`);
      pass(1);
    }
  });

  it('makes one pause of attempts that are refused together', async () => {
    const { breaker, attempt } = breakerWith();

    await Promise.all(Array.from({ length: 3 }, () => attempt(slowDown())));

    assert.throws(
      () => breaker.requireAttempt('imap.example:993' as ServerKey),
      (error: MailError) => error.details.retryAfterSeconds === 10,
    );
  });

  it('waits as long as the longest that a server suggests to attempts that are refused together', async () => {
    for (const seconds of [
      [900, 30],
      [30, 900],
    ]) {
      const { breaker, attempt } = breakerWith();

      await Promise.all(seconds.map((each) => attempt(slowDown(each))));

      assert.throws(
        () => breaker.requireAttempt('imap.example:993' as ServerKey),
        (error: MailError) => error.details.retryAfterSeconds === 900,
      );
    }
  });

  it('waits as long as the server suggests, and ten seconds where it suggests nothing', async () => {
    const { attempt, breaker } = breakerWith();
    await attempt(slowDown(900), 'long.example:993');
    await attempt(slowDown(), 'silent.example:993');

    for (const [server, seconds] of [
      ['long.example:993' as ServerKey, 900],
      ['silent.example:993' as ServerKey, 10],
    ] as const) {
      assert.throws(
        () => breaker.requireAttempt(server),
        (error: MailError) => error.code === 'rate-limited' && error.details.retryAfterSeconds === seconds,
      );
    }
  });

  it('makes pauses longer by chance, never shorter', async () => {
    const { attempt, breaker } = breakerWith(0.999);
    await attempt(slowDown(100));

    assert.throws(
      () => breaker.requireAttempt('imap.example:993' as ServerKey),
      (error: MailError) => error.details.retryAfterSeconds === 125,
    );
  });

  it('forgets the pauses once an attempt has succeeded', async () => {
    const { times, pass, asked } = breakerWith();
    await times(1, slowDown(30));
    pass(30_000);
    await times(1);
    await times(1, slowDown(30));
    pass(30_000);

    assert.deepEqual([await times(1), asked()], [['reached'], 4]);
  });
});
