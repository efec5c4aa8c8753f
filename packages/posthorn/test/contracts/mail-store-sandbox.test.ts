/** The IMAP mail store keeps the contract with the sandbox: in both layouts, and with each capability missing. */
import { CAPABILITIES } from './capability-variants.ts';
import { mailStoreContract } from './mail-store.contract.ts';
import { mailStoreOrderContract } from './mail-store-order.contract.ts';
import { mailStoreSearchContract } from './mail-store-search.contract.ts';
import { openSandboxBackend } from './sandbox-backend.ts';

mailStoreContract('sandbox, folders beside INBOX', () => openSandboxBackend());
mailStoreContract('sandbox, folders below INBOX', () => openSandboxBackend({ layout: 'inbox-prefix' }));
for (const capability of CAPABILITIES) {
  mailStoreContract(`sandbox without ${capability}`, () =>
    openSandboxBackend({ capabilities: { without: [capability] } }),
  );
}
mailStoreContract('sandbox without any extension', () =>
  openSandboxBackend({ capabilities: { without: CAPABILITIES } }),
);

mailStoreSearchContract('sandbox', () => openSandboxBackend());
for (const capability of ['SORT', 'ESORT', 'ESEARCH', 'CONDSTORE', 'LITERAL+', 'LIST-STATUS'] as const) {
  mailStoreSearchContract(`sandbox without ${capability}`, () =>
    openSandboxBackend({ capabilities: { without: [capability] } }),
  );
}
mailStoreSearchContract('sandbox without any extension', () =>
  openSandboxBackend({ capabilities: { without: CAPABILITIES } }),
);
for (const capability of ['OBJECTID', 'X-GM-EXT-1'] as const) {
  mailStoreSearchContract(`sandbox with ${capability}`, () =>
    openSandboxBackend({ capabilities: { with: [capability] } }),
  );
}
mailStoreOrderContract('sandbox', () => openSandboxBackend());
for (const capability of ['SORT', 'ESORT', 'ESEARCH', 'UIDPLUS'] as const) {
  mailStoreOrderContract(`sandbox without ${capability}`, () =>
    openSandboxBackend({ capabilities: { without: [capability] } }),
  );
}
mailStoreOrderContract('sandbox without any extension', () =>
  openSandboxBackend({ capabilities: { without: CAPABILITIES } }),
);
