import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMessageDrafts } from '../../src/application/message-drafts.ts';
import { createMessageHistory } from '../../src/application/message-history.ts';
import { createMessageLocks } from '../../src/application/message-locks.ts';
import type { MessageComposer } from '../../src/application/ports/message-composer.ts';
import { bufferSource } from '../../src/domain/buffer-source.ts';
import type { MailboxName } from '../../src/domain/mailbox-name.ts';
import { Secret } from '../../src/domain/secret.ts';
import { accountOf, JANE } from '../http/test-server.ts';
import { asUid, code } from '../support/domain-values.ts';
import { DraftsInMemory } from './drafts-in-memory.ts';

const SIGNAL = new AbortController().signal;
const ACCOUNT = accountOf({ user: JANE, password: new Secret('secret') });
const DRAFTS = 'Drafts' as MailboxName;

/** Writes the plain text as the message; a change is put behind the text that was there. */
const textComposer = {
  compose: async ({ textPlain = '' }) => ({
    octets: bufferSource(Buffer.from(textPlain)),
    messageId: textPlain,
    versionField: { name: 'X-Id', value: '1' },
  }),
  revise: async (message: Uint8Array, { textPlain = '' }) => ({
    octets: bufferSource(Buffer.from(`${Buffer.from(message)}+${textPlain}`)),
    messageId: textPlain,
    versionField: { name: 'X-Id', value: '1' },
  }),
} as unknown as MessageComposer;

function setUp() {
  const drafts = new DraftsInMemory();
  const messageHistory = createMessageHistory();
  const service = createMessageDrafts({
    mailStore: drafts.store,
    mailWriter: drafts.writer,
    messageComposer: textComposer,
    messageHistory,
    messageLocks: createMessageLocks(),
  });
  const place = (uid: number) => ({ account: ACCOUNT, mailbox: DRAFTS, uid: asUid(uid) });
  const revise = (uid: number, textPlain: string) =>
    service.revise({ location: place(uid), change: { textPlain } }, SIGNAL);
  return { drafts, service, messageHistory, place, revise };
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
      mailStore: drafts.store,
      mailWriter: drafts.writer,
      messageComposer: {
        ...textComposer,
        compose: (draft) => {
          headers.push(draft.header);
          return textComposer.compose(draft);
        },
      },
      messageHistory: createMessageHistory(),
      messageLocks: createMessageLocks(),
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

describe('MessageDrafts.revise', () => {
  it('puts the new version in the place of the old one', async () => {
    const { drafts, revise } = setUp();
    drafts.put('Drafts', 'a', ['draft', 'flagged']);

    const replacement = await revise(1, 'b');

    assert.deepEqual(replacement, { uid: 2, uidValidity: 7, isOldRemoved: true });
    assert.deepEqual(drafts.show('Drafts'), ['2 a+b draft+flagged']);
  });

  it('sets flags with the new version', async () => {
    const { drafts, service, place } = setUp();
    drafts.put('Drafts', 'a', ['draft', 'flagged']);

    await service.revise({ location: place(1), change: {}, flags: { flagged: false, seen: true } }, SIGNAL);

    assert.deepEqual(drafts.show('Drafts'), ['2 a+ draft+seen']);
  });

  it('never changes a message that is no draft', async () => {
    const { drafts, revise } = setUp();
    drafts.put('Drafts', 'received', ['seen']);

    await assert.rejects(revise(1, 'b'), code('conflict'));

    assert.deepEqual(drafts.show('Drafts'), ['1 received seen']);
  });

  it('never changes a message that was sent', async () => {
    const { drafts, revise } = setUp();
    drafts.put('Drafts', 'sent', ['draft'], ['$submitted']);

    await assert.rejects(revise(1, 'b'), code('conflict'));

    assert.deepEqual(drafts.show('Drafts'), ['1 sent draft $submitted']);
  });

  it('changes a draft whose sending ended without an answer, which makes it an unsent one', async () => {
    const { drafts, revise } = setUp();
    drafts.put('Drafts', 'a', ['draft'], ['$SubmitPending']);

    await revise(1, 'b');

    assert.deepEqual(drafts.show('Drafts'), ['2 a+b draft']);
  });

  it('tells whoever comes second that there is a newer version', async () => {
    const { drafts, revise } = setUp();
    drafts.put('Drafts', 'a', ['draft']);
    await revise(1, 'b');

    await assert.rejects(revise(1, 'c'), code('outdated-version'));

    assert.deepEqual(drafts.show('Drafts'), ['2 a+b draft']);
  });

  it('tells of a newer version also while the older one is still there', async () => {
    const { drafts, revise, messageHistory, place } = setUp();
    drafts.put('Drafts', 'a', ['draft']);
    messageHistory.remember({ ...place(1), uidValidity: 7 }, { kind: 'replaced' });

    await assert.rejects(revise(1, 'c'), code('outdated-version'));
  });

  it('lets one of fifty changes at once win, and loses no text', async () => {
    const { drafts, revise } = setUp();
    drafts.put('Drafts', 'a', ['draft']);

    const results = await Promise.allSettled(Array.from({ length: 50 }, (_, index) => revise(1, `${index}`)));

    const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));
    assert.deepEqual(reasons, Array(49).fill('outdated-version'));
    assert.deepEqual(drafts.show('Drafts'), ['2 a+0 draft']);
  });

  it('tells of a message that never was as unknown', async () => {
    const { revise } = setUp();

    await assert.rejects(revise(9, 'b'), code('message-unknown'));
  });

  it('takes a message of a folder that was made anew for another one', async () => {
    const { drafts, revise, messageHistory, place } = setUp();
    drafts.put('Drafts', 'a', ['draft']);
    messageHistory.remember({ ...place(1), uidValidity: 6 }, { kind: 'replaced' });

    await revise(1, 'b');

    assert.deepEqual(drafts.show('Drafts'), ['2 a+b draft']);
  });
});
