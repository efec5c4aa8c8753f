import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMemoryMessageFates } from '../../../src/adapters/memory/memory-message-fates.ts';
import { createMessageHistory } from '../../../src/application/changing/message-history.ts';
import type { MessageFate } from '../../../src/application/ports/state/message-fates.ts';
import type { ExactMessageRef } from '../../../src/domain/messages/message-ref.ts';
import { testAccount } from '../../contracts/store-under-test.ts';
import { mailboxName } from '../../http/in-memory-mail-store.ts';
import { asUid } from '../../support/domain-values.ts';

const SENT: MessageFate = { kind: 'sent', sent: { submission: null, filed: null, warnings: [] } };

function draft(name: string, { mailbox = 'Drafts', uidValidity = 7 } = {}): ExactMessageRef {
  const account = testAccount({ host: '127.0.0.1', port: 143 }, { name, password: 'secret' });
  return { account, mailbox: mailboxName(mailbox), uid: asUid(4), uidValidity };
}

/** The draft without its uidValidity, as version 0 names it. */
function named(message: ExactMessageRef) {
  const { uidValidity: _uidValidity, ...rest } = message;
  return rest;
}

describe('The history of messages', () => {
  it('knows a message under every spelling of its account, and shows what was sent to the exact one only', async () => {
    const history = createMessageHistory({ messageFates: createMemoryMessageFates() });
    await history.remember(draft('alice@example.org'), SENT);

    assert.deepEqual(await history.find(draft('alice@example.org')), SENT);
    assert.deepEqual(await history.find(draft('Alice@Example.ORG.')), { kind: 'uncertain' });
    assert.deepEqual(await history.find(named(draft('ALICE@example.org'))), { kind: 'uncertain' });
    assert.equal(await history.find(draft('bob@example.org')), undefined);
  });

  it('knows it under every spelling of its folder, as long as that is the same', async () => {
    const history = createMessageHistory({ messageFates: createMemoryMessageFates() });
    await history.remember(draft('alice@example.org'), SENT);

    assert.deepEqual(await history.find(draft('alice@example.org', { mailbox: 'drafts' })), {
      kind: 'uncertain',
    });
    assert.equal(await history.find(draft('alice@example.org', { uidValidity: 8 })), undefined);
  });
});

describe('The history of a draft with a newer version', () => {
  it('is that of its exact names', async () => {
    const history = createMessageHistory({ messageFates: createMemoryMessageFates() });
    await history.remember(draft('alice@example.org'), { kind: 'replaced' });

    assert.deepEqual(await history.find(draft('alice@example.org')), { kind: 'replaced' });
    assert.equal(await history.find(draft('Alice@example.org')), undefined);
  });
});
