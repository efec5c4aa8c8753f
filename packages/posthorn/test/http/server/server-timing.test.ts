import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTestServer, get, V0 } from '../test-server.ts';

describe('Server-Timing', () => {
  it('tells the total time of every answer', async (t) => {
    const app = createTestServer(t);

    const answers = await Promise.all(
      ['/health', `${V0}/MailAccounts`, '/nowhere'].map((url) => get(app, url)),
    );

    assert.ok(answers.every(({ headers }) => /^total;dur=\d+\.\d$/.test(String(headers['server-timing']))));
  });

  it('tells what was measured for the request beside it', async (t) => {
    const signals: AbortSignal[] = [];
    const app = createTestServer(t, {
      options: {
        timingSource: (signal) => {
          signals.push(signal);
          return [{ name: 'imap', durationMs: 12.34, description: '2 round trips' }, { name: 'cache' }];
        },
      },
    });

    const { headers } = await get(app, `${V0}/MailAccounts`);

    assert.match(
      String(headers['server-timing']),
      /^total;dur=\d+\.\d, imap;dur=12\.3;desc="2 round trips", cache$/,
    );
    assert.ok(signals[0] instanceof AbortSignal);
  });
});
