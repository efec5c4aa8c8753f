/** What the sending server, and a client that leaves, do to a message of version 1 that is sent at once. */
import assert from 'node:assert/strict';
import { request } from 'node:http';
import type { Server } from 'node:net';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { v1Mail } from '../v1-mail.ts';
import { AUTHORIZATION, startV1Server, type V1Server } from '../v1-server.ts';
import { DRAFTS, newMessage, problemsOf } from './writing-api.ts';

const DOCUMENT = newMessage({ to: [{ address: 'ann@example.com' }], subject: 'At once' });

describe('A message that is sent at once', () => {
  let server: V1Server;
  beforeEach(async () => {
    const mailboxes = [...v1Mail, { name: 'Drafts', specialUse: '\\Drafts' as const }];
    server = await startV1Server({ mailboxes, canSend: true });
  });
  afterEach(() => server.close());

  const send = (headers: Readonly<Record<string, string>> = {}) =>
    server.send({ method: 'POST', url: `${DRAFTS}/send`, headers, document: DOCUMENT });
  const draftIds = async (): Promise<readonly string[]> =>
    (await server.get(DRAFTS)).json().data.map(({ id }: { id: string }) => id);

  it('leaves no draft behind when no recipient is taken, and can be sent again with its key', async () => {
    const key = { 'idempotency-key': 'k' };
    const fault = { kind: 'smtp-reject-recipient', recipient: 'ann@example.com', replyCode: 550 } as const;
    const remove = server.sandbox.faults.add(fault);
    const refused = await send(key);
    remove();
    const drafts = await draftIds();
    const sent = await send(key);

    assert.deepEqual(problemsOf(refused), [[422, 'message-rejected', undefined]]);
    assert.equal(refused.json().errors[0].meta.rejected[0].address, 'ann@example.com');
    assert.deepEqual([drafts, sent.statusCode, server.sandbox.acceptedMail.length], [[], 200, 1]);
  });

  it('leaves nothing behind where the draft cannot be stored', async () => {
    server.sandbox.faults.add({
      kind: 'refuse',
      at: 'command-received',
      command: 'APPEND',
      status: 'NO',
      code: 'OVERQUOTA',
    });
    const answer = await send();

    assert.deepEqual(problemsOf(answer), [[507, 'quota-exceeded', undefined]]);
    assert.deepEqual([await draftIds(), server.sandbox.acceptedMail.length], [[], 0]);
  });

  it('is not repeated when nobody knows whether it went out, and its draft is named', async () => {
    server.sandbox.faults.add({ kind: 'smtp-drop', at: 'smtp-before-data-reply', nth: 1 });
    const key = { 'idempotency-key': 'k' };
    const answers = [await send(key), await send(key)];
    const [id] = await draftIds();

    assert.deepEqual(
      answers.map((answer) => [problemsOf(answer), answer.json().errors[0].meta]),
      answers.map(() => [
        [[502, 'submission-uncertain', undefined]],
        { MessageItem: { type: 'MessageItem', id } },
      ]),
    );
    assert.equal(answers[1]?.headers['idempotency-replayed'], 'true');
    assert.equal(server.sandbox.acceptedMail.length, 1);
  });

  it('is nothing when its client leaves in the middle of a file', async () => {
    const address = new URL(`${DRAFTS}/send`, await server.posthorn.listen());
    const head = [
      ...['--b', 'Content-Disposition: form-data; name="document"', '', JSON.stringify(DOCUMENT)],
      ...['--b', 'Content-Disposition: form-data; name="a"; filename="a.bin"', '', ''],
    ];
    const headers = {
      authorization: AUTHORIZATION,
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': 2_000_000,
    };
    const upload = request(address, { method: 'POST', headers });
    upload.on('error', () => undefined);
    await promisify<string, void>(upload.write.bind(upload))(head.join('\r\n') + 'x'.repeat(1_000_000));
    upload.destroy();
    const listener: Server = server.posthorn.server.server;
    while ((await promisify(listener.getConnections.bind(listener))()) > 0) await delay(5);

    assert.deepEqual(
      server.commands().filter((line) => line.includes('APPEND')),
      [],
    );
    assert.equal(server.sandbox.acceptedMail.length, 0);
  });
});
