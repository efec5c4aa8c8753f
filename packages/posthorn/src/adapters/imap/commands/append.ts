/** APPEND: stores a message (RFC 9051 §6.3.12). */
import { MailError } from '../../../domain/mail-error.ts';
import type { MailboxName } from '../../../domain/mailbox-name.ts';
import type { MessageIdentity } from '../../../domain/message-identity.ts';
import type { OctetSource } from '../../../domain/octet-source.ts';
import { encodeMailboxName } from '../mailbox-name-coding.ts';
import { atom, text } from '../tokens.ts';
import type { CommandRunner } from './command-runner.ts';
import { appendedIdentity } from './response-code.ts';

/** A message on its way into a mailbox. */
export interface AppendRequest {
  readonly mailbox: MailboxName;
  readonly octets: OctetSource;
  /** As IMAP writes them, such as `\Seen`; never text of a client that was not checked. */
  readonly flags: readonly string[];
}

/**
 * Stores the message and gives its identity where the server tells it (UIDPLUS). Throws `message-too-large`, without sending
 * anything when the server has told its limit.
 */
export async function append(
  runner: CommandRunner & { readonly appendLimit: number | undefined },
  { mailbox, octets, flags }: AppendRequest,
  signal: AbortSignal,
): Promise<MessageIdentity | undefined> {
  if (octets.length > (runner.appendLimit ?? Number.POSITIVE_INFINITY)) {
    throw new MailError('message-too-large', {
      detail: `The mail server takes messages of up to ${runner.appendLimit} octets.`,
    });
  }
  const items = [text(encodeMailboxName(mailbox)), flags.map(atom)];
  return appendedIdentity(await runner.run({ name: 'APPEND', arguments: items, literal: octets }, signal));
}
