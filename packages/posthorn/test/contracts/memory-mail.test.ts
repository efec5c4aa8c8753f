/** The mail in memory keeps the contracts of the ports, so that tests which use it prove something. */
import { mailBatchWriterContract } from './mail-batch-writer.contract.ts';
import { mailStoreContract } from './mail-store.contract.ts';
import { mailStoreOrderContract } from './mail-store-order.contract.ts';
import { mailStoreSearchContract } from './mail-store-search.contract.ts';
import { mailWriterContract } from './mail-writer.contract.ts';
import { mailWriterStoringContract } from './mail-writer-storing.contract.ts';
import { mailboxWriterContract } from './mailbox-writer.contract.ts';
import { openMemoryBackend } from './memory-backend.ts';

mailStoreContract('memory', openMemoryBackend);
mailStoreSearchContract('memory', openMemoryBackend);
mailWriterContract('memory', openMemoryBackend);
mailWriterStoringContract('memory', openMemoryBackend);
mailBatchWriterContract('memory', openMemoryBackend);
mailboxWriterContract('memory', openMemoryBackend);
mailStoreOrderContract('memory', openMemoryBackend);
