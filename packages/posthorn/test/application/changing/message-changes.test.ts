import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMessageChanges } from '../../../src/application/changing/message-changes.ts';
import type { MessageState } from '../../../src/application/changing/message-state.ts';
import { createSentCopies } from '../../../src/application/changing/sent-copies.ts';
import { passwordLogin } from '../../../src/domain/logins/login.ts';
import type { MailboxName } from '../../../src/domain/mailboxes/mailbox-name.ts';
import { accountOf, JANE } from '../../http/test-server.ts';
import { asUid, code } from '../../support/domain-values.ts';
import { createTestState } from '../../support/memory-state.ts';
import { DraftsInMemory } from '../drafts-in-memory.ts';
import { textComposer } from '../text-composer.ts';

const SIGNAL = new AbortController().signal;
const account = accountOf(passwordLogin(JANE, 'secret'));

function setUp(...folders: string[]) {
  return setUpProvider(false, ...folders);
}

/** The same, at a provider that files what it sends or does not. */
function setUpProvider(keepsSentCopy: boolean, ...folders: string[]) {
  const mail = new DraftsInMemory();
  for (const folder of folders) mail.put(folder, `in ${folder}`, ['seen']);
  const dependencies = { mailStore: mail.store, mailWriter: mail.writer };
  const sentCopies = createSentCopies({ ...dependencies, keepsSentCopy: () => keepsSentCopy });
  const { messageHistory, messageLocks } = createTestState();
  const changes = createMessageChanges({
    ...dependencies,
    messageComposer: textComposer,
    messageHistory,
    messageLocks,
    sentCopies,
  });
  const at = (mailbox: string, uid = 1) => ({
    message: { account, mailbox: mailbox as MailboxName, uid: asUid(uid) },
  });
  const move = async (from: string, to: string) =>
    (await changes.update({ ...at(from), target: to as MailboxName }, SIGNAL)).newRef;
  const revise = async (uid: number, textPlain: string) =>
    changes.update({ ...at('Drafts', uid), draft: { textPlain } }, SIGNAL);
  return { mail, changes, messageHistory, at, move, revise };
}

describe('MessageChanges.trash', () => {
  it('moves the message to the folder for deleted messages', async () => {
    const { mail, changes, at } = setUp('INBOX', 'Trash');

    const trashed = await changes.trash(at('INBOX'), SIGNAL);

    assert.deepEqual(trashed, { account, mailbox: 'Trash', uid: 2, uidValidity: 7 });
    assert.deepEqual([mail.show('INBOX'), mail.show('Trash')], [[], ['1 in Trash seen', '2 in INBOX seen']]);
  });

  it('deletes for good what is in the trash already', async () => {
    const { mail, changes, at } = setUp('INBOX', 'Trash');

    assert.equal(await changes.trash(at('Trash'), SIGNAL), null);

    assert.deepEqual(mail.show('Trash'), []);
  });

  it('deletes nothing when the account has no trash', async () => {
    const { mail, changes, at } = setUp('INBOX');

    await assert.rejects(changes.trash(at('INBOX'), SIGNAL), code('conflict'));

    assert.deepEqual(mail.show('INBOX'), ['1 in INBOX seen']);
  });
});

describe('MessageChanges.copy', () => {
  it('makes no second draft with the private id of the first', async () => {
    const { changes, at } = setUp('Drafts');

    await assert.rejects(
      changes.copy({ ...at('Drafts'), target: 'Drafts' as MailboxName }, SIGNAL),
      code('conflict'),
    );
  });
});

describe('MessageChanges.update that moves what was sent', () => {
  /** A sent draft, and the copy that the provider has filed. */
  const setUpSent = (keepsSentCopy: boolean, copies: readonly string[], keywords = ['$Submitted']) => {
    const setup = setUpProvider(keepsSentCopy);
    setup.mail.put('Drafts', 'hello', [], keywords);
    setup.mail.put('Archive', 'other', []);
    setup.mail.mailboxes.set('Sent', new Map());
    for (const copy of copies) setup.mail.put('Sent', copy, ['seen']);
    return setup;
  };

  it('is the copy that the provider has filed, and no second one', async () => {
    const { mail, move } = setUpSent(true, ['older', 'hello']);

    const newRef = await move('Drafts', 'Sent');

    assert.deepEqual(newRef, { account, mailbox: 'Sent', uid: 2, uidValidity: 7 });
    assert.deepEqual([mail.show('Drafts'), mail.show('Sent')], [[], ['1 older seen', '2 hello seen']]);
  });

  it('is a move where the provider files nothing', async () => {
    const { mail, move } = setUpSent(false, ['hello']);

    await move('Drafts', 'Sent');

    assert.deepEqual(mail.show('Sent'), ['1 hello seen', '2 hello  $Submitted']);
  });

  it('is a move into any other folder', async () => {
    const { mail, move } = setUpSent(true, ['hello']);

    await move('Drafts', 'Archive');

    assert.deepEqual(mail.show('Archive'), ['1 other', '2 hello  $Submitted']);
  });

  it('is a move when the message was not sent', async () => {
    const { mail, move } = setUpSent(true, ['hello'], []);

    await move('Drafts', 'Sent');

    assert.deepEqual(mail.show('Sent'), ['1 hello seen', '2 hello']);
  });
});

describe('MessageChanges.update of a draft', () => {
  it('puts the new version in the place of the old one', async () => {
    const { mail, revise } = setUp();
    mail.put('Drafts', 'a', ['draft', 'flagged']);

    const updated = await revise(1, 'b');

    const newRef = { account, mailbox: 'Drafts', uid: 2, uidValidity: 7 };
    assert.deepEqual(updated, { newRef, isOldVersionRemoved: true });
    assert.deepEqual(mail.show('Drafts'), ['2 a+b draft+flagged']);
  });

  it('sets flags with the new version', async () => {
    const { mail, changes, at } = setUp();
    mail.put('Drafts', 'a', ['draft', 'flagged']);

    await changes.update({ ...at('Drafts'), draft: {}, flags: { flagged: false, seen: true } }, SIGNAL);

    assert.deepEqual(mail.show('Drafts'), ['2 a+ draft+seen']);
  });

  it('never changes a message that is no draft', async () => {
    const { mail, revise } = setUp();
    mail.put('Drafts', 'received', ['seen']);

    await assert.rejects(revise(1, 'b'), code('conflict'));

    assert.deepEqual(mail.show('Drafts'), ['1 received seen']);
  });

  it('never changes a message that was sent', async () => {
    const { mail, revise } = setUp();
    mail.put('Drafts', 'sent', ['draft'], ['$submitted']);

    await assert.rejects(revise(1, 'b'), code('conflict'));

    assert.deepEqual(mail.show('Drafts'), ['1 sent draft $submitted']);
  });

  it('changes a draft whose sending ended without an answer, which makes it an unsent one', async () => {
    const { mail, revise } = setUp();
    mail.put('Drafts', 'a', ['draft'], ['$SubmitPending']);

    await revise(1, 'b');

    assert.deepEqual(mail.show('Drafts'), ['2 a+b draft']);
  });

  it('tells whoever comes second that there is a newer version', async () => {
    const { mail, revise } = setUp();
    mail.put('Drafts', 'a', ['draft']);
    await revise(1, 'b');

    await assert.rejects(revise(1, 'c'), code('outdated-version'));

    assert.deepEqual(mail.show('Drafts'), ['2 a+b draft']);
  });

  it('tells of a newer version also while the older one is still there', async () => {
    const { mail, revise, messageHistory, at } = setUp();
    mail.put('Drafts', 'a', ['draft']);
    await messageHistory.remember({ ...at('Drafts').message, uidValidity: 7 }, { kind: 'replaced' });

    await assert.rejects(revise(1, 'c'), code('outdated-version'));
  });

  it('lets one of fifty changes at once win, and loses no text', async () => {
    const { mail, revise } = setUp();
    mail.put('Drafts', 'a', ['draft']);

    const results = await Promise.allSettled(Array.from({ length: 50 }, (_, index) => revise(1, `${index}`)));

    const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));
    assert.deepEqual(reasons, Array(49).fill('outdated-version'));
    assert.deepEqual(mail.show('Drafts'), ['2 a+0 draft']);
  });

  it('tells of a message that never was as unknown', async () => {
    const { revise } = setUp();

    await assert.rejects(revise(9, 'b'), code('message-unknown'));
  });

  it('takes a message of a folder that was re-created for another one', async () => {
    const { mail, revise, messageHistory, at } = setUp();
    mail.put('Drafts', 'a', ['draft']);
    await messageHistory.remember({ ...at('Drafts').message, uidValidity: 6 }, { kind: 'replaced' });

    await revise(1, 'b');

    assert.deepEqual(mail.show('Drafts'), ['2 a+b draft']);
  });
});

describe('MessageChanges with an expected state', () => {
  const flags = new Map([['flagged', false]] as const);
  const expected: readonly MessageState[] = [{ flags, keywordsDigest: undefined }];
  const refused = { code: 'outdated-version', isGone: false };
  const gone = { code: 'outdated-version', isGone: true };

  it('changes a message that is in it', async () => {
    const { mail, changes, at } = setUp('INBOX');

    await changes.update({ ...at('INBOX'), expected, flags: { flagged: true } }, SIGNAL);

    assert.deepEqual(mail.show('INBOX'), ['1 in INBOX flagged+seen']);
  });

  it('changes a message that is in one of several', async () => {
    const { mail, changes, at } = setUp('INBOX');
    const other = { flags: new Map([['flagged', true]] as const), keywordsDigest: undefined };

    await changes.delete({ ...at('INBOX'), expected: [other, ...expected] }, SIGNAL);

    assert.deepEqual(mail.show('INBOX'), []);
  });

  it('does nothing to a message that is in another one, whatever was to be done', async () => {
    const { mail, changes, at } = setUp('Trash');
    mail.put('Drafts', 'hello', ['draft', 'flagged']);
    const request = { ...at('Drafts'), expected };
    const target = 'Trash' as MailboxName;

    await assert.rejects(changes.update({ ...request, flags: { seen: true } }, SIGNAL), refused);
    await assert.rejects(changes.update({ ...request, keywords: ['Later'] }, SIGNAL), refused);
    await assert.rejects(changes.update({ ...request, draft: { textPlain: 'x' } }, SIGNAL), refused);
    await assert.rejects(changes.update({ ...request, target }, SIGNAL), refused);
    await assert.rejects(changes.copy({ ...request, target }, SIGNAL), refused);
    await assert.rejects(changes.trash(request, SIGNAL), refused);
    await assert.rejects(changes.delete(request, SIGNAL), refused);
    await assert.rejects(changes.verifyDraft(request, SIGNAL), refused);

    assert.deepEqual([mail.calls, mail.show('Drafts')], [[], ['1 hello draft+flagged']]);
  });

  it('tells that a message is gone, also when its flags do not matter', async () => {
    const { changes, at } = setUp('INBOX');
    const whatever = [{ flags: new Map(), keywordsDigest: undefined }];

    await assert.rejects(changes.delete({ ...at('INBOX', 9), expected }, SIGNAL), gone);
    await assert.rejects(changes.delete({ ...at('INBOX', 9), expected: whatever }, SIGNAL), gone);
    await assert.rejects(changes.delete(at('INBOX', 9), SIGNAL), code('message-unknown'));
  });

  it('lets one of two changes at once be done', async () => {
    const { mail, changes, at } = setUp('INBOX', 'Trash');
    const request = { ...at('INBOX'), expected };

    const [flagging, trashing] = await Promise.allSettled([
      changes.update({ ...request, flags: { flagged: true } }, SIGNAL),
      changes.trash(request, SIGNAL),
    ]);

    assert.deepEqual([flagging.status, trashing.status], ['fulfilled', 'rejected']);
    assert.deepEqual(mail.show('INBOX'), ['1 in INBOX flagged+seen']);
  });

  it('looks after a message that somebody else has changed while it waited', async () => {
    const { mail, changes, at } = setUp('INBOX', 'Trash');

    const [first, second] = await Promise.allSettled([
      changes.trash(at('INBOX'), SIGNAL),
      changes.update({ ...at('INBOX'), target: 'Archive' as MailboxName }, SIGNAL),
    ]);

    assert.deepEqual([first.status, second.status], ['fulfilled', 'rejected']);
    assert.deepEqual(mail.calls, ['moveMessage']);
  });

  it('moves the new version of a draft that was changed', async () => {
    const { mail, changes, at } = setUp();
    mail.put('Drafts', 'a', ['draft']);
    const update = { ...at('Drafts'), expected, draft: { textPlain: 'b' }, target: 'Work' as MailboxName };

    const { newRef } = await changes.update(update, SIGNAL);

    assert.deepEqual(newRef, { account, mailbox: 'Work', uid: 1, uidValidity: 7 });
    assert.deepEqual([mail.show('Drafts'), mail.show('Work')], [[], ['1 a+b draft']]);
  });
});
