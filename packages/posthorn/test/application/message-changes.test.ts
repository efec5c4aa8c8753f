import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMessageChanges } from '../../src/application/message-changes.ts';
import type { MailboxName } from '../../src/domain/mailbox-name.ts';
import { Secret } from '../../src/domain/secret.ts';
import { accountOf, JANE } from '../http/test-server.ts';
import { asUid, code } from '../support/domain-values.ts';
import { DraftsInMemory } from './drafts-in-memory.ts';

const SIGNAL = new AbortController().signal;
const account = accountOf({ user: JANE, password: new Secret('secret') });

function setUp(...folders: string[]) {
  const mail = new DraftsInMemory();
  for (const folder of folders) mail.put(folder, `in ${folder}`, ['seen']);
  const changes = createMessageChanges({ mailStore: mail.store, mailWriter: mail.writer });
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
