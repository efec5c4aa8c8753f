import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMailFolders } from '../../src/application/mail-folders.ts';
import { Secret } from '../../src/domain/secret.ts';
import { InMemoryMailStore, mailbox, mailboxName } from '../http/in-memory-mail-store.ts';
import { accountOf, JANE } from '../http/test-server.ts';

const SIGNAL = new AbortController().signal;
const ACCOUNT = accountOf({ user: JANE, password: new Secret('secret') });

function createService() {
  const mailboxes = ['INBOX', 'INBOX.Sent', 'Work', 'Work.A'].map((name) => ({
    mailbox: mailbox(name),
    messages: [],
  }));
  return createMailFolders({ mailStore: new InMemoryMailStore(mailboxes) });
}

describe('MailFolders', () => {
  it('shows the folders below the roots of the account', async () => {
    const folders = await createService().list({ account: ACCOUNT }, SIGNAL);

    assert.deepEqual(
      folders.map((folder) => folder.mailbox),
      ['INBOX', 'INBOX.Sent'],
    );
  });

  it('shows the folders below the roots that the client names instead', async () => {
    const folders = await createService().list({ account: ACCOUNT, roots: [mailboxName('Work')] }, SIGNAL);

    assert.deepEqual(
      folders.map((folder) => folder.mailbox),
      ['Work', 'Work.A'],
    );
  });

  it('shows all folders when the client names no root explicitly', async () => {
    const folders = await createService().list({ account: ACCOUNT, roots: [] }, SIGNAL);

    assert.deepEqual(
      folders.map((folder) => folder.mailbox),
      ['INBOX', 'Work'],
    );
  });
});
