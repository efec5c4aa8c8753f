/** The IMAP mail writer keeps the contract with Dovecot and the sandbox, with and without each of the extensions. */
import { SERVER_VARIANTS } from './capability-variants.ts';
import { openDovecotBackend } from './dovecot-backend.ts';
import { mailWriterContract } from './mail-writer.contract.ts';
import { mailWriterStoringContract } from './mail-writer-storing.contract.ts';
import { openSandboxBackend } from './sandbox-backend.ts';

/** Larger than any message of the contract, so that only its being announced makes a difference. */
const APPEND_LIMIT = 10_000_000;

for (const layout of ['flat', 'inbox-prefix'] as const) {
  mailWriterContract(`Dovecot, ${layout}`, () => openDovecotBackend(layout));
  mailWriterStoringContract(`Dovecot, ${layout}`, () => openDovecotBackend(layout));
}
for (const { title, capabilities, canExpunge } of SERVER_VARIANTS) {
  const open = () => openSandboxBackend({ capabilities, appendLimit: APPEND_LIMIT });
  mailWriterContract(`sandbox ${title}`, open, { canExpunge });
  mailWriterStoringContract(`sandbox ${title}`, open);
}
