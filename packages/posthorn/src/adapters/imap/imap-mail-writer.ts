/** The MailWriter over IMAP. */
import type {
  CheckedPlace,
  FlagChange,
  MailWriter,
  NewMessage,
  NewVersion,
  Replacement,
} from '../../application/ports/mail-writer.ts';
import type { MailAccount } from '../../domain/mail-account.ts';
import type { MailboxName } from '../../domain/mailbox-name.ts';
import type { MessageIdentity } from '../../domain/message-identity.ts';
import type { Uid } from '../../domain/uid.ts';
import { removeMessages, storeFlags } from './change-flags.ts';
import { openChecked } from './checked-mailbox.ts';
import { flagNames } from './flag-names.ts';
import type { ImapSession } from './imap-session.ts';
import { appendTask } from './message-appender.ts';
import { fetchMessage } from './message-fetcher.ts';
import { copyMessage, moveMessage } from './message-mover.ts';
import { ReplaceTask } from './message-replacer.ts';
import type { OpenedMailbox } from './open-mailbox.ts';
import type { SessionPool } from './session-pool.ts';

/** Changes mail through the sessions of a pool. */
export class ImapMailWriter implements MailWriter {
  readonly #pool: SessionPool;

  constructor(pool: SessionPool) {
    this.#pool = pool;
  }

  changeFlags(
    account: MailAccount,
    place: CheckedPlace,
    change: FlagChange,
    signal: AbortSignal,
  ): Promise<void> {
    return this.#inPlace(
      { account, place },
      async (session, mailbox) => {
        const { added, removed } = flagNames(change, mailbox);
        await requireMessage(session, place.uid, signal);
        const uids = [place.uid];
        if (added.length > 0) await storeFlags(session, { uids, operation: '+', flags: added }, signal);
        if (removed.length > 0) await storeFlags(session, { uids, operation: '-', flags: removed }, signal);
      },
      signal,
    );
  }

  moveMessage(
    account: MailAccount,
    place: CheckedPlace,
    target: MailboxName,
    signal: AbortSignal,
  ): Promise<MessageIdentity> {
    return this.#inPlace(
      { account, place },
      (session) => moveMessage(session, { place, target }, signal),
      signal,
    );
  }

  copyMessage(
    account: MailAccount,
    place: CheckedPlace,
    target: MailboxName,
    signal: AbortSignal,
  ): Promise<MessageIdentity> {
    return this.#inPlace(
      { account, place },
      (session) => copyMessage(session, { place, target }, signal),
      signal,
    );
  }

  deleteMessage(account: MailAccount, place: CheckedPlace, signal: AbortSignal): Promise<void> {
    return this.#inPlace(
      { account, place },
      async (session) => {
        await requireMessage(session, place.uid, signal);
        await removeMessages(session, [place.uid], signal);
      },
      signal,
    );
  }

  appendMessage(
    account: MailAccount,
    mailbox: MailboxName,
    message: NewMessage,
    signal: AbortSignal,
  ): Promise<MessageIdentity> {
    return this.#pool.useOnce({ account, mailbox }, appendTask({ mailbox, message }, signal), signal);
  }

  replaceMessage(
    account: MailAccount,
    place: CheckedPlace,
    version: NewVersion,
    signal: AbortSignal,
  ): Promise<Replacement> {
    const task = new ReplaceTask({ place, version }, signal);
    return this.#pool.useOnce({ account, mailbox: place.mailbox }, task, signal);
  }

  /** Selects the mailbox, on another connection if a warm one has died; what follows is done once. */
  #inPlace<Result>(
    { account, place }: { account: MailAccount; place: CheckedPlace },
    work: (session: ImapSession, mailbox: OpenedMailbox) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result> {
    const { mailbox, uidValidity } = place;
    const prepare = (session: ImapSession) => openChecked(session, { mailbox, uidValidity }, signal);
    return this.#pool.useOnce({ account, mailbox }, { prepare, work }, signal);
  }
}

/** Checks that the message exists, because STORE returns OK for missing UIDs. Throws `message-unknown`. */
async function requireMessage(session: ImapSession, uid: Uid, signal: AbortSignal): Promise<void> {
  await fetchMessage(session, { uid, items: ['UID'] }, signal);
}
