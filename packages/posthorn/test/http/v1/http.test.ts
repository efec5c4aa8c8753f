/** What HTTP itself asks of version 1: caching, methods, errors of the framework, compression. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { assertJsonApi } from '../../../../relfield/test/support/json-api-schema.ts';
import { ACCOUNT, EXT, INBOX, MESSAGES, PLAIN, startV1Server, V1, type V1Server } from './v1-server.ts';

let server: V1Server;
before(async () => {
  server = await startV1Server();
});
after(() => server.close());

const WRONG = `Basic ${btoa('jane@example.org:wrong')}`;

describe('An answer of v1', () => {
  const ANSWERS: readonly (readonly [number, string, Readonly<Record<string, string>>])[] = [
    [200, `${MESSAGES}/1`, {}],
    [304, `${MESSAGES}/1`, { 'if-none-match': '*' }],
    [400, `${MESSAGES}?foo=1`, {}],
    [400, `${V1}/MailAccounts/%zz`, {}],
    [404, `${V1}/MailAccounts/other`, {}],
    [401, `${V1}/MailAccounts/other`, { authorization: WRONG }],
    [401, MESSAGES, { authorization: '' }],
    [404, `${MESSAGES}/99`, {}],
    [404, `${V1}/nothing`, {}],
    [406, MESSAGES, { accept: 'text/html' }],
    [410, `${MESSAGES}/1.1`, {}],
    [414, `${MESSAGES}?${'x'.repeat(8_193)}`, {}],
    [414, `${V1}/MailAccounts/${'x'.repeat(4_001)}`, {}],
    [415, MESSAGES, { 'content-type': `${PLAIN};charset=utf-8` }],
  ];
  for (const [status, url, headers] of ANSWERS) {
    it(`of status ${status} says that Accept decides (C48): ${url.slice(0, 80)}`, async () => {
      const answer = await server.get(url, headers);

      assert.equal(answer.statusCode, status);
      assert.match(String(answer.headers.vary), /(?:^|, )Accept$/);
    });
  }

  for (const [status, url, headers] of ANSWERS.filter(([status]) => status >= 400)) {
    it(`of status ${status} is a JSON:API document without a charset (C49): ${url.slice(0, 80)}`, async () => {
      const answer = await server.get(url, headers);
      const document = answer.json();

      assert.equal(answer.headers['content-type'], PLAIN);
      assert.equal(document.errors[0].status, String(status));
      assertJsonApi(document);
    });
  }

  it('without a version is one of v1', async () => {
    const versionless = (url: string) => url.replace('/v1', '');
    const list = await server.get(versionless(MESSAGES));
    const unknown = await server.get(versionless(`${V1}/nothing`));

    assert.equal(list.headers['content-type'], PLAIN);
    assert.ok(list.json().links.self.startsWith('http://mail.test/rest-api-email/MailAccounts/'));
    assert.equal(unknown.headers['content-type'], PLAIN);
  });

  it('is private and asked for again each time, an error is kept by nobody (C54)', async () => {
    const urls = [MESSAGES, `${MESSAGES}/99`];
    const answers = await Promise.all(urls.map((url) => server.get(url)));

    assert.deepEqual(
      answers.map(({ headers }) => headers['cache-control']),
      ['private, no-cache', 'no-store'],
    );
  });

  it('to a refused login shows no login box and not which accounts there are', async () => {
    const unknown = await server.get(`${V1}/MailAccounts/other/MailFolders`, { authorization: WRONG });
    const wrong = await server.get(ACCOUNT, { authorization: WRONG });

    assert.equal(unknown.headers['www-authenticate'], undefined);
    const [{ detail, ...error }] = unknown.json().errors;
    assert.deepEqual(error, { status: '401', code: 'authentication-failed', title: 'Authentication failed' });
    assert.match(detail, /did not accept the login/);
    assert.deepEqual(wrong.json(), unknown.json());
  });

  it('tells how long it took', async () => {
    const { headers } = await server.get(MESSAGES);

    assert.match(
      String(headers['server-timing']),
      /^total;dur=[0-9]+\.[0-9], imap;desc="\d+ round trips, \d+ octets sent, \d+ received"$/,
    );
  });

  it('to a wrong method names those that the path has, before anybody signs in (C53)', async () => {
    const answer = await server.posthorn.server.inject({ method: 'DELETE', url: MESSAGES });

    assert.deepEqual([answer.statusCode, answer.headers.allow], [405, 'GET, HEAD, POST']);
    assert.equal(answer.json().errors[0].code, 'method-not-allowed');
  });

  it('joins several Accept header lines (C55)', async () => {
    const { server: app } = server.posthorn;
    const headers = { ...authorized(), accept: [PLAIN, EXT] };
    const answer = await app.inject({ url: `${MESSAGES}/1`, headers: headers as never });

    assert.equal(answer.headers['content-type'], EXT);
  });

  it('tells a header that cannot be read as the header that it is', async () => {
    const local = await startV1Server({ settings: { AUTH_PROVIDER: 'local-mail-account' } });
    const answer = await local.get(MESSAGES, { 'x-cnmail-data': 'nonsense' });
    await local.close();

    assert.equal(answer.statusCode, 400);
    assert.deepEqual(answer.json().errors[0].source, { header: 'X-CNMAIL-DATA' });
  });

  it('to headers beyond all measure is a JSON:API document too', async () => {
    const address = new URL(await server.posthorn.listen());
    const socket = connect(Number(address.port), address.hostname);
    socket.write(`GET ${V1}/MailAccounts HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`);
    const answer = await text(socket);

    assert.match(answer, /^HTTP\/1\.1 431 /);
    assert.ok(answer.includes(`\r\ncontent-type: ${PLAIN}\r\n`), answer);
    assert.match(answer, /"code":"headers-too-large"/);
  });
});

describe('HEAD', () => {
  for (const url of [MESSAGES, `${MESSAGES}/3`, INBOX, `${MESSAGES}/3/Attachments/2/content`]) {
    it(`answers like GET, without a body (C53): ${url}`, async () => {
      const got = await server.get(url);
      const { server: app } = server.posthorn;
      const answer = await app.inject({ method: 'HEAD', url, headers: authorized() });

      assert.deepEqual([answer.statusCode, answer.body], [200, '']);
      for (const name of ['content-type', 'etag', 'cache-control', 'vary']) {
        assert.equal(answer.headers[name], got.headers[name], name);
      }
    });
  }
});

describe('If-None-Match', () => {
  const TAGGED = [
    `${V1}/MailAccounts`,
    `${ACCOUNT}/MailFolders`,
    INBOX,
    MESSAGES,
    `${MESSAGES}?include=MailFolder`,
    `${MESSAGES}/3`,
    `${MESSAGES}/3/MessageBody`,
    `${MESSAGES}/3/Attachments`,
    `${MESSAGES}/3/Attachments/2/content`,
    `${MESSAGES}/1/thread`,
    `${ACCOUNT}/MessageItems`,
  ];
  for (const url of TAGGED) {
    it(`saves the transfer of what the client has (C50): ${url}`, async () => {
      // Before, messages may be \Recent, which they are for one session only.
      await server.get(url);
      const first = await server.get(url);
      const again = await server.get(url, { 'if-none-match': `"other", ${first.headers.etag}` });

      assert.deepEqual([again.statusCode, again.body], [304, '']);
      assert.equal(again.headers.etag, first.headers.etag);
      assert.equal(again.headers['content-type'], undefined);
    });
  }

  it('does not match another fieldset, page, order, filter or media type (C50)', async () => {
    const queries = ['', '?fields[MessageItem]=seen', '?page[offset]=1', '?sort=uid', '?filter[seen]=true'];
    const plain = await Promise.all(queries.map((query) => server.get(MESSAGES + query)));
    const labelled = await Promise.all(
      [EXT, 'application/json'].map((accept) => server.get(MESSAGES, { accept })),
    );

    const tags = [...plain, ...labelled].map(({ headers }) => headers.etag);
    assert.equal(new Set(tags).size, 7);
  });

  it('of a list costs one look at the mailbox and no FETCH', async () => {
    const { headers } = await server.get(`${MESSAGES}?page[limit]=2`);
    server.commands();

    const again = await server.get(`${MESSAGES}?page[limit]=2`, { 'if-none-match': String(headers.etag) });

    assert.equal(again.statusCode, 304);
    assert.deepEqual(server.commands(), ['NOOP']);
  });

  it('of a list does not match after a flag was changed', async () => {
    const fresh = await startV1Server();
    const { headers } = await fresh.get(MESSAGES);
    fresh.sandbox.user('jane@example.org').setFlags('INBOX', 2, ['\\Flagged']);
    const again = await fresh.get(MESSAGES, { 'if-none-match': String(headers.etag) });
    await fresh.close();

    assert.equal(again.statusCode, 200);
    assert.equal(again.json().data[1].attributes.flagged, true);
  });

  it('works where the mail server keeps no mod-sequences', async () => {
    const plain = await startV1Server({ capabilities: { without: ['CONDSTORE'] } });
    const first = await plain.get(MESSAGES);
    const again = await plain.get(MESSAGES, { 'if-none-match': String(first.headers.etag) });
    plain.sandbox.user('jane@example.org').setFlags('INBOX', 2, ['\\Flagged']);
    const changed = await plain.get(MESSAGES, { 'if-none-match': String(first.headers.etag) });
    await plain.close();

    assert.deepEqual([again.statusCode, changed.statusCode], [304, 200]);
  });
});

describe('Compression', () => {
  it('takes what the client prefers', async () => {
    const plain = await server.get(MESSAGES);
    const brotli = await server.get(MESSAGES, { 'accept-encoding': 'gzip, br' });
    const gzip = await server.get(MESSAGES, { 'accept-encoding': 'gzip' });

    assert.deepEqual([brotli.headers['content-encoding'], gzip.headers['content-encoding']], ['br', 'gzip']);
    assert.equal(brotliDecompressSync(brotli.rawPayload).toString(), plain.body);
    assert.equal(gunzipSync(gzip.rawPayload).toString(), plain.body);
    assert.deepEqual([brotli.headers.etag, gzip.headers.etag], [plain.headers.etag, plain.headers.etag]);
    assert.equal(brotli.headers['content-type'], PLAIN);
  });

  it('leaves small answers and files alone', async () => {
    const urls = [`${MESSAGES}/99`, `${MESSAGES}/3/Attachments/2/content`];
    const answers = await Promise.all(urls.map((url) => server.get(url, { 'accept-encoding': 'gzip' })));

    assert.deepEqual(
      answers.map(({ headers }) => headers['content-encoding']),
      [undefined, undefined],
    );
  });

  it('works for version 0 too', async () => {
    const url = MESSAGES.replace('/v1', '/v0');
    const answer = await server.get(`${url}?limit=10`, { 'accept-encoding': 'gzip' });

    assert.equal(answer.headers['content-encoding'], 'gzip');
    assert.equal(JSON.parse(gunzipSync(answer.rawPayload).toString()).total, 3);
  });
});

function authorized(): Readonly<Record<string, string>> {
  return { host: 'mail.test', authorization: `Basic ${btoa('jane@example.org:secret')}` };
}
