/** Mail in memory as the backend of the contracts. */
import { MailError } from '../../src/domain/errors/mail-error.ts';
import { MemoryMail } from '../support/memory-mail/memory-mail.ts';
import { MemoryMailStore } from '../support/memory-mail/memory-mail-store.ts';
import {
  createMemoryMailBatchWriter,
  createMemoryMailboxWriter,
  createMemoryMailWriter,
} from '../support/memory-mail/memory-mail-writers.ts';
import { mailboxName, type StoreUnderTest, testAccount } from './store-under-test.ts';

const USER = { name: 'alice@example.org', password: 'secret' };

const noChanges = () => Promise.reject(new MailError('capability-missing', { detail: 'There are none.' }));

/** All ports over mail in memory; it tells no changes. */
export async function openMemoryBackend(): Promise<StoreUnderTest> {
  const mail = new MemoryMail({ password: USER.password });
  mail.create({ name: mailboxName('INBOX') });
  const messagesOf = (name: string) => mail.require(mailboxName(name)).messages;
  return {
    store: new MemoryMailStore(mail),
    writer: createMemoryMailWriter(mail),
    batchWriter: createMemoryMailBatchWriter(mail),
    mailboxWriter: createMemoryMailboxWriter(mail),
    changes: {
      readMailbox: noChanges,
      readInventory: noChanges,
    },
    account: testAccount({ host: 'imap.example.org', port: 993 }, USER),
    prefix: '',
    delimiter: mail.delimiter,
    async put(name, messages) {
      const folder = mailboxName(name);
      const mailbox = mail.has(folder) ? mail.require(folder) : mail.create({ name: folder });
      for (const { raw, flags = [], internalDate } of messages)
        mailbox.add({ octets: raw, flags, internalDate });
    },
    flags: async (name) => new Map(messagesOf(name).map(({ uid, flags }) => [uid, flags])),
    contents: async (name) => new Map(messagesOf(name).map(({ uid, octets }) => [uid, octets])),
    async addFlags(name, uid, flags) {
      const message = mail.require(mailboxName(name)).find(uid);
      if (message) message.flags = [...message.flags, ...flags];
    },
    async expunge(name, uid) {
      mail.require(mailboxName(name)).remove(uid);
    },
    close: async () => undefined,
  };
}
