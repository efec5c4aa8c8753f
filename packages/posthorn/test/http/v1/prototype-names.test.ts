/** Names that reach prototypes of objects, where requests have names of their own (threats A13, A15). */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTestServer, get, INBOX, V0 } from '../test-server.ts';

const NAMES = ['__proto__', 'constructor', 'prototype', 'toString'];
const PLACES: readonly ((name: string) => string)[] = [
  (name) => `${INBOX}?start=0&limit=1&${name}=1`,
  (name) => `${INBOX}?start=0&limit=1&attributes=${name}`,
  (name) => `${INBOX.replace('/v0', '/v1')}?fields[${name}]=x`,
  (name) => `${INBOX.replace('/v0', '/v1')}?fields[${name}][${name}]=x`,
  (name) => `${INBOX.replace('/v0', '/v1')}?fields[MessageItem]=${name}`,
  (name) => `${INBOX.replace('/v0', '/v1')}?filter[${name}]=1`,
  (name) => `${INBOX.replace('/v0', '/v1')}?page[${name}]=1`,
  (name) => `${V0}/MailAccounts/${name}/MailFolders`,
  (name) => `${V0.replace('/v0', '/v1')}/MailAccounts/gmail/MailFolders/${name}/MessageItems`,
  (name) => `/rest-api-email/${name}/MailAccounts`,
];

describe('A name of a prototype', () => {
  for (const name of NAMES) {
    it(`is a name like any other in a request: ${name}`, async (t) => {
      const app = createTestServer(t);
      const statuses: number[] = [];
      for (const place of PLACES) statuses.push((await get(app, place(name))).statusCode);

      assert.deepEqual(
        statuses.filter((status) => status !== 200 && status !== 400 && status !== 404),
        [],
        statuses.join(),
      );
      assert.equal(Reflect.get({}, 'x') ?? Reflect.get({}, '1'), undefined);
    });
  }
});
