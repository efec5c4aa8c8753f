/** The IMAP writer of batches keeps the contract with Dovecot and the sandbox, with and without each of the extensions. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { asUid } from '../support/domain-values.ts';
import { CAPABILITIES, SERVER_VARIANTS } from './capability-variants.ts';
import { openDovecotBackend } from './dovecot-backend.ts';
import { largeBatchContract, mailBatchWriterContract } from './mail-batch-writer.contract.ts';
import { openSandboxBackend, type SandboxUnderTest } from './sandbox-backend.ts';
import { mailboxName } from './store-under-test.ts';
import { signal, Workbench } from './workbench.ts';

for (const layout of ['flat', 'inbox-prefix'] as const) {
  mailBatchWriterContract(`Dovecot, ${layout}`, () => openDovecotBackend(layout));
}
for (const { title, capabilities, canExpunge } of SERVER_VARIANTS) {
  mailBatchWriterContract(`sandbox ${title}`, () => openSandboxBackend({ capabilities }), {
    hasUidPlus: canExpunge,
  });
}
largeBatchContract('Dovecot', () => openDovecotBackend('flat'));
largeBatchContract('sandbox', () => openSandboxBackend());
largeBatchContract('sandbox without any extension', () =>
  openSandboxBackend({ capabilities: { without: CAPABILITIES } }),
);

describe('A batch of 2,000 messages', () => {
  let backend: SandboxUnderTest;
  let bench: Workbench;
  before(async () => {
    backend = await openSandboxBackend();
    bench = new Workbench(backend);
  });
  after(() => backend.close());

  it('is moved with a few commands of at most 8 KB', async () => {
    const raw = Buffer.from('Subject: x\r\n\r\n');
    const folder = await bench.folderWith(...Array.from({ length: 4_000 }, () => ({ raw })));
    const target = await bench.folderOf();
    const uids = Array.from({ length: 2_000 }, (_, index) => asUid(2 * index + 1));
    backend.sandbox.clearRecording();

    await backend.batchWriter.moveMessages(
      { account: backend.account, mailbox: mailboxName(folder), uids, target: mailboxName(target) },
      signal,
    );

    const commands = backend.sandbox.recording.filter(({ name }) => name.startsWith('UID '));
    assert.deepEqual(
      commands.map(({ name }) => name),
      ['UID SEARCH', 'UID SEARCH', 'UID MOVE', 'UID MOVE'],
    );
    assert.ok(commands.every(({ line }) => line.length <= 8_192));
  });
});
