/** A Dovecot with mail, the store under test before it, and what the two say to each other. */
import type { MailAccount } from '../../src/domain/accounts/mail-account.ts';
import { type Dovecot, type DovecotOptions, startDovecot } from '../support/dovecot.ts';
import { fillMailbox } from '../support/fill-mailbox.ts';
import type { AppendedMessage } from '../support/imap-connection.ts';
import { type ImapRecorder, startImapRecorder } from '../support/imap-recorder.ts';
import { createTestMailAccess, type MailAccess, testAccount } from './store-under-test.ts';

/** The account is reached through the recorder. Close it. */
export interface RecordedStore extends MailAccess {
  readonly account: MailAccount;
  readonly recorder: ImapRecorder;
  readonly dovecot: Dovecot;
  close(): Promise<void>;
}

/** What is in the mailboxes, by name; the uids of each begin with 1. */
export type RecordedMail = Readonly<Record<string, readonly AppendedMessage[]>>;

export interface RecordedStoreOptions extends Pick<DovecotOptions, 'format'> {
  /** By how much longer each answer of Dovecot takes; default 0. */
  readonly delayMs?: number;
}

/** Starts Dovecot with the mail. */
export async function openRecordedStore(
  mail: RecordedMail,
  { delayMs = 0, ...options }: RecordedStoreOptions = {},
): Promise<RecordedStore> {
  const dovecot = await startDovecot(options);
  const user = dovecot.user('alice@example.org');
  for (const [mailbox, messages] of Object.entries(mail)) {
    await fillMailbox({ server: dovecot, user, mailbox, messages });
  }
  const recorder = await startImapRecorder(dovecot, { delayMs });
  const access = createTestMailAccess();
  return {
    ...access,
    account: testAccount(recorder, user),
    recorder,
    dovecot,
    async close() {
      await access.store.close();
      recorder.close();
      await dovecot.stop();
    },
  };
}
