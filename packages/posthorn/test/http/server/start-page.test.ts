import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTestServer } from '../test-server.ts';

const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

describe('GET /', () => {
  it('says to programs what is served and where', async (t) => {
    const options = { programVersion: '1.2.3', publicUrl: 'https://mail.test/mail' };
    const answer = await createTestServer(t, { options }).inject('/');

    assert.equal(answer.headers.vary, 'Accept');
    assert.deepEqual(answer.json(), {
      name: 'Posthorn',
      version: '1.2.3',
      description: 'An email API server: IMAP and SMTP mailboxes as a JSON API.',
      links: {
        v0: 'https://mail.test/mail/rest-api-email/v0',
        v1: 'https://mail.test/mail/rest-api-email/v1',
        docs: 'https://mail.test/mail/docs',
        'openapi-v0': 'https://mail.test/mail/openapi/v0.json',
        'openapi-v1': 'https://mail.test/mail/openapi/v1.json',
        health: 'https://mail.test/mail/health',
      },
    });
  });

  it('says it to browsers as a page', async (t) => {
    const answer = await createTestServer(t).inject({ url: '/', headers: BROWSER });

    assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8');
    assert.match(answer.body, /<a href="\/docs">\/docs<\/a>/);
    assert.match(String(answer.headers['content-security-policy']), /^default-src 'none'/);
  });

  it('is JSON for whoever takes it rather', async (t) => {
    const headers = { accept: 'application/json, text/html' };
    const answer = await createTestServer(t).inject({ url: '/', headers });

    assert.equal(answer.json().name, 'Posthorn');
  });

  it('is found below the path of the installation', async (t) => {
    const options = { publicUrl: 'https://mail.test/mail' };
    const answer = await createTestServer(t, { options }).inject('/mail');

    assert.equal(answer.statusCode, 200);
  });

  it('leads to addresses that are there', async (t) => {
    const app = createTestServer(t);
    const { links } = (await app.inject('/')).json() as { links: Readonly<Record<string, string>> };

    const { v0: _v0, v1: _v1, ...others } = links;
    const answers = await Promise.all(Object.values(others).map((url) => app.inject(url)));
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      [200, 200, 200, 200],
    );
  });
});

describe('without documentation', () => {
  it('neither the page nor the documents are there, nor links to them', async (t) => {
    const app = createTestServer(t, { options: { hasDocs: false } });

    const answers = await Promise.all(
      ['/docs', '/docs/viewer.js', '/openapi/v1.json'].map((url) => app.inject(url)),
    );
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      [404, 404, 404],
    );
    assert.deepEqual(Object.keys((await app.inject('/')).json().links), ['v0', 'v1', 'health']);
  });
});
