/** The owner of a request: that of its user, however the user is named. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { describe, it } from 'node:test';
import { decodeConnectionData } from '../../../src/adapters/auth/connection-data.ts';
import { chooseWorker } from '../../../src/http/peers/rendezvous.ts';
import { createRequestOwner } from '../../../src/http/peers/request-owner.ts';
import { createDownloadTickets } from '../../../src/http/request/login/download-tickets.ts';

const WORKERS = [1, 2, 3, 4, 5, 6, 7];
const USER = 'jane@example.org';
const OWNER = chooseWorker(USER, WORKERS);
const KEY = randomBytes(32);
const owners = createRequestOwner({
  ...{ workers: WORKERS, decodeConnectionData, downloadKey: KEY, authPath: 'rest-imapuser' },
});

function ownerOf(headers: IncomingHttpHeaders, url = '/'): number | undefined {
  return owners.ofHead({ headers, url } as IncomingMessage);
}

function basic(password: string): string {
  return `Basic ${btoa(`${USER}:${password}`)}`;
}

describe('The owner of a request', () => {
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

  it('is any worker without credentials that can be read', () => {
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
