/** Whose a request is: its user's, however the user is named. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { describe, it } from 'node:test';
import { decodeConnectionData } from '../../../src/adapters/auth/connection-data.ts';
import { createRequestKeys, type RequestKey } from '../../../src/http/peers/request-key.ts';
import { createDownloadTickets } from '../../../src/http/request/login/download-tickets.ts';

const USER = 'jane@example.org';
const OWNER: RequestKey = { kind: 'user', name: USER };
const ACCOUNT: RequestKey = { kind: 'account', name: 'crm_7' };
const KEY = randomBytes(32);
const owners = createRequestKeys({
  ...{ decodeConnectionData, downloadKey: KEY, authPath: 'rest-imapuser' },
  hasKeys: true,
});

function ownerOf(headers: IncomingHttpHeaders, url = '/'): RequestKey | undefined {
  return owners.ofHead({ headers, url } as IncomingMessage);
}

function basic(password: string): string {
  return `Basic ${btoa(`${USER}:${password}`)}`;
}

describe('The key of a request', () => {
  it('is that of its user, with any password or token, wherever the user is named', () => {
    const data = btoa(JSON.stringify({ user: USER, inbox_address: 'imap.example.org' }));

    const found = [
      ownerOf({ authorization: basic('one') }),
      ownerOf({ authorization: basic('another') }),
      ownerOf({ authorization: basic('a-token'), 'x-mail-auth': 'bearer' }),
      ownerOf({ authorization: 'Bearer a-token', 'x-mail-user': USER }),
      ownerOf({ authorization: 'Bearer another-token', 'x-cnmail-data': data }),
    ];

    assert.deepEqual(found, Array(5).fill(OWNER));
  });

  it('is none without credentials that can be read', () => {
    const found = [
      ownerOf({}),
      ownerOf({ authorization: 'Basic ???' }),
      ownerOf({ authorization: 'Bearer a-token' }),
      ownerOf({ authorization: basic('x'), 'x-cnmail-data': 'no base64' }),
    ];

    assert.deepEqual(found, Array(4).fill(undefined));
  });

  it('is that of the user in a download link, unless the request has credentials', () => {
    const headers = { authorization: basic('one') };
    const seal = (key: Uint8Array) =>
      createDownloadTickets(key).seal({ headers, target: 'file', endsAtMs: Date.now() });
    const url = `/file?ticket=${seal(KEY)}`;

    assert.deepEqual(
      [ownerOf({}, url), ownerOf({}, `${url}&x=y`), ownerOf({}, `/file?ticket=${seal(randomBytes(32))}`)],
      [OWNER, OWNER, undefined],
    );
    assert.equal(ownerOf({ authorization: 'Basic ???' }, url), undefined);
  });

  it('is that of the account in the URL with an API key, else that of the key', () => {
    const authorization = 'Bearer ph_k1_secret';
    const inAccount = [
      ...[
        '/rest-api-email/v0/MailAccounts/crm_7/MailFolders',
        '/base/rest-api-email/v1/MailAccounts/crm%5F7',
        '/rest-api-email/v1/%4dailAccounts/%63rm%5F7/MailFolders',
      ],
      ...['/v1/MailFolders/crm_7.INBOX', '/v1/MessageItems/crm_7.INBOX.1.2/thread?filter[MailAccount]=x'],
      ...['/v1/MessageBodies/crm_7.INBOX.1.2', '/v1/Attachments/crm_7.INBOX.1.2.3/content'],
      ...['/v1/MailFolders?filter[MailAccount]=crm_7', '/v1/MessageItems?filter%5BMailFolder%5D=crm_7.INBOX'],
      ...['/v1/MessageItems?filter[id]=crm_7.INBOX.1.2,x', '/v1/MessageItems?filter[id][]=crm_7.INBOX.1.2'],
    ];
    const ofNone = ['/v1/MailAccounts', '/v1/MessageItems?sort=-date', '/v1/ApiKeys/k2', '/'];

    assert.deepEqual(
      inAccount.map((url) => ownerOf({ authorization, 'x-mail-user': USER }, url)),
      inAccount.map(() => ACCOUNT),
    );
    assert.deepEqual(
      ofNone.map((url) => ownerOf({ authorization }, url)),
      ofNone.map(() => ({ kind: 'key', name: 'k1' })),
    );
    const link = createDownloadTickets(KEY).seal({ headers: { authorization }, target: 'file', endsAtMs: 1 });
    assert.deepEqual(ownerOf({}, `/v1/Attachments/crm_7.INBOX.1.2.3/content?ticket=${link}`), ACCOUNT);
  });

  it('is in the body of a sign-in', () => {
    const signIn = (url: string, headers = {}) =>
      owners.hasUserInBody({ method: 'POST', url, headers } as unknown as IncomingMessage);
    const form = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };
    const json = { 'content-type': 'application/json' };

    assert.deepEqual(
      [signIn('/rest-imapuser/auth'), signIn('/base/rest-imapuser/v0/auth?x'), signIn('/elsewhere')],
      [true, true, false],
    );
    assert.equal(signIn('/rest-imapuser/auth', { authorization: 'Bearer a-token' }), false);
    assert.deepEqual(
      [
        owners.ofSignIn(form, Buffer.from(`username=${encodeURIComponent(USER)}&password=x`)),
        owners.ofSignIn(json, Buffer.from(JSON.stringify({ username: USER }))),
        owners.ofSignIn(json, Buffer.from('[')),
      ],
      [OWNER, OWNER, undefined],
    );
  });
});
