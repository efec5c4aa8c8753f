/** CREATE, RENAME, DELETE, SUBSCRIBE and UNSUBSCRIBE (RFC 9051 §6.3.4 to §6.3.8). */
import type { MailboxName } from '../../../domain/mailbox-name.ts';
import { encodeMailboxName } from '../mailbox-name-coding.ts';
import { text } from '../tokens.ts';
import type { CommandRunner } from './command-runner.ts';

/** A command about one mailbox. */
export async function changeMailbox(
  runner: CommandRunner,
  { command, name }: { command: 'CREATE' | 'DELETE' | 'SUBSCRIBE' | 'UNSUBSCRIBE'; name: MailboxName },
  signal: AbortSignal,
): Promise<void> {
  await runner.run({ name: command, arguments: [text(encodeMailboxName(name))] }, signal);
}

/** Renames a mailbox with all that is below it. */
export async function renameMailbox(
  runner: CommandRunner,
  { from, to }: { from: MailboxName; to: MailboxName },
  signal: AbortSignal,
): Promise<void> {
  const names = [from, to].map((name) => text(encodeMailboxName(name)));
  await runner.run({ name: 'RENAME', arguments: names }, signal);
}
