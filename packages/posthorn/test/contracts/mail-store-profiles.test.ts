/** The IMAP mail store keeps its contracts with servers that lie as those of the providers do. */
import { mailStoreContract } from './mail-store.contract.ts';
import { mailStoreOrderContract } from './mail-store-order.contract.ts';
import { mailStoreSearchContract } from './mail-store-search.contract.ts';
import { PROFILE_VARIANTS } from './profile-variants.ts';
import { openSandboxBackend } from './sandbox-backend.ts';
import { wholeMessageContract } from './whole-message.contract.ts';

for (const { profile, options, toldSize } of PROFILE_VARIANTS) {
  mailStoreContract(`sandbox as ${profile}`, async () => ({
    ...(await openSandboxBackend(options)),
    toldSize,
  }));
  wholeMessageContract(`sandbox as ${profile}`, () => openSandboxBackend(options));
  mailStoreSearchContract(`sandbox as ${profile}`, () => openSandboxBackend(options));
  mailStoreOrderContract(`sandbox as ${profile}`, () => openSandboxBackend(options));
}
