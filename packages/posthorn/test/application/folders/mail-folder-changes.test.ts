import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createMailFolderChanges,
  type FolderPlace,
} from '../../../src/application/folders/mail-folder-changes.ts';
import type { MailboxWriter } from '../../../src/application/ports/mail/mailbox-writer.ts';
import { passwordLogin } from '../../../src/domain/logins/login.ts';
import { InMemoryMailStore, mailbox, mailboxName } from '../../http/in-memory-mail-store.ts';
import { accountOf, JANE } from '../../http/test-server.ts';
import { code } from '../../support/domain-values.ts';

const SIGNAL = new AbortController().signal;
const account = accountOf(passwordLogin(JANE, 'secret'));

/** The service over these mailboxes, and what it asks the mail server to do. */
function setUp(names: readonly string[] = ['INBOX', 'Work', 'Work.Old'], delimiter: string | null = '.') {
  const asked: string[] = [];
  const mailboxWriter: MailboxWriter = {
    createMailbox: async ({ mailbox: name }) => void asked.push(`create ${name}`),
    renameMailbox: async ({ mailbox: from, newName }) => void asked.push(`rename ${from} ${newName}`),
    deleteMailbox: async ({ mailbox: name }) => void asked.push(`delete ${name}`),
    setSubscribed: async ({ mailbox: name, isSubscribed }) =>
      void asked.push(`subscribed ${name} ${isSubscribed}`),
  };
  const stored = names.map((name) => ({ mailbox: mailbox(name, { delimiter }), messages: [] }));
  const changes = createMailFolderChanges({ mailStore: new InMemoryMailStore(stored), mailboxWriter });
  const create = (parent: string | null, name: string) =>
    changes.create(
      { account, place: { parent: parent === null ? null : mailboxName(parent), name } },
      SIGNAL,
    );
  const rename = (from: string, change: Partial<FolderPlace>) =>
    changes.rename({ account, mailbox: mailboxName(from), change }, SIGNAL);
  return { asked, changes, create, rename };
}

describe('MailFolderChanges.create', () => {
  it('creates a folder at the top', async () => {
    const { asked, create } = setUp();

    assert.equal(await create(null, 'New'), 'New');

    assert.deepEqual(asked, ['create New']);
  });

  it('creates a folder below another, with its delimiter', async () => {
    const { asked, create } = setUp();

    assert.equal(await create('Work', 'Entwürfe 1'), 'Work.Entwürfe 1');

    assert.deepEqual(asked, ['create Work.Entwürfe 1']);
  });

  for (const name of ['', '  ', 'a.b', 'a\nb', 'a\u0000']) {
    it(`refuses the name ${JSON.stringify(name)}`, async () => {
      const { asked, create } = setUp();

      await assert.rejects(create(null, name), code('invalid-document'));

      assert.deepEqual(asked, []);
    });
  }

  it('refuses a parent that does not exist', async () => {
    await assert.rejects(setUp().create('Nowhere', 'New'), code('mailbox-unknown'));
  });

  it('refuses a folder within a folder where there is no hierarchy', async () => {
    await assert.rejects(setUp(['INBOX'], null).create('INBOX', 'New'), code('conflict'));
  });
});

describe('MailFolderChanges.rename', () => {
  it('keeps the parent when only the name changes', async () => {
    const { asked, rename } = setUp();

    assert.equal(await rename('Work.Old', { name: 'Older' }), 'Work.Older');

    assert.deepEqual(asked, ['rename Work.Old Work.Older']);
  });

  it('keeps the name when only the parent changes', async () => {
    const { asked, rename } = setUp();

    assert.equal(await rename('Work.Old', { parent: null }), 'Old');

    assert.deepEqual(asked, ['rename Work.Old Old']);
  });

  it('asks nothing of the server when nothing changes', async () => {
    const { asked, rename } = setUp();

    assert.equal(await rename('Work.Old', { name: 'Old' }), 'Work.Old');

    assert.deepEqual(asked, []);
  });

  it('leaves the inbox alone', async () => {
    await assert.rejects(setUp().rename('INBOX', { name: 'Other' }), code('access-denied'));
  });
});

describe('MailFolderChanges.delete', () => {
  it('deletes the folder', async () => {
    const { asked, changes } = setUp();

    await changes.delete({ account, mailbox: mailboxName('Work.Old') }, SIGNAL);

    assert.deepEqual(asked, ['delete Work.Old']);
  });

  it('leaves the inbox alone', async () => {
    await assert.rejects(
      setUp().changes.delete({ account, mailbox: mailboxName('inbox') }, SIGNAL),
      code('access-denied'),
    );
  });
});
