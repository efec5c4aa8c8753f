/** The IMAP mail store keeps the contract with Dovecot, in both namespace layouts. */
import { openDovecotBackend } from './dovecot-backend.ts';
import { mailStoreContract } from './mail-store.contract.ts';
import { mailStoreOrderContract } from './mail-store-order.contract.ts';
import { mailStoreSearchContract } from './mail-store-search.contract.ts';

mailStoreContract('Dovecot, folders beside INBOX', () => openDovecotBackend('flat'));
mailStoreContract('Dovecot, folders below INBOX', () => openDovecotBackend('inbox-prefix'));
mailStoreSearchContract('Dovecot, folders beside INBOX', () => openDovecotBackend('flat'));
mailStoreSearchContract('Dovecot, folders below INBOX', () => openDovecotBackend('inbox-prefix'));
mailStoreOrderContract('Dovecot', () => openDovecotBackend('flat'));
