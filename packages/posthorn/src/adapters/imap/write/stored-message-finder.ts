import { createHash } from 'node:crypto';
import { MailError } from '../../../domain/errors/mail-error.ts';
import type { MessageIdentity } from '../../../domain/messages/message-identity.ts';
import type { OctetSource } from '../../../domain/values/octet-source.ts';
import { toUid, type Uid } from '../../../domain/values/uid.ts';
import { fetchMessages } from '../fetch/fetched-messages.ts';
import { readMessageOctets } from '../fetch/message-octets.ts';
import { searchByHeader } from '../search/search-by-header.ts';
import { uidsFrom } from '../search/search-keys.ts';
import { searchByKeys } from '../search/search-uids.ts';
import type { ImapSession } from '../session/imap-session.ts';

const MAX_CANDIDATES = 100;

/** Known message traits. */
export interface StoredTraits {
  readonly messageId: string | null;
  readonly octets: number;
  readonly firstNew: number;
}

/** The newest since `firstNew` by Message-ID, else by size. */
export async function findStored(
  session: ImapSession,
  { messageId, octets, firstNew }: StoredTraits,
  signal: AbortSignal,
): Promise<MessageIdentity | undefined> {
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

/** The error for an accepted but missing message. */
export function notFoundAgain(): MailError {
  return new MailError('protocol-failure', { detail: 'The message was stored, but it was not found again.' });
}

/** The first with equal octets. */
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
