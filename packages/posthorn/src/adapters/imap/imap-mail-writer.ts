/** The MailWriter over IMAP. */
import type { MessagePlace } from '../../application/ports/mail-store.ts';
import type { FlagChange, MailWriter, NewVersion, Replacement } from '../../application/ports/mail-writer.ts';
import type { MailAccount } from '../../domain/mail-account.ts';
import type { MailboxName } from '../../domain/mailbox-name.ts';
import type { MessageFlag } from '../../domain/message-query.ts';
import type { Uid } from '../../domain/uid.ts';
import { storeFlags } from './commands/store.ts';
import type { ImapSession } from './imap-session.ts';
import { appendMessage } from './message-appender.ts';
import { fetchMessage } from './message-fetcher.ts';
import { moveMessage } from './message-mover.ts';
import { removeMessage } from './message-remover.ts';
import { replaceMessage } from './message-replacer.ts';
import type { SessionPool } from './session-pool.ts';
import { MESSAGE_FLAGS, systemFlag } from './system-flags.ts';
import { atom } from './tokens.ts';

/** Changes mail through the sessions of a pool. */
export class ImapMailWriter implements MailWriter {
  readonly #pool: SessionPool;

  constructor(pool: SessionPool) {
    this.#pool = pool;
  }

  changeFlags(
    account: MailAccount,
    place: MessagePlace,
    change: FlagChange,
    signal: AbortSignal,
  ): Promise<void> {
    return this.#write(
      { account, place },
      async (session) => {
        await requireMessage(session, place.uid, signal);
        for (const operation of ['+', '-'] as const) {
          const flags = flagsOf(change, operation === '+');
          if (flags.length > 0) await storeFlags(session, { uid: place.uid, operation, flags }, signal);
        }
      },
      signal,
    );
  }

  moveMessage(
    account: MailAccount,
    place: MessagePlace,
    target: MailboxName,
    signal: AbortSignal,
  ): Promise<Uid> {
    return this.#write(
      { account, place },
      (session) => moveMessage(session, { place, target }, signal),
      signal,
    );
  }

  deleteMessage(account: MailAccount, place: MessagePlace, signal: AbortSignal): Promise<void> {
    return this.#write(
      { account, place },
      async (session) => {
        await requireMessage(session, place.uid, signal);
        await removeMessage(session, place.uid, signal);
      },
      signal,
    );
  }

  appendMessage(
    account: MailAccount,
    mailbox: MailboxName,
    { octets, flags }: { readonly octets: Buffer; readonly flags: readonly MessageFlag[] },
    signal: AbortSignal,
  ): Promise<Uid> {
    const message = { octets, flags: flags.map(systemFlag) };
    return this.#inMailbox(
      { account, mailbox },
      (session) => appendMessage(session, message, signal),
      signal,
    );
  }

  replaceMessage(
    account: MailAccount,
    place: MessagePlace,
    version: NewVersion,
    signal: AbortSignal,
  ): Promise<Replacement> {
    const replace = (session: ImapSession) => replaceMessage(session, { uid: place.uid, version }, signal);
    return this.#write({ account, place }, replace, signal);
  }

  #write<Result>(
    { account, place }: { account: MailAccount; place: MessagePlace },
    work: (session: ImapSession) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result> {
    return this.#inMailbox({ account, mailbox: place.mailbox }, work, signal);
  }

  /** Selects the mailbox, on another connection if a warm one has died; what follows is done once. */
  #inMailbox<Result>(
    { account, mailbox }: { account: MailAccount; mailbox: MailboxName },
    work: (session: ImapSession) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result> {
    const select = (session: ImapSession) => session.select(mailbox, signal);
    return this.#pool.useOnce({ account, mailbox }, { prepare: select, work }, signal);
  }
}

function flagsOf(change: FlagChange, isSet: boolean): readonly string[] {
  return MESSAGE_FLAGS.filter((flag) => change[flag] === isSet).map(systemFlag);
}

/** STORE says OK to a uid that is not there. Throws `message-unknown`. */
async function requireMessage(session: ImapSession, uid: Uid, signal: AbortSignal): Promise<void> {
  await fetchMessage(session, { uid, items: [atom('UID')] }, signal);
}
