/** Takes messages to another mailbox with what the server offers for it. */
import type { MailboxName } from '../../domain/mailbox-name.ts';
import type { MessageIdentity } from '../../domain/message-identity.ts';
import type { Uid } from '../../domain/uid.ts';
import { findMailbox } from './commands/list-names.ts';
import { mailboxUnknown } from './commands/open-mailbox.ts';
import { type Transfer, transferMessages } from './commands/transfer.ts';
import { isBad, isRefused, responseCode } from './imap-errors.ts';
import type { ImapSession } from './imap-session.ts';

/** Messages of the selected mailbox, few enough for one command, and where they go. */
export interface TransferRequest {
  readonly uids: readonly Uid[];
  readonly target: MailboxName;
}

/** What became of the messages. */
export interface Transferred {
  /** What they are in the target, by their old uids, where the server told it. */
  readonly copies: ReadonlyMap<Uid, MessageIdentity>;
  /** False when they were only copied: removing them is the caller's. */
  readonly isRemoved: boolean;
}

/** What says that there is no such mailbox (RFC 9051 §7.1). */
const MISSING = new Set(['NONEXISTENT', 'TRYCREATE']);

/**
 * Moves the messages, or copies them where the server cannot move, or announces that it can and then refuses. Throws
 * `mailbox-unknown`; nothing has left its place then.
 */
export async function moveOrCopy(
  session: ImapSession,
  request: TransferRequest,
  signal: AbortSignal,
): Promise<Transferred> {
  if (session.capabilities.has('MOVE')) {
    try {
      return {
        copies: await transfer(session, { command: 'UID MOVE', ...request }, signal),
        isRemoved: true,
      };
    } catch (error) {
      if (!isInability(error)) throw error;
    }
  }
  return { copies: await copyTo(session, request, signal), isRemoved: false };
}

/** Copies the messages. Throws `mailbox-unknown`. */
export function copyTo(
  session: ImapSession,
  request: TransferRequest,
  signal: AbortSignal,
): Promise<ReadonlyMap<Uid, MessageIdentity>> {
  return transfer(session, { command: 'UID COPY', ...request }, signal);
}

async function transfer(
  session: ImapSession,
  request: Transfer,
  signal: AbortSignal,
): Promise<ReadonlyMap<Uid, MessageIdentity>> {
  try {
    return await transferMessages(session, request, signal);
  } catch (error) {
    if (isRefused(error) && (await isMissing(session, { error, target: request.target }, signal))) {
      throw mailboxUnknown(error);
    }
    throw error;
  }
}

/** Many servers refuse without a reason; then the list of the mailboxes has it. */
async function isMissing(
  session: ImapSession,
  { error, target }: { readonly error: unknown; readonly target: MailboxName },
  signal: AbortSignal,
): Promise<boolean> {
  const code = responseCode(error);
  if (code !== undefined) return MISSING.has(code);
  return (await findMailbox(session, target, signal)) === undefined;
}

/** True for a server that does not know the command that it announces, or that cannot do it between these mailboxes. */
function isInability(error: unknown): boolean {
  return isBad(error) || responseCode(error) === 'CANNOT';
}
