/** What all memories of sign-ins promise, whatever is behind them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  CLIENT_STANDING_MS,
  type SignInRefusal,
} from '../../../src/application/ports/state/sign-in-outcomes.ts';
import type { OpenState } from './state-under-test.ts';

const MINUTE_MS = 60_000;
const REFUSAL: SignInRefusal = {
  code: 'authentication-failed',
  details: {
    detail: 'The mail server refuses the login ✓.',
    tokenProblem: { error: 'invalid_token', scope: 'mail' },
    challenge: { status: '400' },
  },
};

async function setUp(open: OpenState) {
  const { state, pass } = await open();
  const { signInOutcomes: outcomes } = state;
  const refuse = (login = 'ann') => outcomes.refuse({ login, refusal: REFUSAL });
  /** For how many minutes the refusal counts from now on. */
  const refusedMinutes = async () => {
    let minutes = 0;
    for (; (await outcomes.findRefusal('ann')) !== null; minutes += 1) pass(MINUTE_MS);
    return minutes;
  };
  return { outcomes, pass, refuse, refusedMinutes };
}

/** Runs the contract. */
export function signInOutcomesContract(name: string, open: OpenState): void {
  describe(`SignInOutcomes contract, logins: ${name}`, () => {
    it('returns the refusal of exactly one login', async () => {
      const { outcomes, refuse } = await setUp(open);
      await refuse();

      assert.deepEqual(await outcomes.findRefusal('ann'), REFUSAL);
      assert.equal(await outcomes.findRefusal('bob'), null);
    });

    it('lets a refusal count for a minute, and each further one twice as long, up to eight minutes', async () => {
      const { refuse, refusedMinutes } = await setUp(open);

      const minutes = [];
      for (let times = 0; times < 5; times += 1) {
        await refuse();
        minutes.push(await refusedMinutes());
      }

      assert.deepEqual(minutes, [1, 2, 4, 8, 8]);
    });

    it('starts again half an hour after a refusal has ended', async () => {
      const { pass, refuse, refusedMinutes } = await setUp(open);
      await refuse();
      pass(31 * MINUTE_MS);

      await refuse();

      assert.equal(await refusedMinutes(), 1);
    });

    it('forgets the refusals of a login that is accepted', async () => {
      const { outcomes, refuse, refusedMinutes } = await setUp(open);
      await refuse();
      await outcomes.accept('ann');
      const accepted = await outcomes.findRefusal('ann');

      await refuse();

      assert.equal(accepted, null);
      assert.equal(await refusedMinutes(), 1);
    });
  });
  standingContract(name, open);
}

function standingContract(name: string, open: OpenState): void {
  describe(`SignInOutcomes contract, clients: ${name}`, () => {
    it('keeps the standing of each client for five minutes', async () => {
      const { outcomes, pass } = await setUp(open);
      await outcomes.recordStanding({ client: 'one', standing: 'accepted' });
      await outcomes.recordStanding({ client: 'two', standing: 'failed' });
      pass(CLIENT_STANDING_MS - 1);
      const find = () => Promise.all(['one', 'two', 'three'].map((client) => outcomes.findStanding(client)));
      const before = await find();
      pass(1);

      assert.deepEqual(before, ['accepted', 'failed', null]);
      assert.deepEqual(await find(), [null, null, null]);
    });

    it('lets a failure count more, before and after a login was accepted', async () => {
      const { outcomes, pass } = await setUp(open);
      const record = (standing: 'accepted' | 'failed') =>
        outcomes.recordStanding({ client: 'one', standing });
      await record('accepted');
      await record('failed');
      const after = await outcomes.findStanding('one');
      pass(MINUTE_MS);
      await record('accepted');
      const before = await outcomes.findStanding('one');
      pass(CLIENT_STANDING_MS - MINUTE_MS);

      assert.deepEqual([after, before], ['failed', 'failed']);
      assert.equal(await outcomes.findStanding('one'), 'accepted');
    });
  });
}
