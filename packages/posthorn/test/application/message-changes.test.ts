import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMessageChanges } from '../../src/application/message-changes.ts';
import { createSentCopies } from '../../src/application/sent-copies.ts';
import type { MailboxName } from '../../src/domain/mailbox-name.ts';
import { Secret } from '../../src/domain/secret.ts';
import { accountOf, JANE } from '../http/test-server.ts';
import { asUid, code } from '../support/domain-values.ts';
import { DraftsInMemory } from './drafts-in-memory.ts';

const SIGNAL = new AbortController().signal;
const account = accountOf({ user: JANE, password: new Secret('secret') });

function setUp(...folders: string[]) {
  return setUpProvider(false, ...folders);
}

/** The same, at a provider that files what it sends or does not. */
function setUpProvider(keepsSentCopy: boolean, ...folders: string[]) {
  const mail = new DraftsInMemory();
  for (const folder of folders) mail.put(folder, `in ${folder}`, ['seen']);
  const dependencies = { mailStore: mail.store, mailWriter: mail.writer };
  const sentCopies = createSentCopies({ ...dependencies, keepsSentCopy: () => keepsSentCopy });
  const changes = createMessageChanges({ ...dependencies, sentCopies });
  const at = (mailbox: string) => ({ account, mailbox: mailbox as MailboxName, uid: asUid(1) });
  return { mail, changes, at };
}

describe('MessageChanges.trash', () => {
  it('moves the message to the folder for deleted messages', async () => {
    const { mail, changes, at } = setUp('INBOX', 'Trash');

    const place = await changes.trash(at('INBOX'), SIGNAL);

    assert.deepEqual(place, { mailbox: 'Trash', uid: 2, uidValidity: 7 });
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

    await assert.rejects(changes.copy(at('Drafts'), 'Drafts' as MailboxName, SIGNAL), code('conflict'));
  });
});

describe('MessageChanges.move of a message that was sent', () => {
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
    const { mail, changes, at } = setUpSent(true, ['older', 'hello']);

    const place = await changes.move(at('Drafts'), 'Sent' as MailboxName, SIGNAL);

    assert.deepEqual(place, { mailbox: 'Sent', uid: 2, uidValidity: 7 });
    assert.deepEqual([mail.show('Drafts'), mail.show('Sent')], [[], ['1 older seen', '2 hello seen']]);
  });

  it('is a move where the provider files nothing', async () => {
    const { mail, changes, at } = setUpSent(false, ['hello']);

    await changes.move(at('Drafts'), 'Sent' as MailboxName, SIGNAL);

    assert.deepEqual(mail.show('Sent'), ['1 hello seen', '2 hello  $Submitted']);
  });

  it('is a move into any other folder', async () => {
    const { mail, changes, at } = setUpSent(true, ['hello']);

    await changes.move(at('Drafts'), 'Archive' as MailboxName, SIGNAL);

    assert.deepEqual(mail.show('Archive'), ['1 other', '2 hello  $Submitted']);
  });

  it('is a move when the message was not sent', async () => {
    const { mail, changes, at } = setUpSent(true, ['hello'], []);

    await changes.move(at('Drafts'), 'Sent' as MailboxName, SIGNAL);

    assert.deepEqual(mail.show('Sent'), ['1 hello seen', '2 hello']);
  });
});
