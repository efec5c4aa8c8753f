import { MessageSet } from 'posthorn-imap';
import type { MailBatchWriter, MessageBatch } from '../../../application/ports/mail/mail-batch-writer.ts';
import type { FlagChange } from '../../../application/ports/mail/mail-writer.ts';
import { MailError } from '../../../domain/errors/mail-error.ts';
import type { MailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import type { MessageIdentity } from '../../../domain/messages/message-identity.ts';
import type { Uid } from '../../../domain/values/uid.ts';
import { existingUids } from '../search/existing-uids.ts';
import { openChecked } from '../session/checked-mailbox.ts';
import { flagNames } from '../session/flag-names.ts';
import { responseCode } from '../session/imap-errors.ts';
import type { ImapSession } from '../session/imap-session.ts';
import type { OpenedMailbox } from '../session/open-mailbox.ts';
import type { SessionPool } from '../session/session-pool.ts';
import { removeMessages, storeFlags } from './change-flags.ts';
import { moveOrCopy } from './message-transfer.ts';

interface Move {
  readonly uids: readonly Uid[];
  readonly target: MailboxName;
}

type Moved = ReadonlyMap<Uid, MessageIdentity | null>;

/** MailBatchWriter over IMAP. */
export class ImapMailBatchWriter implements MailBatchWriter {
  readonly #pool: SessionPool;

  constructor(pool: SessionPool) {
    this.#pool = pool;
  }

  changeFlags(
    { change, ...batch }: MessageBatch & { readonly change: FlagChange },
    signal: AbortSignal,
  ): Promise<ReadonlySet<Uid>> {
    const work = async (session: ImapSession, mailbox: OpenedMailbox): Promise<ReadonlySet<Uid>> => {
      const { added, removed } = flagNames(change, mailbox);
      const uids = await existingUids(session, batch.uids, signal);
      if (added.length > 0) await storeFlags(session, { uids, operation: '+', flags: added }, signal);
      if (removed.length > 0) await storeFlags(session, { uids, operation: '-', flags: removed }, signal);
      return new Set(uids);
    };
    return this.#changeOnce(batch, work, signal);
  }

  moveMessages(
    { target, ...batch }: MessageBatch & { readonly target: MailboxName },
    signal: AbortSignal,
  ): Promise<Moved> {
    const work = async (session: ImapSession): Promise<Moved> => {
      const moved = new Map<Uid, MessageIdentity | null>();
      const existing = await existingUids(session, batch.uids, signal);
      for (const set of MessageSet.of(existing)) {
        const uids = existing.filter((uid) => set.has(uid));
        for (const [uid, copy] of await moveExisting(session, { uids, target }, signal)) moved.set(uid, copy);
      }
      return moved;
    };
    return this.#changeOnce(batch, work, signal);
  }

  deleteMessages(batch: MessageBatch, signal: AbortSignal): Promise<ReadonlySet<Uid>> {
    const work = async (session: ImapSession): Promise<ReadonlySet<Uid>> => {
      const uids = await existingUids(session, batch.uids, signal);
      await removeMessages(session, uids, signal);
      return new Set(uids);
    };
    return this.#changeOnce(batch, work, signal);
  }

  #changeOnce<Result>(
    batch: MessageBatch,
    work: (session: ImapSession, mailbox: OpenedMailbox) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result> {
    const prepare = (session: ImapSession) => openChecked(session, batch, signal);
    return this.#pool.useOnce(batch, { prepare, work }, signal);
  }
}

/** Omits vanished messages, once. */
async function moveExisting(session: ImapSession, move: Move, signal: AbortSignal): Promise<Moved> {
  try {
    return await moveTogether(session, move, signal);
  } catch (error) {
    if (responseCode(error) !== 'EXPUNGEISSUED') throw error;
    const uids = await existingUids(session, move.uids, signal);
    return moveTogether(session, { ...move, uids }, signal).catch((again: unknown) => {
      throw responseCode(again) === 'EXPUNGEISSUED' ? vanishing(again) : again;
    });
  }
}

/** After COPY, removes what COPYUID names, if sent: a message without a copy stays. */
async function moveTogether(
  session: ImapSession,
  { uids, target }: Move,
  signal: AbortSignal,
): Promise<Moved> {
  if (uids.length === 0) return new Map();
  const { copies, isRemoved } = await moveOrCopy(session, { uids, target }, signal);
  if (isRemoved) return movedOf(uids, copies);
  const copied = copies.size === 0 ? uids : uids.filter((uid) => copies.has(uid));
  await removeMessages(session, copied, signal);
  return movedOf(copied, copies);
}

function movedOf(uids: readonly Uid[], copies: ReadonlyMap<Uid, MessageIdentity>): Moved {
  return new Map(uids.map((uid) => [uid, copies.get(uid) ?? null]));
}

function vanishing(cause: unknown): MailError {
  const detail = 'Another client removed messages while they were moved.';
  return new MailError('conflict', { detail }, { cause });
}
