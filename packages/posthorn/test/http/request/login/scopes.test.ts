/** Requests of a principal whose scopes are not enough, in both versions. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createMailAccounts } from '../../../../src/application/accounts/mail-accounts.ts';
import {
  createLoginSource,
  createPrincipals,
  type KeyCredentials,
  type PrincipalSource,
} from '../../../../src/application/accounts/principals.ts';
import type { MailAccountId } from '../../../../src/domain/accounts/mail-account.ts';
import { MailError } from '../../../../src/domain/errors/mail-error.ts';
import { passwordLogin } from '../../../../src/domain/logins/login.ts';
import type { OwnerKey, Scope } from '../../../../src/domain/rights/principal.ts';
import type { AuditEntry } from '../../../../src/http/server/audit-log.ts';
import {
  AUTHORIZATION,
  accountOf,
  authProvider,
  createTestServer,
  INBOX,
  JANE,
  smallMailStore,
  type TestServerInput,
} from '../../test-server.ts';

const V1 = '/rest-api-email/v1';
const FLAGGED = { data: { type: 'MessageItem', id: 'x', attributes: { flagged: true } } };
const KEY = 'Bearer ph_k1_secret-1';

interface SentRequest {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly authorization?: string;
  readonly payload?: string;
}

/** A server with one API key, which has these scopes for Jane's account. */
function createKeyServer(t: TestContext, scopes: readonly Scope[], input: TestServerInput = {}) {
  let openings = 0;
  const open = () => {
    openings += 1;
    return accountOf(passwordLogin(JANE, 'secret'));
  };
  const key: PrincipalSource<KeyCredentials> = {
    async prove({ credentials: { id, secret } }) {
      if (id !== 'k1' || secret.reveal() !== 'secret-1') {
        throw new MailError('authentication-failed', { detail: 'There is no such key.' });
      }
      const accounts = new Set(['gmail' as MailAccountId]);
      return {
        principal: {
          kind: 'key',
          scopes: new Set(scopes),
          accounts,
          ownerKey: 'k1' as OwnerKey,
          name: 'The key',
        },
        openAccounts: async () => [open()],
        openAccount: async () => open(),
        soleAccount: async () => 'gmail' as MailAccountId,
      };
    },
  };
  const mailStore = smallMailStore();
  const login = createLoginSource(createMailAccounts({ authProvider, mailStore }));
  const principals = createPrincipals({ login, key });
  const app = createTestServer(t, { ...input, mailStore, services: { principals } });
  const send = ({ method = 'GET', url, authorization = KEY, payload }: SentRequest) =>
    app.inject({
      ...{ method, url },
      headers: { authorization, ...(payload !== undefined && { 'content-type': 'application/json' }) },
      ...(payload !== undefined && { payload }),
    });
  return { send, openings: () => openings };
}

describe('A key with the scope mail.read', () => {
  it('reads in both versions', async (t) => {
    const { send } = createKeyServer(t, ['mail.read']);

    const answers = [
      await send({ url: `${INBOX}?start=0&limit=1` }),
      await send({ url: `${V1}/MailAccounts/gmail/MailFolders/INBOX/MessageItems` }),
    ];

    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      [200, 200],
    );
  });

  it('changes nothing in version 1, and learns which scope it lacks', async (t) => {
    const { send, openings } = createKeyServer(t, ['mail.read']);

    const answer = await send({
      ...{ method: 'PATCH', url: `${V1}/MessageItems/gmail.INBOX.1700000001.13` },
      payload: JSON.stringify(FLAGGED),
    });

    assert.equal(answer.statusCode, 403);
    assert.equal(answer.headers['www-authenticate'], 'Bearer error="insufficient_scope", scope="mail.write"');
    assert.deepEqual(answer.json().errors, [
      {
        status: '403',
        code: 'scope-missing',
        title: 'Scope missing',
        detail: 'The credentials lack the scope mail.write.',
        meta: { error: 'insufficient_scope', scope: 'mail.write' },
      },
    ]);
    assert.equal(openings(), 0);
  });

  it('sends nothing in version 0', async (t) => {
    const { send } = createKeyServer(t, ['mail.read', 'mail.write']);

    const answer = await send({ method: 'POST', url: `${INBOX}/13` });

    assert.equal(answer.statusCode, 403);
    assert.deepEqual(answer.json(), {
      success: false,
      msg: 'The credentials lack the scope mail.send.',
      status: 403,
      code: 'scope-missing',
      title: 'Scope missing',
      detail: 'The credentials lack the scope mail.send.',
    });
  });

  it('is refused before the body is read', async (t) => {
    const { send } = createKeyServer(t, ['mail.read']);

    const answer = await send({
      ...{ method: 'PATCH', url: `${INBOX}/13/MessageItem` },
      payload: 'no JSON',
    });

    assert.equal(answer.json().code, 'scope-missing');
  });
});

describe('A key', () => {
  it('lists its accounts with any scope for mail, and with that for accounts', async (t) => {
    const scopes = ['mail.read', 'mail.write', 'mail.send', 'accounts'] as const;
    const servers = scopes.map((scope) => createKeyServer(t, [scope]));

    const answers = await Promise.all(
      servers.flatMap(({ send }) => [
        send({ url: `${V1}/MailAccounts` }),
        send({ url: '/rest-api-email/v0/MailAccounts' }),
      ]),
    );

    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      Array(8).fill(200),
    );
  });

  it('with other scopes lists none', async (t) => {
    const { send } = createKeyServer(t, ['keys', 'webhooks', 'agent']);

    const answer = await send({ url: `${V1}/MailAccounts` });

    assert.equal(answer.json().errors[0].meta.scope, 'mail.read');
  });

  it('is answered for an account that it may not open as for an unknown one', async (t) => {
    const { send, openings } = createKeyServer(t, ['mail.read']);

    const answer = await send({ url: `${V1}/MailAccounts/other/MailFolders` });

    assert.deepEqual([answer.statusCode, answer.json().errors[0].code], [404, 'mail-account-unknown']);
    assert.equal(openings(), 0);
  });

  it('that is wrong is answered with 401', async (t) => {
    const { send } = createKeyServer(t, ['mail.read']);

    const answer = await send({ url: `${V1}/MailAccounts`, authorization: 'Bearer ph_k1_other' });

    assert.deepEqual([answer.statusCode, answer.json().errors[0].code], [401, 'authentication-failed']);
  });

  it('appears in the audit log by its name', async (t) => {
    const entries: AuditEntry[] = [];
    const options = { auditListener: (entry: AuditEntry) => entries.push(entry) };
    const { send } = createKeyServer(t, ['mail.read'], { options });

    await send({ url: `${V1}/MailAccounts` });

    assert.deepEqual(
      entries.map(({ user }) => user),
      ['The key'],
    );
  });
});

describe('A key that names an account', () => {
  const FOLDER = { data: { type: 'MailFolder', attributes: { name: 'New' } } };
  const inAccount = (id: string) => ({
    data: { ...FOLDER.data, relationships: { MailAccount: { data: { type: 'MailAccount', id } } } },
  });

  it('opens that of the filter, else its only one', async (t) => {
    const { send, openings } = createKeyServer(t, ['mail.read']);

    const answers = [
      await send({ url: `${V1}/MailFolders` }),
      await send({ url: `${V1}/MailFolders?filter[MailAccount]=gmail` }),
      await send({ url: `${V1}/MessageItems?filter[MailFolder]=gmail.INBOX` }),
    ];

    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      [200, 200, 200],
    );
    assert.equal(openings(), 3);
  });

  it('finds no foreign one by filters or in documents', async (t) => {
    const { send, openings } = createKeyServer(t, ['mail.read', 'mail.write']);

    const answers = [
      await send({ url: `${V1}/MailFolders?filter[MailAccount]=other` }),
      await send({ url: `${V1}/MessageItems?filter[id]=other.INBOX.1.1` }),
      await send({ method: 'POST', url: `${V1}/MailFolders`, payload: JSON.stringify(inAccount('other')) }),
    ];

    assert.deepEqual(
      answers.map((answer) => [answer.statusCode, answer.json().errors[0].code]),
      Array(3).fill([404, 'mail-account-unknown']),
    );
    assert.equal(openings(), 0);
  });

  it('opens that of the document', async (t) => {
    const { send, openings } = createKeyServer(t, ['mail.write']);

    await send({ method: 'POST', url: `${V1}/MailFolders`, payload: JSON.stringify(inAccount('gmail')) });
    await send({ method: 'POST', url: `${V1}/MailFolders`, payload: JSON.stringify(FOLDER) });

    assert.equal(openings(), 2);
  });
});

describe('A login beside keys', () => {
  it('keeps all scopes for mail', async (t) => {
    const { send } = createKeyServer(t, []);

    const answer = await send({ method: 'POST', url: `${INBOX}/13`, authorization: AUTHORIZATION });

    assert.equal(answer.json().code, 'capability-missing');
  });

  it('has a token in any form but that of a key', async (t) => {
    const { send } = createKeyServer(t, []);

    const answer = await send({ url: `${V1}/MailAccounts`, authorization: 'Bearer ph_token' });

    assert.deepEqual([answer.statusCode, answer.json().errors[0].source], [400, { header: 'X-Mail-User' }]);
  });
});

describe('An installation without keys', () => {
  it('takes a token in the form of a key for that of a login', async (t) => {
    const app = createTestServer(t);

    const answer = await app.inject({ url: `${V1}/MailAccounts`, headers: { authorization: KEY } });

    assert.deepEqual([answer.statusCode, answer.json().errors[0].source], [400, { header: 'X-Mail-User' }]);
  });
});
