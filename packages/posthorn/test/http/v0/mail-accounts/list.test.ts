import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { authProvider, createTestServer, get, smallMailStore, V0 } from '../../test-server.ts';

describe('GET MailAccounts', () => {
  it('answers the account with both names of its root folders and without passwords', async (t) => {
    const answer = await get(createTestServer(t), `${V0}/MailAccounts?_dc=1`);

    assert.equal(answer.statusCode, 200);
    assert.deepEqual(answer.json(), {
      success: true,
      data: [
        {
          id: 'gmail',
          type: 'MailAccount',
          name: 'jane@example.org',
          from: { name: 'jane@example.org', address: 'jane@example.org' },
          replyTo: { name: 'jane@example.org', address: 'jane@example.org' },
          inbox_type: 'IMAP',
          inbox_address: 'imap.example.org',
          inbox_port: 993,
          inbox_user: 'jane@example.org',
          inbox_ssl: true,
          outbox_address: 'smtp.example.org',
          outbox_port: 465,
          outbox_user: 'jane@example.org',
          outbox_secure: 'ssl',
          root: ['INBOX'],
          subscriptions: ['INBOX'],
        },
      ],
    });
  });

  it('answers an empty list to a client that keeps its accounts to itself', async (t) => {
    const mailStore = smallMailStore();
    const app = createTestServer(t, { mailStore, authProvider: { ...authProvider, listAccounts: () => [] } });

    const answer = await get(app, `${V0}/MailAccounts`);

    assert.deepEqual(answer.json(), { success: true, data: [] });
    assert.deepEqual(mailStore.calls, []);
  });
});
