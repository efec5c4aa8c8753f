/** Traces over the sandbox, seen by an SDK in memory. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as openRequest } from 'node:http';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { buildMessage } from '../support/message-samples.ts';
import { installSpanRecorder, type RecordedSpan, type SpanRecorder } from '../support/span-recorder.ts';
import { ACCOUNT_PATH, startRunningPosthorn, USER } from './running-posthorn.ts';

const MESSAGES = '/rest-api-email/v0/MailAccounts/:mailAccountId/MailFolders/:mailFolderId/MessageItems';
const REMOTE = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };
const TRACEPARENT = { traceparent: `00-${REMOTE.traceId}-${REMOTE.spanId}-01` };

describe('traces', () => {
  let recorder: SpanRecorder;
  const servers = (): readonly RecordedSpan[] => recorder.spans.filter(({ kind }) => kind === 'SERVER');
  const clients = (): readonly RecordedSpan[] => recorder.spans.filter(({ kind }) => kind === 'CLIENT');

  before(() => {
    recorder = installSpanRecorder();
  });
  beforeEach(() => {
    (recorder.spans as RecordedSpan[]).length = 0;
  });
  after(() => recorder.remove());

  it('have one server span for each request', async (t) => {
    const { request } = await startRunningPosthorn(t);

    await (await request('/MailFolders/INBOX/MessageItems?start=0&limit=1')).text();

    const [span, ...others] = servers();
    assert.deepEqual(others, []);
    assert.equal(span?.name, `GET ${MESSAGES}`);
    assert.equal(span?.isError, false);
    assert.deepEqual(span?.attributes, {
      'http.request.method': 'GET',
      'http.route': MESSAGES,
      'http.response.status_code': 200,
      'posthorn.api.version': 'v0',
    });
  });

  it('continue that of the client', async (t) => {
    const { request } = await startRunningPosthorn(t);

    await (await request('/MailFolders', { headers: TRACEPARENT })).text();

    const [span] = servers();
    assert.deepEqual([span?.traceId, span?.parentId], [REMOTE.traceId, REMOTE.spanId]);
    assert.ok(clients().every(({ traceId }) => traceId === REMOTE.traceId));
  });

  it('have a client span for the connection and for each IMAP command, below the request', async (t) => {
    const { request, sandbox } = await startRunningPosthorn(t);
    sandbox.user(USER).deliver(buildMessage({ subject: 'one' }));

    await (await request('/MailFolders/INBOX/MessageItems?start=0&limit=1&attributes=subject')).text();

    const [server] = servers();
    assert.ok(clients().every(({ parentId }) => parentId === server?.spanId));
    assert.deepEqual(
      clients().map(({ name }) => name),
      [
        ...['IMAP connect', 'IMAP SELECT', 'IMAP STATUS', 'IMAP NOOP', 'IMAP UID SEARCH'],
        ...['IMAP UID SORT', 'IMAP UID FETCH'],
      ],
    );
    assert.deepEqual(clients()[6]?.attributes, {
      'network.protocol.name': 'imap',
      'posthorn.operation': 'UID FETCH',
    });
  });

  it('have the commands of a download below its request', async (t) => {
    const { request, sandbox } = await startRunningPosthorn(t);
    const content = Buffer.alloc(3_000_000, 'x');
    sandbox.user(USER).deliver(buildMessage({ attachments: [{ filename: 'big.bin', content }] }));
    const list = await request('/MailFolders/INBOX/MessageItems/1/Attachments', { headers: TRACEPARENT });
    const { data } = (await list.json()) as { data: readonly { id: string }[] };

    const file = await request(`/MailFolders/INBOX/MessageItems/1/Attachments/${data[0]?.id}`, {
      headers: TRACEPARENT,
    });

    assert.equal((await file.arrayBuffer()).byteLength, content.length);
    const fetches = clients().filter(({ name }) => name === 'IMAP UID FETCH');
    assert.ok(fetches.length > 1, `${fetches.length} fetches`);
    assert.ok(clients().every(({ traceId }) => traceId === REMOTE.traceId));
  });

  it('have a client span for each submission, also below a request whose body comes late', async (t) => {
    const { address, authorization, sandbox } = await startRunningPosthorn(t);
    const draft = buildMessage({ from: USER, to: ['bob@example.org'] });
    sandbox.user(USER).deliver(draft, { mailbox: 'Drafts', flags: ['\\Draft'] });
    const sending = openRequest(`${address}${ACCOUNT_PATH}/MailFolders/Drafts/MessageItems/1`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
    });
    sending.flushHeaders();
    // The login is proved before the body is read.
    while (clients().length === 0) await nextTurn();

    sending.end('{}');
    const [answer] = await once(sending, 'response');

    answer.resume();
    await once(answer, 'end');
    assert.equal(answer.statusCode, 200);
    const submission = clients().find(({ name }) => name === 'SMTP submit');
    assert.equal(submission?.parentId, servers()[0]?.spanId);
    assert.deepEqual(submission?.attributes, {
      'network.protocol.name': 'smtp',
      'posthorn.operation': 'submit',
    });
  });

  it('say what went wrong in the codes of the API', async (t) => {
    const { request, sandbox } = await startRunningPosthorn(t);
    sandbox.faults.add({
      kind: 'refuse',
      at: 'command-received',
      command: 'LIST',
      status: 'NO',
      code: 'UNAVAILABLE',
    });

    await (await request('/MailFolders')).text();

    const failed = recorder.spans.filter(({ isError }) => isError);
    assert.deepEqual(
      failed.map(({ name, attributes }) => [name, attributes['error.type']]),
      [
        ['IMAP LIST', 'server-unavailable'],
        ['IMAP LIST', 'server-unavailable'],
        ['GET /rest-api-email/v0/MailAccounts/:mailAccountId/MailFolders', 'server-unavailable'],
      ],
    );
  });

  it('hold nothing of a user, a folder or a message', async (t) => {
    const { request, sandbox } = await startRunningPosthorn(t);
    sandbox.user(USER).createMailbox('Geheimes');
    sandbox.user(USER).deliver(buildMessage({ subject: 'Betreff' }), { mailbox: 'Geheimes' });

    await (await request('/MailFolders/Geheimes/MessageItems/1')).text();
    await (await request('/MailFolders/Geheimes/MessageItems/1/MessageBody')).text();

    const text = JSON.stringify(recorder.spans);
    for (const word of [USER, 'Geheimes', 'Betreff', '127.0.0.1']) assert.ok(!text.includes(word), word);
  });
});
