/** The IMAP mail writer keeps the contract with Dovecot and the sandbox, with and without the extensions it uses. */
import { openDovecotBackend } from './dovecot-backend.ts';
import { mailWriterContract } from './mail-writer.contract.ts';
import { openSandboxBackend } from './sandbox-backend.ts';

mailWriterContract('Dovecot, folders beside INBOX', () => openDovecotBackend('flat'));
mailWriterContract('Dovecot, folders below INBOX', () => openDovecotBackend('inbox-prefix'));
mailWriterContract('sandbox', () => openSandboxBackend());
mailWriterContract('sandbox without MOVE', () => openSandboxBackend({ capabilities: { without: ['MOVE'] } }));
mailWriterContract(
  'sandbox without UIDPLUS',
  () => openSandboxBackend({ capabilities: { without: ['UIDPLUS'] } }),
  { canExpunge: false },
);
mailWriterContract(
  'sandbox without MOVE, UIDPLUS, ESEARCH and CONDSTORE',
  () => openSandboxBackend({ capabilities: { without: ['MOVE', 'UIDPLUS', 'ESEARCH', 'CONDSTORE'] } }),
  { canExpunge: false },
);
