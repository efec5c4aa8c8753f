import { append, appendLimit, encodeMailboxName } from 'posthorn-imap';
import { MailError } from '../../../domain/errors/mail-error.ts';
import type { MailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import type { MessageIdentity } from '../../../domain/messages/message-identity.ts';
import type { ZonedDate } from '../../../domain/messages/message-item.ts';
import { readExactly } from '../../../domain/values/exact-reading.ts';
import type { OctetSource } from '../../../domain/values/octet-source.ts';
import { toUid } from '../../../domain/values/uid.ts';
import { untilAborted } from '../../../domain/values/until-aborted.ts';
import { formatInternalDate } from '../fetch/internal-date.ts';
import type { ImapSession } from '../session/imap-session.ts';

/** Read before: a failing source must not cost the connection. */
const SHORT_OCTETS = 512 * 1024;

/** Message and mailbox. */
export interface AppendRequest {
  readonly mailbox: MailboxName;
  readonly octets: OctetSource;
  /** Such as `\Seen`; no unchecked client text. */
  readonly flags: readonly string[];
  readonly internalDate?: ZonedDate | undefined;
}

/** Its identity, with UIDPLUS. Throws `message-too-large` and source errors, with nothing stored. */
export async function appendMessage(
  session: ImapSession,
  { mailbox, octets, flags, internalDate }: AppendRequest,
  signal: AbortSignal,
): Promise<MessageIdentity | undefined> {
  const limit = appendLimit(session) ?? Number.POSITIVE_INFINITY;
  if (octets.length > limit) {
    const detail = `The mail server takes messages of up to ${limit} octets.`;
    throw new MailError('message-too-large', { detail });
  }
  const message = octets.length > SHORT_OCTETS ? octets : await untilAborted(signal, collect(octets));
  const request = {
    mailbox: encodeMailboxName(mailbox),
    message,
    flags,
    ...(internalDate && { internalDate: formatInternalDate(internalDate) }),
  };
  const stored = await append(session, request, signal);
  const uid = toUid(stored?.uids.ranges[0] ?? 0);
  return stored && uid ? { uid, uidValidity: stored.uidValidity } : undefined;
}

async function collect(source: OctetSource): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of readExactly(source)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
