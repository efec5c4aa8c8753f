/** Errors say what would have been right. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ACCOUNT, MESSAGES, PLAIN, startV1Server, V1, type V1Server } from './v1-server.ts';

let server: V1Server;
before(async () => {
  server = await startV1Server();
});
after(() => server?.close());

const errorOf = async (url: string, headers: Readonly<Record<string, string>> = {}) => {
  const answer = await server.get(url, headers);
  const [error] = answer.json().errors;
  return { ...error, type: answer.headers['content-type'], allow: answer.headers.allow };
};
const detailOf = async (url: string): Promise<string> => (await errorOf(url)).detail;

describe('The error of an unknown name in v1', () => {
  it('lists the fields of the type', async () => {
    const detail = await detailOf(`${MESSAGES}?fields[MessageItem]=subjekt`);

    assert.match(
      detail,
      /has no field 'subjekt'; there are from, to, subject, .*, internalDate, .*thread\.$/,
    );
  });

  it('lists the types', async () => {
    assert.match(
      await detailOf(`${MESSAGES}?fields[Message]=subject`),
      /There is no type 'Message'; there are MailAccount, MailFolder, MessageItem, MessageBody, Attachment, ApiKey, ConnectSession, Event, Webhook, WebhookDelivery\.$/,
    );
  });

  it('lists the parameters of the route', async () => {
    const detail = await detailOf(`${MESSAGES}?foo=1`);

    assert.match(
      detail,
      /'foo'.*; there are fields\[\.\.\.\], .*page\[limit\].*include, .*sort, filter, filter\[\.\.\.\]\./,
    );
  });

  it('lists what can be included', async () => {
    assert.match(
      await detailOf(`${MESSAGES}?include=body`),
      /; there are MailFolder, MailFolder\.MailAccount, MessageBody, .*MessageBody\.Attachments, Attachments\.$/,
    );
    assert.match(await detailOf(`${ACCOUNT}/MailFolders?include=x`), /; there are MailAccount\.$/);
  });
});

describe('The error of v1', () => {
  it('without a login, or with a wrong one, says what is needed and not who has an account', async () => {
    const missing = await errorOf(MESSAGES, { authorization: '' });
    const wrong = await errorOf(MESSAGES, { authorization: `Basic ${btoa('jane@example.org:wrong')}` });

    assert.deepEqual([missing.status, missing.code], ['401', 'authentication-required']);
    assert.match(missing.detail, /login of the mail account/);
    assert.deepEqual([wrong.status, wrong.code], ['401', 'authentication-failed']);
    assert.match(wrong.detail, /did not accept the login/);
  });

  it('of an address or a method that does not exist says so', async () => {
    const unknown = await errorOf(`${V1}/nothing`);
    const answer = await server.posthorn.server.inject({ method: 'DELETE', url: MESSAGES });
    const [error] = answer.json().errors;

    assert.match(unknown.detail, /nothing at this address/);
    assert.equal(answer.statusCode, 405);
    assert.match(error.detail, /header Allow/);
    assert.equal(answer.headers.allow, 'GET, HEAD, POST');
  });

  it('of a version that does not exist is a JSON:API document', async () => {
    const error = await errorOf(MESSAGES.replace('/v1/', '/v7/'));

    assert.deepEqual([error.status, error.code, error.type], ['404', 'route-unknown', PLAIN]);
  });

  for (const parameter of ['page[limit]', 'page[size]']) {
    it(`of a page that is too long tells the limit: ${parameter}`, async () => {
      const long = await errorOf(`${MESSAGES}?${parameter}=500`);
      const withBodies = await errorOf(`${MESSAGES}?${parameter}=100&include=MessageBody`);
      const none = await errorOf(
        `${MESSAGES}?${parameter}=0${parameter === 'page[size]' ? '&page[after]=x' : ''}`,
      );

      assert.deepEqual(
        [long, withBodies].map(({ code, source, meta }) => [code, source, meta]),
        [
          ['page-size-exceeded', { parameter }, { page: { maxSize: 200 } }],
          ['page-size-exceeded', { parameter }, { page: { maxSize: 50 } }],
        ],
      );
      assert.deepEqual([none.code, none.source], ['invalid-parameter', { parameter }]);
      assert.equal(none.detail, `The parameter "${parameter}" must be from 1 to 200.`);
    });
  }

  it('of a document without data shows one', async () => {
    const answer = await server.send({
      method: 'PATCH',
      url: `${MESSAGES}/1`,
      document: { seen: true },
    });

    assert.match(answer.json().errors[0].detail, /such as \{"data":\{"type":"MessageItem",/);
  });

  it('of too many recipients points at their field', async () => {
    const to = Array.from({ length: 101 }, (_, index) => ({ address: `a${index}@example.com` }));
    const document = { data: { type: 'MessageItem', attributes: { to } } };
    const answer = await server.send({ method: 'POST', url: MESSAGES, document });

    const [{ status, source, detail }] = answer.json().errors;
    assert.deepEqual([status, source], ['422', { pointer: '/data/attributes/to' }]);
    assert.equal(detail, 'Must have at most 100 addresses.');
  });
});
