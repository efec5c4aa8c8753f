import { mailUserKey } from '../../domain/accounts/login-key.ts';
import type { MailAccount } from '../../domain/accounts/mail-account.ts';
import type { ExactMessageRef } from '../../domain/messages/message-ref.ts';
import type { RecentOriginals } from '../ports/state/recent-originals.ts';
import { stateKey } from '../state-key.ts';

const MAX_SUBJECT_CHARACTERS = 500;

/** A message opened to answer, forward or continue it. */
export interface RecentOriginal {
  readonly message: ExactMessageRef;
  readonly subject: string;
}

/** Records the account's newest original. Throws the port's errors. */
export function rememberOriginal(
  originals: RecentOriginals,
  { message: { account, mailbox, uid, uidValidity }, subject }: RecentOriginal,
): Promise<void> {
  const shortSubject = subject.slice(0, MAX_SUBJECT_CHARACTERS);
  return originals.remember({ reader: readerOf(account), mailbox, uid, uidValidity, subject: shortSubject });
}

/** Newest first, for proved logins only. Throws the port's errors. */
export async function listOriginals(
  originals: RecentOriginals,
  account: MailAccount,
): Promise<readonly RecentOriginal[]> {
  const opened = await originals.list(readerOf(account));
  return opened.map(({ subject, ...message }) => ({ message: { account, ...message }, subject }));
}

/** One mailbox may have several ids. */
function readerOf(account: MailAccount): string {
  return stateKey('reader', account.id, mailUserKey(account));
}
