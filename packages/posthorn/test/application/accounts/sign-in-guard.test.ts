import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSignInGuard, type SignInAttempt } from '../../../src/application/accounts/sign-in-guard.ts';
import { DEFAULT_QUEUE_LIMITS } from '../../../src/application/accounts/sign-in-queue.ts';
import type { LoginKey } from '../../../src/domain/accounts/login-key.ts';
import { MailError, type MailErrorCode } from '../../../src/domain/errors/mail-error.ts';
import { serverKey } from '../../../src/domain/limits/limit-keys.ts';
import { createTestState } from '../../support/memory-state.ts';

const { signal } = new AbortController();
const SERVER = serverKey({ host: 'mail.example', port: 993 });
const SAME = 'same' as LoginKey;
const TRUSTED = '192.0.2.99';
const MINUTE_MS = 60_000;

/** A guard with a clock that stands still and pauses that are written down. */
function guarded(failuresPerMinute = 20) {
  let now = 0;
  let configuration = {};
  const pauses: number[] = [];
  const guard = createSignInGuard({
    ...createTestState(() => now),
    failuresPerMinute,
    isTrusted: (address) => address === TRUSTED,
    configuration: () => configuration,
    queueLimits: { ...DEFAULT_QUEUE_LIMITS, turnMs: 0, paceMs: 0 },
    now: () => now,
    pause: async (ms) => pauses.push(ms),
    random: () => 0.5,
  });
  let attempts = 0;
  const attemptOf = (attempt: Partial<SignInAttempt>): SignInAttempt => {
    attempts += 1;
    const made = {
      key: String(attempts) as LoginKey,
      client: '192.0.2.1',
      user: 'jane',
      origin: 'operator',
    } as const;
    return { ...made, server: SERVER, isKnown: () => false, refusal: async () => undefined, ...attempt };
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
  return {
    guard,
    attemptOf,
    signIn,
    times,
    pauses,
    pass: (ms: number) => (now += ms),
    reload: () => (configuration = {}),
  };
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

  it('refuses what the mail store remembers without asking and without counting', async () => {
    const { signIn, times } = guarded();
    const refusal = async () => new MailError('authentication-failed', { detail: 'no' });

    const results = await times(50, () => signIn('right', { refusal }));

    assert.deepEqual(tally(results), { 'authentication-failed': 50 });
    assert.equal(await signIn(), 'accepted');
  });

  it('counts an unknown user once as long as a wrong password is remembered, and until the configuration changes', async () => {
    const { signIn, times, reload, pass } = guarded();
    const unknown = { key: SAME, server: null, origin: undefined };

    assert.deepEqual(tally(await times(50, () => signIn(unknownUser, unknown))), {
      'authentication-failed': 50,
    });
    assert.equal(await signIn('right', unknown), 'authentication-failed');
    reload();
    assert.equal(await signIn('right', unknown), 'accepted');
    await signIn(unknownUser, unknown);
    pass(MINUTE_MS);
    assert.equal(await signIn('right', unknown), 'accepted');
  });

  it('lets all wait that sign in at once, and refuses none before one has failed', async () => {
    const { guard, attemptOf } = guarded();
    let [underWay, most] = [0, 0];
    const work = async (): Promise<string> => {
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise((resolve) => setTimeout(resolve, 20));
      underWay -= 1;
      return 'accepted';
    };

    const results = await Promise.all(
      Array.from({ length: 60 }, (_, index) => guard.run(attemptOf({ user: `user${index}` }), work, signal)),
    );

    assert.deepEqual(tally(results), { accepted: 60 });
    assert.ok(most <= 20, `${most}`);
  });

  it('lets no more fail that begin at once than one after the other', async () => {
    const { signIn } = guarded();
    const slow = (): Promise<string> => new Promise((resolve) => setTimeout(resolve, 5, 'x'));

    const results = await Promise.all(
      Array.from({ length: 40 }, (_, index) => slow().then(() => signIn(wrong, { user: `user${index}` }))),
    );

    assert.deepEqual(tally(results), { 'authentication-failed': 20, 'rate-limited': 20 });
  });

  it('takes all spellings of a user for one', async () => {
    const { signIn, times } = guarded();
    const users = ['Jane@example.org', 'jane@EXAMPLE.org', 'JANE@example.org.', 'jane@example.org'];

    const results = await times(8, (index) => signIn(wrong, { user: users[index % 4] ?? '' }));

    assert.deepEqual(tally(results), { 'authentication-failed': 5, 'rate-limited': 3 });
  });

  it('counts the failures of a client that is trusted for each of its users only', async () => {
    const { signIn, times } = guarded();
    const client = TRUSTED;

    assert.deepEqual(tally(await times(60, (index) => signIn(wrong, { client, user: `user${index}` }))), {
      'authentication-failed': 60,
    });
    assert.deepEqual(tally(await times(7, () => signIn(wrong, { client, user: 'bob' }))), {
      'authentication-failed': 5,
      'rate-limited': 2,
    });
    assert.equal(await signIn('right', { client, user: 'ann' }), 'accepted');
  });

  it('says whose failures were too many', async () => {
    const { guard, attemptOf, signIn, times } = guarded();
    const refusalOf = (user: string) =>
      guard
        .run(attemptOf({ user }), async () => '', signal)
        .catch((error: MailError) => error.details.detail);
    await times(5, () => signIn(wrong));
    assert.equal(await refusalOf('jane'), 'Too many sign-ins of this user have failed.');

    await times(15, (index) => signIn(wrong, { user: `user${index}` }));
    assert.equal(await refusalOf('ann'), 'Too many sign-ins from this address have failed.');
  });

  it('makes one attempt of those that are equal and made at once', async () => {
    const { guard, attemptOf } = guarded();
    const asked: string[] = [];
    const run = (outcome: () => Promise<string>, refusal: SignInAttempt['refusal']) =>
      guard.run(
        attemptOf({ key: SAME, refusal }),
        async () => {
          asked.push('asked');
          return outcome();
        },
        signal,
      );

    const refusal = async () => (asked.length > 0 ? wrong : undefined);
    const wrongOnes = await Promise.allSettled(
      Array.from({ length: 30 }, () => run(() => Promise.reject(wrong), refusal)),
    );

    assert.deepEqual(
      [asked.length, new Set(wrongOnes.map(({ status }) => status))],
      [1, new Set(['rejected'])],
    );
  });

  it('runs those that are equal and right, however many there are at once', async () => {
    const { guard, attemptOf } = guarded();

    const results = await Promise.all(
      Array.from({ length: 30 }, () => guard.run(attemptOf({ key: SAME }), async () => 'accepted', signal)),
    );

    assert.deepEqual(tally(results), { accepted: 30 });
  });

  it('tries again when the one that was under way was given up', async () => {
    const { guard, attemptOf } = guarded();
    const given = guard.run(attemptOf({ key: SAME }), () => Promise.reject(new Error('gone')), signal);
    const other = guard.run(attemptOf({ key: SAME }), async () => 'accepted', signal);

    await assert.rejects(given, /gone/);
    assert.equal(await other, 'accepted');
  });

  const COUNTED: readonly (readonly [MailErrorCode, SignInAttempt['origin'], boolean])[] = [
    ['authentication-failed', 'operator', true],
    ['mail-account-unknown', 'operator', false],
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
    pauses.length = 0;

    await signIn(unknownUser, { user: 'nobody', server: null });
    await signIn(unknownUser, { user: 'nobody', server: null }, 500);

    assert.deepEqual(pauses, [2_000, 1_500]);
  });

  it('takes equally long for all refusals before the first one of a mail server was measured', async () => {
    const { signIn, pauses } = guarded();

    await signIn(unknownUser, { user: 'nobody', server: null });
    await signIn(wrong, {}, 500);
    await signIn(wrong, {}, 500);

    // Half of the second over which the first ones are spread.
    assert.deepEqual(pauses, [3_500, 3_000]);
  });

  it('refuses what is remembered as late, and others at once', async () => {
    const { signIn, pauses } = guarded();
    await signIn(wrong, {}, 2_000);
    pauses.length = 0;

    await signIn('right', { refusal: async () => unknownUser });
    await signIn(failure('server-unreachable'));

    assert.deepEqual(pauses, [2_000]);
  });
});
