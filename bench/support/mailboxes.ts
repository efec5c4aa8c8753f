/** Mailboxes of mixed messages, one user for each size. */
import { type Dovecot, type MailUser, startDovecot } from '../../packages/posthorn/test/support/dovecot.ts';
import { fillMailbox } from '../../packages/posthorn/test/support/fill-mailbox.ts';
import type { AppendedMessage } from '../../packages/posthorn/test/support/imap-connection.ts';
import { buildMessage } from '../../packages/posthorn/test/support/message-samples.ts';
import { ATTACHMENT_USER, FOLDER_USER } from './special-mailboxes.ts';

/** Octets of the text of each twentieth message. */
const LONG_TEXT_OCTETS = 20_000;
const FIRST_DATE = Date.UTC(2020, 0, 1);
const MINUTE_MS = 60_000;

/** The user whose INBOX has so many messages. */
export function userOf(size: number): MailUser {
  return { name: `user-${size}@example.org`, password: 'secret' };
}

/** A Dovecot with an INBOX of each size. Stop it. */
export async function startFilledDovecot(sizes: readonly number[]): Promise<Dovecot> {
  const dovecot = await startDovecot({ users: [...sizes.map(userOf), FOLDER_USER, ATTACHMENT_USER] });
  for (const size of sizes) {
    const user = userOf(size);
    await fillMailbox({ server: dovecot, user, mailbox: 'INBOX', messages: mixedMessages(size) });
  }
  return dovecot;
}

function* mixedMessages(count: number): Generator<AppendedMessage> {
  for (let index = 0; index < count; index += 1) {
    const date = new Date(FIRST_DATE + index * MINUTE_MS);
    yield { raw: mixedMessage(index, date), internalDate: date, flags: index % 3 === 0 ? ['\\Seen'] : [] };
  }
}

/** Plain, HTML beside plain, with a file, with an inline picture, in a long thread, with a long text: each in turn. */
function mixedMessage(index: number, date: Date): Buffer {
  const text =
    index % 20 === 7
      ? 'A line of a long text.\n'.repeat(LONG_TEXT_OCTETS / 23)
      : `Hello ${index}, how are you?`;
  const references = Array.from({ length: index % 7 }, (_, step) => `<${index - step - 1}@example.org>`);
  return buildMessage({
    subject: `Message ${index} about äöü and ${index % 97}`,
    from: { name: `Sender ${index % 50}`, address: `sender-${index % 50}@example.org` },
    to: [{ name: 'Receiver', address: 'receiver@example.org' }, 'another@example.org'],
    messageId: `<${index}@example.org>`,
    date,
    text,
    ...(index % 2 === 0 && { html: `<p>${text.slice(0, 2000)}</p>` }),
    ...(index % 5 === 0 && { attachments: [{ filename: `file-${index}.pdf`, content: 'x'.repeat(500) }] }),
    ...(references.length > 0 && { references }),
  });
}
