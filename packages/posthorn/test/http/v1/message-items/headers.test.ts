/** The header fields of messages in version 1. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ACCOUNT, MESSAGES, startV1Server, type V1Server } from '../v1-server.ts';

const LONG = Buffer.from(`Subject: a\r\nX-Long: ${'word '.repeat(20_000)}\r\nX-Last: b\r\n\r\nHi\r\n`);
const SHORT = Buffer.from(
  'Received: one\r\nX-Posthorn-Draft: x\r\nSubject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\r\nReceived: two\r\n\r\nHi\r\n',
);
const MAILBOXES = [{ name: 'INBOX', messages: [{ raw: SHORT }, { raw: LONG }] }];

let server: V1Server;
before(async () => {
  server = await startV1Server({ mailboxes: MAILBOXES });
});
after(() => server.close());

const FIELD = 'fields[MessageItem]=headers';
const get = async (url: string) => (await server.get(url)).json();

describe('headers', () => {
  it('are no default field', async () => {
    assert.equal((await get(`${MESSAGES}/1`)).data.attributes.headers, undefined);
  });

  it('are all fields in their order, but for those of mail programs', async () => {
    const { data } = await get(`${MESSAGES}/1?${FIELD}`);

    assert.deepEqual(data.attributes.headers, [
      { name: 'Received', value: 'one' },
      { name: 'Subject', value: 'Grüße' },
      { name: 'Received', value: 'two' },
    ]);
    assert.equal(data.meta, undefined);
  });

  it('say where there is more of them, alone and in lists', async () => {
    const one = await get(`${MESSAGES}/2?${FIELD}`);
    const list = await get(`${MESSAGES}?${FIELD}&sort=uid`);
    const again = await get(`${MESSAGES}?${FIELD}&sort=uid`);

    assert.deepEqual(one.data.attributes.headers, [{ name: 'Subject', value: 'a' }]);
    assert.deepEqual(one.data.meta, { truncated: ['headers'] });
    assert.deepEqual(
      [list, again].map(({ data }) => data.map(({ meta }: { meta?: object }) => meta)),
      [
        [undefined, { truncated: ['headers'] }],
        [undefined, { truncated: ['headers'] }],
      ],
    );
  });

  for (const [url, parameter] of [
    [`${MESSAGES}?${FIELD}&page[limit]=51`, 'page[limit]'],
    [`${MESSAGES}?attributes=headers&limit=-1`, 'limit'],
    [`${ACCOUNT}/MessageItems?${FIELD}&page[limit]=51`, 'page[limit]'],
    [`${ACCOUNT}/MailFolders/INBOX/changes?${FIELD}&page[limit]=51`, 'page[limit]'],
  ] as const) {
    it(`are shown of at most 50 messages: ${url.slice(ACCOUNT.length)}`, async () => {
      const { errors } = await get(url);

      assert.deepEqual([errors[0].status, errors[0].source], ['400', { parameter }]);
    });
  }
});
