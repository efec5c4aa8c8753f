/** Access tokens of a real OpenID provider, which Dovecot asks about them (RFC 7662). */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPosthorn, type Posthorn } from '../../src/composition/create-posthorn.ts';
import { readSettings } from '../../src/config/load-settings.ts';
import type { MailAccountId } from '../../src/domain/mail-account.ts';
import { type DovecotSubmission, startDovecotSubmission } from '../support/dovecot-submission.ts';
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts';
import { submissionStatus } from './submission-status.ts';

const ALICE = { name: 'alice@example.org', password: 'alice-secret' };
const COMMA = { name: 'a,b=c@x', password: 'secret' };
const FOLDERS = '/rest-api-email/v1/MailAccounts/dovecot/MailFolders';

for (const mechanism of ['xoauth2', 'oauthbearer']) {
  describe(`A token of an OpenID provider with ${mechanism}`, () => {
    let provider: IdentityProvider;
    let server: DovecotSubmission;
    let posthorn: Posthorn;
    before(async () => {
      provider = await startIdentityProvider();
      server = await startDovecotSubmission({
        users: [ALICE, COMMA],
        settings: provider.settings(mechanism),
      });
      const { dovecot } = server;
      posthorn = createPosthorn({
        settings: readSettings({ AUTH_PROVIDER: 'single-imap-user', LOG_LEVEL: 'silent', PORT: '0' }),
        mailServers: [
          {
            id: 'dovecot' as MailAccountId,
            inbox: { type: 'IMAP', host: 'localhost', port: dovecot.tlsPort ?? 0, isTls: true },
            outbox: { host: 'localhost', port: server.port, security: 'starttls' },
            patterns: [{ source: 'all', matches: () => true }],
            roots: [],
            auth: ['bearer'],
          },
        ],
        extraRoots: [dovecot.caPem ?? ''],
      });
    });
    after(async () => {
      await (posthorn as Posthorn | undefined)?.close();
      await (server as DovecotSubmission | undefined)?.stop();
      await (provider as IdentityProvider | undefined)?.close();
    });

    /** The statuses of a list and of a submission with this token. */
    async function statusesOf(token: string, user = ALICE.name): Promise<readonly number[]> {
      const headers = { authorization: `Bearer ${token}`, 'x-mail-user': user };
      const { statusCode } = await posthorn.server.inject({ url: FOLDERS, headers });
      return [statusCode, await submissionStatus(server, { user, token })];
    }

    it('is good for its user', async () => {
      assert.deepEqual(await statusesOf(await provider.issue({ user: ALICE.name })), [200, 200]);
    });

    it('is good for a user with a comma and an equals sign', async () => {
      assert.deepEqual(await statusesOf(await provider.issue({ user: COMMA.name }), COMMA.name), [200, 200]);
    });

    it('is refused for another user', async () => {
      assert.deepEqual(await statusesOf(await provider.issue({ user: COMMA.name })), [401, 401]);
    });

    it('is refused without the scope', async () => {
      const token = await provider.issue({ user: ALICE.name, scope: 'calendar' });

      assert.deepEqual(await statusesOf(token), [401, 401]);
    });

    it('is refused when it has expired', async () => {
      const token = await provider.issue({ user: ALICE.name, lifetimeSeconds: 1 });
      await sleep(1500);

      assert.deepEqual(await statusesOf(token), [401, 401]);
    });

    it('is refused when it was revoked', async () => {
      const token = await provider.issue({ user: ALICE.name });
      await provider.revoke(token);

      assert.deepEqual(await statusesOf(token), [401, 401]);
    });

    it('is not doubted while the provider is down', async () => {
      const token = await provider.issue({ user: ALICE.name });
      provider.isDown = true;
      const whileDown = await statusesOf(token);
      provider.isDown = false;

      assert.deepEqual(
        [whileDown, await statusesOf(token)],
        [
          [503, 503],
          [200, 200],
        ],
      );
    });
  });
}
