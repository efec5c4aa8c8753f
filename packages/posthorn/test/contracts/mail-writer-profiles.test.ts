/**
 * The IMAP writers keep their contracts with servers that lie as those of the providers do. Left out is what a provider does otherwise:
 * Gmail makes no second copy in one mailbox, Exchange stores other octets.
 */
import { mailBatchWriterContract } from './mail-batch-writer.contract.ts';
import { mailWriterContract } from './mail-writer.contract.ts';
import { mailWriterStoringContract } from './mail-writer-storing.contract.ts';
import { mailboxWriterContract } from './mailbox-writer.contract.ts';
import { PROFILE_VARIANTS, profilesBut } from './profile-variants.ts';
import { openSandboxBackend } from './sandbox-backend.ts';

for (const { profile, options, canExpunge } of PROFILE_VARIANTS) {
  const open = () => openSandboxBackend(options);
  mailBatchWriterContract(`sandbox as ${profile}`, open, { hasUidPlus: canExpunge });
  mailboxWriterContract(`sandbox as ${profile}`, open);
}
for (const { profile, options, canExpunge } of profilesBut('gmail')) {
  mailWriterContract(`sandbox as ${profile}`, () => openSandboxBackend(options), { canExpunge });
}
for (const { profile, options } of profilesBut('exchange')) {
  mailWriterStoringContract(`sandbox as ${profile}`, () => openSandboxBackend(options));
}
