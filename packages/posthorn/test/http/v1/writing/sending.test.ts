/** What the sending server does to a draft of version 1, over a server that fails on demand. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { v1Mail } from '../v1-mail.ts';
import { startV1Server, type V1Server } from '../v1-server.ts';
import { createDraft, problemsOf, type WritingApi } from './writing-api.ts';

describe('Sending by v1', () => {
  let server: V1Server;
  let api: WritingApi;
  beforeEach(async () => {
    const mailboxes = [...v1Mail, { name: 'Drafts', specialUse: '\\Drafts' as const }];
    server = await startV1Server({ mailboxes, canSend: true });
    api = { ...server, sent: () => server.sandbox.acceptedMail };
  });
  afterEach(() => server.close());

  const TWO = { to: [{ address: 'ann@example.com' }, { address: 'bob@example.com' }] };
  const send = (url: string, headers: Readonly<Record<string, string>> = {}) =>
    api.send({ method: 'POST', url: `${url}/send`, headers });

  it('tells which recipients were not taken, with the reply of the server', async () => {
    server.sandbox.faults.add({
      kind: 'smtp-reject-recipient',
      recipient: 'bob@example.com',
      replyCode: 550,
    });
    const { draft } = await createDraft(api, TWO);
    const { accepted, rejected } = (await send(draft.links.self)).json().meta;

    assert.deepEqual(accepted, ['ann@example.com']);
    assert.deepEqual(
      rejected.map(({ address, code }: { address: string; code: number }) => [address, code]),
      [['bob@example.com', 550]],
    );
  });

  it('fails when no recipient is taken, and the draft stays', async () => {
    for (const recipient of ['ann@example.com', 'bob@example.com']) {
      server.sandbox.faults.add({ kind: 'smtp-reject-recipient', recipient, replyCode: 550 });
    }
    const { draft } = await createDraft(api, TWO);
    const answer = await send(draft.links.self);

    assert.deepEqual(problemsOf(answer), [[422, 'message-rejected', undefined]]);
    assert.equal((await api.get(draft.links.self)).json().data.attributes.draft, true);
  });

  it('does not repeat what may have been sent, also with the same Idempotency-Key', async () => {
    server.sandbox.faults.add({ kind: 'smtp-drop', at: 'smtp-before-data-reply', nth: 1 });
    const { draft } = await createDraft(api, TWO);
    const key = { 'idempotency-key': 'k' };
    const answers = [
      await send(draft.links.self, key),
      await send(draft.links.self, key),
      await send(draft.links.self),
    ];

    assert.deepEqual(
      answers.map(problemsOf),
      answers.map(() => [[502, 'submission-uncertain', undefined]]),
    );
    assert.equal(answers[1]?.headers['idempotency-replayed'], 'true');
    assert.equal(api.sent().length, 1);
  });

  it('tells of a message that could not be filed where it is', async () => {
    server.sandbox.faults.add({ kind: 'refuse', at: 'command-received', command: 'MOVE', status: 'NO' });
    const { draft } = await createDraft(api, TWO);
    const { data, meta } = (await send(draft.links.self)).json();

    assert.deepEqual([data.id, meta.warnings, meta.previousId], [draft.id, ['not-filed'], undefined]);
    assert.equal(data.attributes.draft, false);
  });

  it('tells nothing of a message that it cannot read any more', async () => {
    const { draft } = await createDraft(api, TWO);
    await send(draft.links.self);
    server.sandbox.user('jane@example.org').expunge('Sent', 2);
    const answer = await send(draft.links.self);

    assert.deepEqual([answer.statusCode, answer.json().data], [200, null]);
    assert.equal(api.sent().length, 1);
  });
});
