import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMailFolders } from '../../../src/application/folders/mail-folders.ts';
import { passwordLogin } from '../../../src/domain/logins/login.ts';
import { InMemoryMailStore, mailbox, mailboxName } from '../../http/in-memory-mail-store.ts';
import { accountOf, JANE } from '../../http/test-server.ts';

const SIGNAL = new AbortController().signal;
const ACCOUNT = accountOf(passwordLogin(JANE, 'secret'));

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

  it('gives one folder with its place in the tree', async () => {
    const location = { account: ACCOUNT, mailbox: mailboxName('Work.A') };

    const { folder, parent } = await createService().get(location, SIGNAL);

    assert.deepEqual([folder.name, parent?.mailbox], ['A', 'Work']);
  });

  it('gives a folder as the roots place it', async () => {
    const location = { account: ACCOUNT, mailbox: mailboxName('INBOX.Sent') };

    const { folder, parent } = await createService().get(location, SIGNAL);

    assert.deepEqual([folder.name, parent], ['Sent', null]);
  });

  it('fails for a folder that does not exist', async () => {
    const location = { account: ACCOUNT, mailbox: mailboxName('Nowhere') };

    await assert.rejects(createService().get(location, SIGNAL), { code: 'mailbox-unknown' });
  });

  it('finds several folders with one look at the mail server', async () => {
    const mailStore = new InMemoryMailStore(
      ['INBOX', 'Work', 'Play'].map((name) => ({ mailbox: mailbox(name), messages: [] })),
    );
    const mailboxes = ['Work', 'INBOX', 'Nowhere'].map(mailboxName);

    const found = await createMailFolders({ mailStore }).find({ account: ACCOUNT, mailboxes }, SIGNAL);

    assert.deepEqual([...found.keys()], ['Work', 'INBOX']);
    assert.deepEqual(mailStore.calls, ['listMailboxes']);
  });

  it('counts the messages of a folder', async () => {
    const counts = await createService().count({ account: ACCOUNT, mailbox: mailboxName('Work') }, SIGNAL);

    assert.equal(counts.total, 0);
  });
});
