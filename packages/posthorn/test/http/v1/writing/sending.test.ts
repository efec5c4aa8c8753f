/** What the sending server does to a draft of version 1, over a server that fails on demand. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { v1Mail } from '../v1-mail.ts';
import { AUTHORIZATION, startV1Server, type V1Server } from '../v1-server.ts';
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

  it('names refused recipients in version 0 as well', async () => {
    const addV0 = async (...recipients: readonly string[]) => {
      for (const recipient of recipients) {
        server.sandbox.faults.add({ kind: 'smtp-reject-recipient', recipient, replyCode: 550 });
      }
      const { draft } = await createDraft(api, TWO);
      const uid = draft.id.split('.').at(-1);
      const url = `/rest-api-email/v0/MailAccounts/gmail/MailFolders/Drafts/MessageItems/${uid}`;
      return server.posthorn.server.inject({
        method: 'POST',
        url,
        headers: { authorization: AUTHORIZATION },
      });
    };
    const partly = await addV0('bob@example.com');
    const none = await addV0('ann@example.com');

    assert.deepEqual(partly.json(), { success: true, rejected: ['bob@example.com'] });
    assert.equal(none.statusCode, 422);
    assert.match(none.json().detail, / It refused ann@example\.com, bob@example\.com\.$/);
  });

  it('fails when no recipient is taken, and the draft stays', async () => {
    for (const recipient of ['ann@example.com', 'bob@example.com']) {
      server.sandbox.faults.add({ kind: 'smtp-reject-recipient', recipient, replyCode: 550 });
    }
    const { draft } = await createDraft(api, TWO);
    const answer = await send(draft.links.self);

    assert.deepEqual(problemsOf(answer), [[422, 'message-rejected', undefined]]);
    const [{ detail, meta }] = answer.json().errors;
    assert.match(detail, / It refused ann@example\.com, bob@example\.com\.$/);
    assert.deepEqual(
      meta.rejected.map(({ address, code }: { address: string; code: number }) => [address, code]),
      [
        ['ann@example.com', 550],
        ['bob@example.com', 550],
      ],
    );
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
