import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sourceFileName } from '../../../../src/http/v1/message-items/reading/source-file-name.ts';
import { AUTHORIZATION, MESSAGES, startV1Server, V1, type V1Server } from '../v1-server.ts';

const RAW = Buffer.from(
  'Subject: =?utf-8?Q?gr=C3=BC=C3=9Fe?= a/b\r\nX-Odd: \xfc\r\n\r\n=C3=BC \xff\x01\r\n',
  'latin1',
);
const MAILBOXES = [
  { name: 'INBOX', messages: [{ raw: RAW }] },
  { name: 'a/b', messages: [{ raw: RAW }] },
];

let server: V1Server;
before(async () => {
  server = await startV1Server({ mailboxes: MAILBOXES });
});
after(() => server.close());

const SOURCE = `${MESSAGES}/1/source`;

describe('GET source of a message', () => {
  it('sends the octets unchanged, as a file that is saved', async () => {
    const { statusCode, rawPayload, headers } = await server.get(SOURCE);

    assert.deepEqual([statusCode, rawPayload.toString('latin1')], [200, RAW.toString('latin1')]);
    assert.deepEqual(
      [headers['content-type'], headers['content-length'], headers['content-encoding']],
      ['message/rfc822', String(RAW.length), undefined],
    );
    assert.equal(
      headers['content-disposition'],
      `attachment; filename="gr__e a b.eml"; filename*=UTF-8''gr%C3%BC%C3%9Fe%20a%20b.eml`,
    );
    assert.deepEqual(
      [headers['content-security-policy'], headers['cache-control']],
      ["sandbox; default-src 'none'", 'private, no-cache'],
    );
  });

  it('has the flat address and that of a nested folder as well', async () => {
    const { data } = (await server.get(`${MESSAGES}/1`)).json();
    const flat = await server.get(`${V1}/MessageItems/${data.id}/source`);
    const nested = await server.get(`${V1}/MailAccounts/gmail/MailFolders/a/b/MessageItems/1/source`);

    assert.deepEqual([flat.statusCode, flat.body, nested.body], [200, nested.body, flat.body]);
  });

  it('is described by HEAD without being read', async () => {
    server.commands();
    const head = await server.posthorn.server.inject({
      method: 'HEAD',
      url: SOURCE,
      headers: { authorization: AUTHORIZATION },
    });

    assert.deepEqual([head.statusCode, head.body], [200, '']);
    assert.equal(head.headers['content-type'], 'message/rfc822');
    assert.ok(
      server.commands().every((line) => !line.includes('BODY.PEEK[]')),
      'The message was read.',
    );
  });

  it('is not read for a client that has it', async () => {
    const { headers } = await server.get(SOURCE);
    server.commands();

    const answer = await server.get(SOURCE, { 'if-none-match': String(headers.etag) });

    assert.deepEqual([answer.statusCode, answer.body], [304, '']);
    assert.ok(
      server.commands().every((line) => !line.includes('BODY.PEEK[]')),
      'The message was read.',
    );
  });

  it('sets no flag', async () => {
    await server.get(SOURCE);

    const { data } = (await server.get(`${MESSAGES}/1`)).json();
    assert.equal(data.attributes.seen, false);
  });

  for (const [segment, status, error] of [
    ['99', 404, 'message-unknown'],
    ['x', 404, 'message-unknown'],
    ['5.1', 410, 'message-gone'],
  ] as const) {
    it(`answers ${status} for the message ${segment}`, async () => {
      const answer = await server.get(`${MESSAGES}/${segment}/source`);

      assert.deepEqual([answer.statusCode, answer.json().errors[0].code], [status, error]);
    });
  }
});

describe('sourceFileName', () => {
  for (const [subject, name] of [
    ['Report', 'Report.eml'],
    ['', 'message.eml'],
    ['..', 'message.eml'],
    ['a: b\\c/../d?', 'a b c .. d.eml'],
    [`${'x'.repeat(49)}🙂🙂`, `${'x'.repeat(49)}🙂.eml`],
  ] as const) {
    it(`makes ${name} of "${subject}"`, () => {
      assert.equal(sourceFileName(subject), name);
    });
  }
});
