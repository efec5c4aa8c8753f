/** A mailbox of a test's own with messages in it. */
import { append } from '../../src/commands/append.ts';
import { createMailbox } from '../../src/commands/mailboxes.ts';
import { select } from '../../src/commands/select.ts';
import type { CommandRunner } from '../../src/connection/command.ts';
import { SIGNAL } from './dial.ts';

/** A message with the subject and the text; lines end in CRLF. */
export function toMessage(subject: string, text = 'Hello.', fields = ''): Buffer {
  const header = `From: Ada <ada@example.org>\nTo: bob@example.org\nSubject: ${subject}\n${fields}`;
  return Buffer.from(`${header}\n${text}\n`.replaceAll('\n', '\r\n'));
}

/** Creates the mailbox, stores the messages in order, so that their uids are 1, 2 and so on, and selects it. */
export async function fillMailbox(
  runner: CommandRunner,
  mailbox: string,
  messages: readonly (string | Buffer)[],
): Promise<void> {
  await createMailbox(runner, mailbox, SIGNAL);
  for (const message of messages) {
    const octets = typeof message === 'string' ? toMessage(message) : message;
    await append(runner, { mailbox, message: octets, flags: [] }, SIGNAL);
  }
  await select(runner, { mailbox, isReadOnly: false }, SIGNAL);
}
