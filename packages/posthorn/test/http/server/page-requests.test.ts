/** Requests that pages of other sites can cause, with a login that the browser remembers. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createCorsPolicy } from '../../../src/http/cors/cors-policy.ts';
import { AUTHORIZATION, createTestServer, INBOX } from '../test-server.ts';

const APP = 'https://app.example.org';
const EVIL = 'https://evil.example';
const HOST = 'mail.example.org';
const V1_SEND = `${INBOX.replace('/v0', '/v1')}/12/send`;

/** A server that counts the drafts that it was told to send, and allows pages of APP. */
function createSendingServer(t: TestContext) {
  let sent = 0;
  const policy = createCorsPolicy({
    paths: { everywhere: ['rest-api-email/*'], byHost: new Map() },
    allowedOrigins: [APP],
    allowedOriginPatterns: [],
    allowedMethods: ['*'],
    allowedHeaders: ['*'],
    exposedHeaders: [],
    maxAgeSeconds: 0,
    hasCredentials: true,
  });
  const messageSubmissions = {
    send: async () => {
      sent += 1;
      return { submission: { accepted: [], rejected: [] }, warnings: [], filed: null } as never;
    },
    close: async () => undefined,
  };
  const app = createTestServer(t, {
    services: { messageSubmissions },
    options: { corsPolicy: () => policy },
  });
  const post = async (headers: Readonly<Record<string, string>>, url = `${INBOX}/12`) => {
    const all = { host: HOST, authorization: AUTHORIZATION, ...headers };
    const { statusCode } = await app.inject({ method: 'POST', url, headers: all });
    return statusCode;
  };
  return { app, post, sent: () => sent };
}

describe('A POST without a body', () => {
  for (const [page, headers] of [
    ['a form', { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'cross-site', origin: EVIL }],
    ['a script without CORS', { 'sec-fetch-mode': 'no-cors', 'sec-fetch-site': 'cross-site', origin: EVIL }],
    ['a script of another site', { 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'cross-site', origin: EVIL }],
    ['a script of a neighbour', { 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'same-site', origin: EVIL }],
    ['a page whose browser tells the origin only', { origin: EVIL }],
    ['a page without an origin', { origin: 'null' }],
  ] as const) {
    it(`of ${page} sends nothing`, async (t) => {
      const { post, sent } = createSendingServer(t);

      assert.deepEqual([await post(headers), await post(headers, V1_SEND), sent()], [415, 415, 0]);
    });
  }

  for (const [client, headers] of [
    ['a program', {}],
    [
      'a page of the same origin',
      { 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'same-origin', origin: EVIL },
    ],
    ['a page of this address', { origin: `http://${HOST}` }],
    ['a page that CORS allows', { 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'cross-site', origin: APP }],
    ['a page that had to ask before', { 'x-requested-with': 'XMLHttpRequest', origin: EVIL }],
    ['a page with a token', { authorization: 'Bearer token', origin: EVIL }],
  ] as const) {
    it(`of ${client} is not taken for that of a foreign page`, async (t) => {
      assert.notEqual(await createSendingServer(t).post(headers), 415);
    });
  }

  it('of the released client sends the draft', async (t) => {
    const { post, sent } = createSendingServer(t);

    assert.deepEqual([await post({ origin: APP }), sent()], [200, 1]);
  });
});

describe('A form of a foreign page', () => {
  for (const type of ['multipart/form-data; boundary=x', 'text/plain', 'application/x-www-form-urlencoded']) {
    it(`uploads nothing as ${type}`, async (t) => {
      const { post } = createSendingServer(t);
      const headers = { origin: EVIL, 'content-type': type };

      assert.equal(await post(headers, `${INBOX}/12/Attachments`), 415);
    });
  }
});

describe('Reading', () => {
  it('is open to links of other pages', async (t) => {
    const { app } = createSendingServer(t);
    const headers = { authorization: AUTHORIZATION, 'sec-fetch-mode': 'navigate', origin: EVIL };

    assert.equal((await app.inject({ url: `${INBOX}/12`, headers })).statusCode, 200);
  });
});
