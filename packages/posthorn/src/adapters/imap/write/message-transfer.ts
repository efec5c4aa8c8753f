import { type CopiedMessages, copy, encodeMailboxName, MessageSet, move } from 'posthorn-imap';
import type { MailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import type { MessageIdentity } from '../../../domain/messages/message-identity.ts';
import type { Uid } from '../../../domain/values/uid.ts';
import { findMailbox } from '../mailboxes/mailbox-names.ts';
import { toUids } from '../search/search-uids.ts';
import { isBad, isRefused, responseCode } from '../session/imap-errors.ts';
import type { ImapSession } from '../session/imap-session.ts';
import { mailboxUnknown } from '../session/open-mailbox.ts';

/** Messages and target. */
export interface TransferRequest {
  readonly uids: readonly Uid[];
  readonly target: MailboxName;
}

/** A move's or copy's outcome. */
export interface Transferred {
  /** Target uids by old uids. */
  readonly copies: ReadonlyMap<Uid, MessageIdentity>;
  /** False: the caller must remove them. */
  readonly isRemoved: boolean;
}

/** RFC 9051 §7.1. */
const MISSING = new Set(['NONEXISTENT', 'TRYCREATE']);

/** Throws `mailbox-unknown` before any move. */
export async function moveOrCopy(
  session: ImapSession,
  request: TransferRequest,
  signal: AbortSignal,
): Promise<Transferred> {
  if (session.capabilities.has('MOVE')) {
    try {
      return {
        copies: await transfer(session, { command: move, ...request }, signal),
        isRemoved: true,
      };
    } catch (error) {
      if (!isInability(error)) throw error;
    }
  }
  return { copies: await copyTo(session, request, signal), isRemoved: false };
}

/** Throws `mailbox-unknown`. */
export function copyTo(
  session: ImapSession,
  request: TransferRequest,
  signal: AbortSignal,
): Promise<ReadonlyMap<Uid, MessageIdentity>> {
  return transfer(session, { command: copy, ...request }, signal);
}

async function transfer(
  session: ImapSession,
  { command, uids, target }: TransferRequest & { readonly command: typeof copy },
  signal: AbortSignal,
): Promise<ReadonlyMap<Uid, MessageIdentity>> {
  const [messages] = MessageSet.of(uids);
  if (!messages) return new Map();
  try {
    const request = { messages, isUid: true, mailbox: encodeMailboxName(target) };
    return copiesOf(await command(session, request, signal), uids.length);
  } catch (error) {
    if (isRefused(error) && (await isMissing(session, { error, target }, signal)))
      throw mailboxUnknown(error);
    throw error;
  }
}

function copiesOf(copied: readonly CopiedMessages[], limit: number): ReadonlyMap<Uid, MessageIdentity> {
  const copies = new Map<Uid, MessageIdentity>();
  for (const { uidValidity, sources, targets } of copied) {
    const from = toUids(sources.toNumbers(limit) ?? new Uint32Array());
    const to = toUids(targets.toNumbers(limit) ?? new Uint32Array());
    // Wrong pairs would name other messages.
    if (from.length !== to.length) continue;
    for (const [index, uid] of to.entries()) copies.set(from[index] as Uid, { uid, uidValidity });
  }
  return copies;
}

/** Without a response code, LIST decides. */
async function isMissing(
  session: ImapSession,
  { error, target }: { readonly error: unknown; readonly target: MailboxName },
  signal: AbortSignal,
): Promise<boolean> {
  const code = responseCode(error);
  if (code !== undefined) return MISSING.has(code);
  return (await findMailbox(session, target, signal)) === undefined;
}

/** Announced without support. */
function isInability(error: unknown): boolean {
  return isBad(error) || responseCode(error) === 'CANNOT';
}
