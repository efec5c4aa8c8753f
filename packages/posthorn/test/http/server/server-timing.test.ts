import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTestServer, get, V0 } from '../test-server.ts';

describe('Server-Timing', () => {
  it('has the total time of every answer', async (t) => {
    const app = createTestServer(t);

    const answers = await Promise.all(
      ['/health', `${V0}/MailAccounts`, '/nowhere'].map((url) => get(app, url)),
    );

    assert.ok(answers.every(({ headers }) => /^total;dur=\d+\.\d, /.test(String(headers['server-timing']))));
  });

  it('has the costs of the request at mail servers', async (t) => {
    const costs = { roundTrips: 2, sentOctets: 30, receivedOctets: 400 };
    const requestObserver = {
      begin: () => ({ costs, run: (step: () => void) => step(), end: () => undefined }),
    };
    const app = createTestServer(t, { options: { requestObserver } });

    const { headers } = await get(app, `${V0}/MailAccounts`);

    assert.match(
      String(headers['server-timing']),
      /^total;dur=\d+\.\d, imap;desc="2 round trips, 30 octets sent, 400 received"$/,
    );
  });
});
