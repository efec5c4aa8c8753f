import type {
  FlagChange,
  MailWriter,
  NewMessage,
  NewVersion,
  Replacement,
} from '../../../application/ports/mail/mail-writer.ts';
import type { MailboxRef } from '../../../domain/accounts/mailbox-ref.ts';
import type { MailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import type { MessageIdentity } from '../../../domain/messages/message-identity.ts';
import type { MessageRef } from '../../../domain/messages/message-ref.ts';
import type { Uid } from '../../../domain/values/uid.ts';
import { fetchMessage } from '../fetch/message-fetcher.ts';
import { openChecked } from '../session/checked-mailbox.ts';
import { flagNames } from '../session/flag-names.ts';
import type { ImapSession } from '../session/imap-session.ts';
import type { OpenedMailbox } from '../session/open-mailbox.ts';
import type { SessionPool } from '../session/session-pool.ts';
import { changeMessageFlags, removeMessages } from './change-flags.ts';
import { appendTask } from './message-appender.ts';
import { copyMessage, moveMessage } from './message-mover.ts';
import { ReplaceTask } from './message-replacer.ts';
import { type Leftover, VersionLeftovers } from './version-leftovers.ts';

/** MailWriter over IMAP. */
export class ImapMailWriter implements MailWriter {
  readonly #pool: SessionPool;
  readonly #leftovers = new VersionLeftovers();

  constructor(pool: SessionPool) {
    this.#pool = pool;
  }

  changeFlags(
    { change, ...message }: MessageRef & { readonly change: FlagChange },
    signal: AbortSignal,
  ): Promise<void> {
    const work = async (session: ImapSession, mailbox: OpenedMailbox): Promise<void> => {
      const { added, removed } = flagNames(change, mailbox);
      const changes = [
        { operation: '+', flags: added },
        { operation: '-', flags: removed },
      ] as const;
      const { uid } = message;
      const needed = changes.filter(({ flags }) => flags.length > 0);
      await changeMessageFlags(session, { uid, changes: needed }, signal);
    };
    return this.#changeOnce(message, work, signal);
  }

  moveMessage(
    { target, ...message }: MessageRef & { readonly target: MailboxName },
    signal: AbortSignal,
  ): Promise<MessageIdentity> {
    const work = (session: ImapSession) => moveMessage(session, { message, target }, signal);
    return this.#changeOnce(message, work, signal);
  }

  copyMessage(
    { target, ...message }: MessageRef & { readonly target: MailboxName },
    signal: AbortSignal,
  ): Promise<MessageIdentity> {
    const work = (session: ImapSession) => copyMessage(session, { message, target }, signal);
    return this.#changeOnce(message, work, signal);
  }

  deleteMessage(message: MessageRef, signal: AbortSignal): Promise<void> {
    const work = async (session: ImapSession): Promise<void> => {
      await requireMessage(session, message.uid, signal);
      await removeMessages(session, [message.uid], signal);
    };
    return this.#changeOnce(message, work, signal);
  }

  appendMessage(
    { account, mailbox, message }: MailboxRef & { readonly message: NewMessage },
    signal: AbortSignal,
  ): Promise<MessageIdentity> {
    return this.#pool.useOnce({ account, mailbox }, appendTask({ mailbox, message }, signal), signal);
  }

  async replaceMessage(
    { version, ...message }: MessageRef & { readonly version: NewVersion },
    signal: AbortSignal,
  ): Promise<Replacement> {
    const leftovers = [...this.#leftovers.of(message), ...earlierVersion(message, version)];
    const task = new ReplaceTask({ message, version, leftovers }, signal);
    try {
      const replacement = await this.#pool.useOnce(message, task, signal);
      this.#rememberOld({ message, leftovers }, replacement);
      return replacement;
    } catch (error) {
      if (task.trace) this.#leftovers.remember(message, [task.trace]);
      throw error;
    }
  }

  #rememberOld(
    { message, leftovers }: { readonly message: MessageRef; readonly leftovers: readonly Leftover[] },
    { isOldRemoved, uid, uidValidity }: Replacement,
  ): void {
    if (isOldRemoved) return;
    const old = { uid: message.uid, uidValidity, field: null };
    this.#leftovers.remember({ ...message, uid }, [...leftovers, old]);
  }

  /** A lost connection repeats only SELECT. */
  #changeOnce<Result>(
    message: MessageRef,
    work: (session: ImapSession, mailbox: OpenedMailbox) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result> {
    const prepare = (session: ImapSession) => openChecked(session, message, signal);
    return this.#pool.useOnce(message, { prepare, work }, signal);
  }
}

function earlierVersion({ uidValidity }: MessageRef, { earlierUid }: NewVersion): readonly Leftover[] {
  const isKnown = uidValidity !== undefined && typeof earlierUid === 'number';
  return isKnown ? [{ uid: earlierUid, uidValidity, field: null }] : [];
}

/** STORE returns OK for missing uids. */
async function requireMessage(session: ImapSession, uid: Uid, signal: AbortSignal): Promise<void> {
  await fetchMessage(session, { uid, items: ['UID'] }, signal);
}
