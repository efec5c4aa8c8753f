/** The IMAP writer of mailboxes keeps the contract with Dovecot and the sandbox, with and without each of the extensions. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { code } from '../support/domain-values.ts';
import { SERVER_VARIANTS } from './capability-variants.ts';
import { openDovecotBackend } from './dovecot-backend.ts';
import { mailboxWriterContract } from './mailbox-writer.contract.ts';
import { openSandboxBackend, type SandboxUnderTest } from './sandbox-backend.ts';
import { mailboxName } from './store-under-test.ts';
import { signal } from './workbench.ts';

for (const layout of ['flat', 'inbox-prefix'] as const) {
  mailboxWriterContract(`Dovecot, ${layout}`, () => openDovecotBackend(layout));
}
mailboxWriterContract('Dovecot that announces no extension', () => openDovecotBackend('flat', 'IMAP4rev1'));
mailboxWriterContract('sandbox, folders below INBOX', () => openSandboxBackend({ layout: 'inbox-prefix' }));
for (const { title, capabilities } of SERVER_VARIANTS) {
  mailboxWriterContract(`sandbox ${title}`, () => openSandboxBackend({ capabilities }));
}

describe('A refusal without a reason', () => {
  let backend: SandboxUnderTest;
  before(async () => {
    backend = await openSandboxBackend();
  });
  after(() => backend.close());

  const refuse = (command: string) =>
    backend.sandbox.faults.add({ kind: 'refuse', at: 'command-received', command, status: 'NO' });

  it('to create is a conflict when somebody else was faster', async () => {
    const { sandbox, mailboxWriter, account } = backend;
    const stopDelay = sandbox.faults.add({
      kind: 'delay',
      at: 'command-received',
      command: 'CREATE',
      ms: 50,
    });
    const stop = refuse('CREATE');
    const creating = mailboxWriter.createMailbox({ account, mailbox: mailboxName('Race') }, signal);
    const failed = assert.rejects(creating, code('conflict'));
    while (!sandbox.recording.some(({ name }) => name === 'CREATE')) await turn();
    sandbox.user('alice@example.org').createMailbox('Race');

    await failed;
    stopDelay();
    stop();
  });

  it('to create is a denial when the name is free', async () => {
    const stop = refuse('CREATE');

    await assert.rejects(
      backend.mailboxWriter.createMailbox(
        { account: backend.account, mailbox: mailboxName('Forbidden') },
        signal,
      ),
      code('access-denied'),
    );
    stop();
  });

  it('to delete is a denial when the folder is there', async () => {
    const stop = refuse('DELETE');

    await assert.rejects(
      backend.mailboxWriter.deleteMailbox(
        { account: backend.account, mailbox: mailboxName('Trash') },
        signal,
      ),
      code('access-denied'),
    );
    stop();
  });

  it('to subscribe undoes no new folder', async () => {
    const stop = refuse('SUBSCRIBE');

    await backend.mailboxWriter.createMailbox(
      { account: backend.account, mailbox: mailboxName('Unsubscribed') },
      signal,
    );

    const listed = await backend.store.listMailboxes(backend.account, signal);
    assert.ok(listed.some((entry) => entry.name === 'Unsubscribed'));
    stop();
  });
});
