/** A small storm of wrong sign-ins; `npm run soak -- sign-in-storm` raises the large ones. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { startSandbox } from 'posthorn-sandbox';
import { createPosthorn } from '../../src/composition/create-posthorn.ts';
import { readSettings } from '../../src/config/load-settings.ts';
import type { MailAccountId } from '../../src/domain/mail-account.ts';
import { basic, raiseStorm } from '../support/sign-in-storm.ts';

const PATH = '/rest-api-email/v1/MailAccounts/mail';
const NEWCOMERS = ['bob@example.org', 'carol@example.org'];

/** A server with room for few sessions beside that of Ann, who is signed in. */
async function startServer(t: TestContext) {
  const names = ['ann@example.org', 'user0@example.org', ...NEWCOMERS];
  const sandbox = await startSandbox({ users: names.map((name) => ({ name, password: 'secret' })) });
  const posthorn = createPosthorn({
    settings: readSettings({
      AUTH_PROVIDER: 'single-imap-user',
      LOG_LEVEL: 'silent',
      APP_SESSIONS_TOTAL: '4',
    }),
    mailServers: [
      {
        id: 'mail' as MailAccountId,
        inbox: { type: 'IMAP', host: '127.0.0.1', port: sandbox.imapPort, isTls: false },
        patterns: [{ source: 'all', matches: () => true }],
        roots: [],
      },
    ],
    extraRoots: [],
  });
  t.after(async () => {
    await posthorn.close();
    await sandbox.close();
  });
  return posthorn.server;
}

describe('A storm of wrong sign-ins', () => {
  for (const [addresses, users] of [
    [1, 1],
    [20, 100],
  ] as const) {
    it(`from ${addresses} addresses as ${users} users keeps nobody out`, async (t) => {
      const server = await startServer(t);

      const report = await raiseStorm({
        server,
        path: PATH,
        signedIn: basic('ann@example.org', 'secret'),
        newLogins: NEWCOMERS.map((name) => basic(name, 'secret')),
        wrongLogins: 100,
        addresses,
        users,
      });

      assert.deepEqual(report.rightStatuses, [200]);
      assert.deepEqual(report.wrongStatuses, addresses === 1 ? [401, 429] : [401]);
      // The bound of the long storms is two seconds; here the machine may be busy with other tests.
      assert.ok(report.slowestNewLogin < 8_000, `${report.slowestNewLogin}`);
    });
  }
});
