/** The IMAP mail writer keeps the contract with Dovecot and the sandbox, with and without each of the extensions. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { MailError } from '../../src/domain/errors/mail-error.ts';
import { code } from '../support/domain-values.ts';
import { buildMessage } from '../support/message-samples.ts';
import { SERVER_VARIANTS } from './capability-variants.ts';
import { openDovecotBackend } from './dovecot-backend.ts';
import { mailWriterContract } from './mail-writer.contract.ts';
import { mailWriterStoringContract } from './mail-writer-storing.contract.ts';
import { openSandboxBackend } from './sandbox-backend.ts';
import { createTestMailAccess, type StoreUnderTest } from './store-under-test.ts';
import { signal, Workbench } from './workbench.ts';

/** Larger than any message of the contract, so that only its being announced makes a difference. */
const APPEND_LIMIT = 10_000_000;

for (const layout of ['flat', 'inbox-prefix'] as const) {
  mailWriterContract(`Dovecot, ${layout}`, () => openDovecotBackend(layout));
  mailWriterStoringContract(`Dovecot, ${layout}`, () => openDovecotBackend(layout));
}
describe('A folder that another client makes anew while a session has it open', () => {
  let backend: StoreUnderTest;
  before(async () => {
    backend = await openDovecotBackend('flat');
  });
  after(() => backend.close());

  it('loses no message to a change of the old one', async () => {
    const bench = new Workbench(backend);
    const folder = await bench.folderOf('old');
    const message = bench.message(folder, 1, await bench.uidValidity(folder));
    const change = () => backend.writer.deleteMessage(message, signal);
    await backend.writer.changeFlags({ ...message, change: { seen: true } }, signal);
    const other = createTestMailAccess();
    await other.mailboxWriter.deleteMailbox(message, signal);
    await other.mailboxWriter.createMailbox(message, signal);
    await other.store.close();
    await backend.put(folder, [{ raw: buildMessage({ subject: 'new' }) }]);

    // The session is cut, or still sees what is no longer there.
    await assert.rejects(change(), MailError);
    await assert.rejects(change(), code('message-gone'));

    assert.deepEqual([await bench.subjects(folder), await bench.flags(folder, 1)], [['new'], []]);
  });
});

mailWriterContract('Dovecot that announces no extension', () => openDovecotBackend('flat', 'IMAP4rev1'), {
  canExpunge: false,
});
mailWriterStoringContract('Dovecot that announces no extension', () =>
  openDovecotBackend('flat', 'IMAP4rev1'),
);
for (const { title, capabilities, canExpunge } of SERVER_VARIANTS) {
  const open = () => openSandboxBackend({ capabilities, appendLimit: APPEND_LIMIT });
  mailWriterContract(`sandbox ${title}`, open, { canExpunge });
  mailWriterStoringContract(`sandbox ${title}`, open);
}
