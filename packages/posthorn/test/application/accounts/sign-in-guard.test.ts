import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTokenBuckets } from '../../../src/adapters/limits/token-buckets.ts';
import { createSignInGuard, type SignInAttempt } from '../../../src/application/accounts/sign-in-guard.ts';
import { MailError, type MailErrorCode } from '../../../src/domain/mail-error.ts';

const { signal } = new AbortController();
const MINUTE_MS = 60_000;

/** A guard with a clock that stands still and pauses that are written down. */
function guarded(failuresPerMinute = 20) {
  let now = 0;
  const pauses: number[] = [];
  const guard = createSignInGuard({
    rateLimits: createTokenBuckets(() => now),
    failuresPerMinute,
    now: () => now,
    pause: async (ms) => pauses.push(ms),
  });
  let attempts = 0;
  const attemptOf = (attempt: Partial<SignInAttempt>): SignInAttempt => {
    attempts += 1;
    return { key: String(attempts), client: '192.0.2.1', user: 'jane', origin: 'operator', ...attempt };
  };
  /** What becomes of the sign-in, at a server that takes that long. */
  const signIn = async (
    outcome: 'right' | Error = 'right',
    attempt: Partial<SignInAttempt> = {},
    tookMs = 0,
  ): Promise<string> => {
    const work = async (): Promise<string> => {
      now += tookMs;
      if (outcome !== 'right') throw outcome;
      return 'accepted';
    };
    return guard.run(attemptOf(attempt), work, signal).catch((error: unknown) => {
      return error instanceof MailError ? error.code : String(error);
    });
  };
  const times = async (
    count: number,
    one: (index: number) => Promise<string>,
  ): Promise<readonly string[]> => {
    const results: string[] = [];
    for (let index = 0; index < count; index += 1) results.push(await one(index));
    return results;
  };
  return { guard, attemptOf, signIn, times, pauses, pass: (ms: number) => (now += ms) };
}

const failure = (code: MailErrorCode): MailError =>
  new MailError(code, { detail: 'no' }, { cause: new Error() });
/** As the mail server refuses. */
const wrong = failure('authentication-failed');
/** As a provider refuses that knows no server for the user. */
const unknownUser = new MailError('authentication-failed', { detail: 'no' });

const tally = (results: readonly string[]): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const result of results) counts[result] = (counts[result] ?? 0) + 1;
  return counts;
};

describe('A sign-in guard', () => {
  it('lets one client fail five times a minute as one user, and twenty times as all', async () => {
    const { signIn, times, pass } = guarded();
    const asOne = await times(10, () => signIn(wrong));
    const asAll = await times(20, (index) => signIn(wrong, { user: `user${index}` }));

    assert.deepEqual(tally(asOne), { 'authentication-failed': 5, 'rate-limited': 5 });
    assert.deepEqual(tally(asAll), { 'authentication-failed': 15, 'rate-limited': 5 });
    pass(MINUTE_MS);
    assert.equal(await signIn(wrong), 'authentication-failed');
  });

  it('says when the next one makes sense', async () => {
    const { guard, attemptOf, signIn, times } = guarded();
    await times(5, () => signIn(wrong));

    await assert.rejects(
      guard.run(attemptOf({}), async () => undefined, signal),
      (error: MailError) => error.details.retryAfterSeconds === 12,
    );
  });

  it('takes all addresses of an IPv6 network for one client', async () => {
    const { signIn, times } = guarded();

    const results = await times(6, (index) => signIn(wrong, { client: `2001:db8::${index}` }));

    assert.equal(results.at(-1), 'rate-limited');
  });

  it('does not count those that are right', async () => {
    const { signIn, times } = guarded();

    assert.deepEqual(tally(await times(100, () => signIn())), { accepted: 100 });
  });

  it('gives no failures back for those that are right', async () => {
    const { signIn, times } = guarded();
    await times(4, () => signIn(wrong));
    await times(10, () => signIn());

    assert.deepEqual(await times(2, () => signIn(wrong)), ['authentication-failed', 'rate-limited']);
  });

  it('lets a user in from elsewhere whom many clients attack', async () => {
    const { signIn, times } = guarded();
    let host = 0;
    const attack = () => times(5, () => signIn(wrong, { client: `198.51.100.${host % 200}` }));
    for (; host < 200; host += 1) await attack();

    assert.equal(await signIn('right', { client: '203.0.113.7' }), 'accepted');
    assert.equal(await signIn('right', { user: 'bob', client: '203.0.113.7' }), 'accepted');
  });

  it('lets each client fail once a minute as a user whom many clients attack', async () => {
    const { signIn, times } = guarded();
    let host = 0;
    for (; host < 6; host += 1) await times(5, () => signIn(wrong, { client: `198.51.100.${host}` }));

    const results = await times(2, () => signIn(wrong, { client: '198.51.100.100' }));

    assert.deepEqual(results, ['authentication-failed', 'rate-limited']);
  });

  it('refuses the same password again without asking and without counting', async () => {
    const { guard, attemptOf, signIn, times, pass } = guarded();
    let asked = 0;
    const ask = () =>
      guard
        .run(
          attemptOf({ key: 'same' }),
          async () => {
            asked += 1;
            throw wrong;
          },
          signal,
        )
        .catch((error: MailError) => error.code);

    const results = await times(50, ask);

    assert.deepEqual([asked, tally(results)], [1, { 'authentication-failed': 50 }]);
    pass(MINUTE_MS);
    await ask();
    assert.deepEqual([asked, await signIn()], [2, 'accepted']);
  });

  it('makes one attempt of those that are equal and made at once', async () => {
    const { guard, attemptOf } = guarded();
    const asked: string[] = [];
    const run = (outcome: () => Promise<string>) =>
      guard.run(
        attemptOf({ key: 'same' }),
        async () => {
          asked.push('asked');
          return outcome();
        },
        signal,
      );

    const wrongOnes = await Promise.allSettled(
      Array.from({ length: 30 }, () => run(() => Promise.reject(wrong))),
    );

    assert.deepEqual(
      [asked.length, new Set(wrongOnes.map(({ status }) => status))],
      [1, new Set(['rejected'])],
    );
  });

  it('runs those that are equal and right, however many there are at once', async () => {
    const { guard, attemptOf } = guarded();

    const results = await Promise.all(
      Array.from({ length: 30 }, () => guard.run(attemptOf({ key: 'same' }), async () => 'accepted', signal)),
    );

    assert.deepEqual(tally(results), { accepted: 30 });
  });

  it('tries again when the one that was under way was given up', async () => {
    const { guard, attemptOf } = guarded();
    const given = guard.run(attemptOf({ key: 'same' }), () => Promise.reject(new Error('gone')), signal);
    const other = guard.run(attemptOf({ key: 'same' }), async () => 'accepted', signal);

    await assert.rejects(given, /gone/);
    assert.equal(await other, 'accepted');
  });

  const COUNTED: readonly (readonly [MailErrorCode, SignInAttempt['origin'], boolean])[] = [
    ['authentication-failed', 'operator', true],
    ['mail-account-unknown', 'operator', true],
    ['server-unreachable', 'operator', false],
    ['server-unreachable', 'client', true],
    ['server-timeout', 'client', true],
    ['invalid-parameter', 'client', true],
    ['too-many-connections', 'client', false],
    ['server-unavailable', 'client', false],
    ['rate-limited', 'operator', false],
  ];
  for (const [code, origin, isCounted] of COUNTED) {
    it(`${isCounted ? 'counts' : 'does not count'} ${code} at a server of the ${origin}`, async () => {
      const { signIn, times } = guarded();
      await times(5, () => signIn(failure(code), { origin }));

      assert.equal(await signIn(), isCounted ? 'rate-limited' : 'accepted');
    });
  }

  it('counts nothing outside of requests', async () => {
    const { signIn, times } = guarded();

    assert.deepEqual(tally(await times(50, () => signIn(wrong, { client: undefined }))), {
      'authentication-failed': 50,
    });
  });

  it('refuses an unknown user as late as the mail server refuses a wrong password', async () => {
    const { signIn, pauses } = guarded();
    await signIn(wrong, {}, 2_000);

    await signIn(unknownUser, { user: 'nobody' });
    await signIn(unknownUser, { user: 'nobody' }, 500);

    assert.deepEqual(pauses, [2_000, 1_500]);
  });

  it('refuses what it remembers as late, and others at once', async () => {
    const { signIn, pauses } = guarded();
    await signIn(wrong, { key: 'same' }, 2_000);
    assert.deepEqual(pauses, []);

    await signIn(wrong, { key: 'same' });
    await signIn(failure('server-unreachable'));

    assert.deepEqual(pauses, [2_000]);
  });
});
