import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MailError } from '../../src/domain/mail-error.ts';
import { ServerBreaker } from '../../src/domain/server-breaker.ts';
import { serverUnreachable } from '../../src/domain/server-unreachable.ts';

/** A breaker that opens after three failures, for a second. */
function breakerWith() {
  let now = 0;
  let asked = 0;
  const breaker = new ServerBreaker({ now: () => now, failures: 3, openMs: 1_000 });
  const attempt = (outcome?: unknown, server = 'imap.example:993'): Promise<string> =>
    breaker
      .run(server, async () => {
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

describe('ServerBreaker', () => {
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
      breaker.run('imap.example:993', async () => undefined),
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
});
