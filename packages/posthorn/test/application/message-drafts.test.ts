import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMessageDrafts } from '../../src/application/message-drafts.ts';
import type { MailboxName } from '../../src/domain/mailbox-name.ts';
import { Secret } from '../../src/domain/secret.ts';
import { accountOf, JANE } from '../http/test-server.ts';
import { DraftsInMemory } from './drafts-in-memory.ts';
import { textComposer } from './text-composer.ts';

const SIGNAL = new AbortController().signal;
const ACCOUNT = accountOf({ user: JANE, password: new Secret('secret') });
const DRAFTS = 'Drafts' as MailboxName;

function setUp() {
  const drafts = new DraftsInMemory();
  const service = createMessageDrafts({ mailWriter: drafts.writer, messageComposer: textComposer });
  return { drafts, service };
}

describe('MessageDrafts.create', () => {
  it('stores a draft that is not shown as unread', async () => {
    const { drafts, service } = setUp();

    const identity = await service.create(
      { location: { account: ACCOUNT, mailbox: DRAFTS }, draft: { textPlain: 'hello' } },
      SIGNAL,
    );

    assert.deepEqual(identity, { uid: 1, uidValidity: 7 });
    assert.deepEqual(drafts.show('Drafts'), ['1 hello draft+seen']);
  });

  it('takes other flags and keywords', async () => {
    const { drafts, service } = setUp();
    const location = { account: ACCOUNT, mailbox: DRAFTS };

    await service.create({ location, draft: { textPlain: 'hello' }, flags: [], keywords: ['later'] }, SIGNAL);

    assert.deepEqual(drafts.show('Drafts'), ['1 hello draft later']);
  });
});

describe('the author of a new draft', () => {
  const headerOf = async (from: string) => {
    const headers: unknown[] = [];
    const drafts = new DraftsInMemory();
    const service = createMessageDrafts({
      mailWriter: drafts.writer,
      messageComposer: {
        ...textComposer,
        compose: (draft) => {
          headers.push(draft.header);
          return textComposer.compose(draft);
        },
      },
    });
    const account = { ...ACCOUNT, from: { name: 'Jane', address: from } };
    await service.create(
      { location: { account, mailbox: DRAFTS }, draft: { header: { subject: 'Hi' } } },
      SIGNAL,
    );
    return headers;
  };

  it('is the owner of the account', async () => {
    assert.deepEqual(await headerOf('jane@example.org'), [
      { from: { name: 'Jane', address: 'jane@example.org' }, subject: 'Hi' },
    ]);
  });

  it('is nobody where the account is known by a login name', async () => {
    assert.deepEqual(await headerOf('jane'), [{ subject: 'Hi' }]);
  });
});
