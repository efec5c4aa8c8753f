/** Fills a mailbox with messages over IMAP, thousands in a second. */
import type { MailUser } from './dovecot.ts';
import {
  type AppendedMessage,
  encodeMailboxName,
  type ImapEndpoint,
  openImapConnection,
  quote,
} from './imap-connection.ts';

/** What goes where. */
export interface MailboxFilling {
  readonly server: ImapEndpoint;
  readonly user: MailUser;
  /** Decoded name in the server's own layout, such as `INBOX.Sent`. Created when missing. */
  readonly mailbox: string;
  /** The first message gets the lowest uid. A generator keeps memory flat. */
  readonly messages: Iterable<AppendedMessage>;
}

/** Appends the messages in order. An empty mailbox that was never used gets the uids 1, 2, 3 and on. */
export async function fillMailbox({ server, user, mailbox, messages }: MailboxFilling): Promise<void> {
  const connection = await openImapConnection(server, user);
  try {
    const name = quote(encodeMailboxName(mailbox));
    const listed = await connection.command(`LIST "" ${name}`);
    if (listed.length === 0) await connection.command(`CREATE ${name}`);
    await connection.append(mailbox, messages);
  } finally {
    await connection.close();
  }
}
