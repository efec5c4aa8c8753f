/** The mail of a user as it is at the mail server, seen by a session of a test's own. */
import type { MailUser } from '../../../support/dovecot.ts';
import { type ImapEndpoint, openImapConnection, quote } from '../../../support/imap-connection.ts';

/** A message, by its subject. */
export interface StoredMail {
  readonly mailbox: string;
  readonly subject: string;
  readonly flags: readonly string[];
}

const MAILBOXES = ['INBOX', 'Drafts', 'Sent', 'Archive', 'Trash', 'Junk'];
const FETCH = 'UID FETCH 1:* (FLAGS BODY.PEEK[HEADER.FIELDS (SUBJECT)])';

/** All that is not marked \Deleted. */
export async function findMail(server: ImapEndpoint, user: MailUser): Promise<readonly StoredMail[]> {
  const session = await openImapConnection(server, user);
  const found: StoredMail[] = [];
  for (const mailbox of MAILBOXES) {
    const answers = await session.command(`EXAMINE ${quote(mailbox)}`);
    if (answers.some((answer) => /^\* 0 EXISTS/.test(answer))) continue;
    for (const answer of await session.command(FETCH)) {
      const subject = /Subject: ([^\r]*)\r/i.exec(answer)?.[1];
      const flags = /FLAGS \(([^)]*)\)/.exec(answer)?.[1]?.split(' ') ?? [];
      if (subject === undefined || flags.includes('\\Deleted')) continue;
      found.push({ mailbox, subject, flags });
    }
  }
  await session.close();
  return found;
}
