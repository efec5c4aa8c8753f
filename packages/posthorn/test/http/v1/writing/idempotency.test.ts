/** POSTs of both versions are done once for each Idempotency-Key. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { AUTHORIZATION } from '../v1-server.ts';
import {
  createDraft,
  DRAFTS,
  formOf,
  newMessage,
  problemsOf,
  startSandboxWriting,
  type WritingApi,
} from './writing-api.ts';

describe('Idempotency-Key', () => {
  let server: WritingApi;
  before(async () => {
    server = await startSandboxWriting();
  });
  after(() => server.close());

  const countDrafts = async (): Promise<number> => (await server.get(DRAFTS)).json().meta.page.total;

  it('makes a draft of v1 once, also for parallel requests', async () => {
    const count = await countDrafts();
    const request = {
      method: 'POST' as const,
      url: DRAFTS,
      headers: { 'idempotency-key': 'create' },
      document: newMessage({ subject: 'Once' }),
    };
    const answers = [
      ...(await Promise.all([server.send(request), server.send(request)])),
      await server.send(request),
    ];

    assert.deepEqual(
      answers.map(({ statusCode, headers, body }) => [
        statusCode,
        headers.location,
        headers.etag,
        headers.vary,
        body,
      ]),
      answers.map(() => {
        const [{ headers, body } = { headers: {}, body: '' }] = answers;
        return [
          201,
          headers.location,
          headers.etag,
          'Authorization, X-CNMAIL-DATA, X-Mail-User, X-Mail-Auth, Accept',
          body,
        ];
      }),
    );
    assert.equal(await countDrafts(), count + 1);
  });

  it('sends a mail of v1 once', async () => {
    const { draft } = await createDraft(server);
    const request = {
      method: 'POST' as const,
      url: `${draft.links.self}/send`,
      headers: { 'idempotency-key': 'send' },
    };
    const answers = [await server.send(request), await server.send(request)];

    assert.equal(answers[1]?.body, answers[0]?.body);
    assert.equal(answers[1]?.headers['idempotency-replayed'], 'true');
    assert.equal(server.sent().length, 1);
  });

  it('attaches files of v1 once: the second does not meet a message that is gone', async () => {
    const { draft } = await createDraft(server);
    const form = await formOf(['a', 'a.txt', 'one']);
    const request = {
      method: 'POST' as const,
      url: `${draft.links.self}/Attachments`,
      headers: { ...form.headers, 'idempotency-key': 'attach' },
      payload: form.payload,
    };
    const answers = [await server.send(request), await server.send(request)];
    const other = await server.send({ ...request, payload: Buffer.from('other') });

    assert.deepEqual(
      answers.map(({ statusCode, body }) => [statusCode, body]),
      answers.map(() => [201, answers[0]?.body]),
    );
    assert.deepEqual(problemsOf(other), [[422, 'idempotency-key-reused', { header: 'Idempotency-Key' }]]);
  });

  it('tells a key that is none by its header', async () => {
    const answer = await server.send({
      method: 'POST',
      url: DRAFTS,
      headers: { 'idempotency-key': 'a b' },
      document: newMessage({}),
    });

    assert.deepEqual(problemsOf(answer), [[400, 'invalid-parameter', { header: 'Idempotency-Key' }]]);
  });

  it('makes a draft of v0 once', async () => {
    const count = await countDrafts();
    const create = () =>
      server.posthorn.server.inject({
        method: 'POST',
        url: '/rest-api-email/v0/MailAccounts/gmail/MailFolders/Drafts/MessageItems',
        headers: {
          authorization: AUTHORIZATION,
          'content-type': 'application/json',
          'idempotency-key': 'v0',
        },
        payload: JSON.stringify({ data: { attributes: { textPlain: 'x' } } }),
      });
    const answers = [await create(), await create()];

    assert.equal(answers[0]?.statusCode, answers[1]?.statusCode);
    assert.equal(answers[1]?.headers['idempotency-replayed'], 'true');
    assert.equal(await countDrafts(), count + 1);
  });
});
