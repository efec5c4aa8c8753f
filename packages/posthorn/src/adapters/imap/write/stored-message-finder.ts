/** Finds a message that was just stored, where the server did not report its uid or the connection was lost. */
import { createHash } from 'node:crypto';
import { MailError } from '../../../domain/mail-error.ts';
import type { MessageIdentity } from '../../../domain/message-identity.ts';
import type { OctetSource } from '../../../domain/octet-source.ts';
import { toUid, type Uid } from '../../../domain/uid.ts';
import { fetchMessages } from '../fetch/fetched-messages.ts';
import { readMessageOctets } from '../fetch/message-octets.ts';
import { searchByHeader } from '../search/search-by-header.ts';
import { uidsFrom } from '../search/search-keys.ts';
import { searchByKeys } from '../search/search-uids.ts';
import type { ImapSession } from '../session/imap-session.ts';

/** How many of the newest messages are compared in size; more do not arrive while one is stored. */
const MAX_CANDIDATES = 100;

/** What is known of the message. */
export interface StoredTraits {
  /** Without angle brackets; null when it has none. */
  readonly messageId: string | null;
  readonly octets: number;
  /** The mailbox's next uid before it was stored. */
  readonly firstNew: number;
}

/**
 * The newest message with that Message-ID in the open mailbox, among those that came since `firstNew`; without a Message-ID the
 * newest of the same size, or at all. Undefined when there is none.
 */
export async function findStored(
  session: ImapSession,
  { messageId, octets, firstNew }: StoredTraits,
  signal: AbortSignal,
): Promise<MessageIdentity | undefined> {
  // This session may not know the new message yet.
  await session.poll(signal);
  const keys = uidsFrom(toUid(firstNew) ?? 1);
  const found =
    messageId === null
      ? await searchByKeys(session, keys, signal)
      : await searchByHeader(session, { name: 'Message-ID', text: `<${messageId}>`, keys }, signal);
  const newest = messageId === null ? found.slice(-MAX_CANDIDATES) : found.slice(-1);
  const alike = newest.length > 1 ? await ofSize(session, { uids: newest, octets }, signal) : newest;
  const uid = alike.at(-1) ?? newest.at(-1);
  return uid && { uid, uidValidity: session.opened?.uidValidity ?? 0 };
}

/** The failure for a message that the server took and then does not have. */
export function notFoundAgain(): MailError {
  return new MailError('protocol-failure', { detail: 'The message was stored, but it was not found again.' });
}

/** The first of the messages that is the same as the source, octet by octet; undefined when none is. */
export async function findSame(
  session: ImapSession,
  { uids, source }: { readonly uids: readonly Uid[]; readonly source: OctetSource },
  signal: AbortSignal,
): Promise<Uid | undefined> {
  const candidates = await ofSize(session, { uids, octets: source.length }, signal);
  if (candidates.length === 0) return undefined;
  const wanted = await digest(source.read());
  for (const uid of candidates) {
    if ((await digest(readMessageOctets(session, uid, signal))) === wanted) return uid;
  }
  return undefined;
}

async function ofSize(
  session: ImapSession,
  { uids, octets }: { readonly uids: readonly Uid[]; readonly octets: number },
  signal: AbortSignal,
): Promise<readonly Uid[]> {
  const items = ['UID', 'RFC822.SIZE'] as const;
  const fetched = await fetchMessages(session, { uids, items }, signal);
  return uids.filter((uid) => fetched.get(uid)?.size === octets);
}

async function digest(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex');
}
