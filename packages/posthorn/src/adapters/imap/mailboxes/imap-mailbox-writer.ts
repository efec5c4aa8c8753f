import {
  createMailbox,
  deleteMailbox,
  encodeMailboxName,
  renameMailbox,
  subscribe,
  unsubscribe,
} from 'posthorn-imap';
import type { MailboxWriter } from '../../../application/ports/mail/mailbox-writer.ts';
import type { MailAccount } from '../../../domain/accounts/mail-account.ts';
import type { MailboxRef } from '../../../domain/accounts/mailbox-ref.ts';
import { MailError } from '../../../domain/errors/mail-error.ts';
import { type MailboxName, parseMailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import { isRefused, responseCode } from '../session/imap-errors.ts';
import type { ImapSession } from '../session/imap-session.ts';
import { mailboxUnknown } from '../session/open-mailbox.ts';
import type { SessionPool } from '../session/session-pool.ts';
import type { OnceTask } from '../session/session-work.ts';
import { findMailbox, type ListedName, listChildren, listSubscribedNames } from './mailbox-names.ts';

/** Never renamed or deleted (RFC 9051 §5.1). */
const INBOX = 'INBOX' as MailboxName;

type Renaming = MailboxRef & { readonly newName: MailboxName };

interface Surroundings {
  readonly existing: ListedName | undefined;
  readonly subscribed: readonly ListedName[];
}

/** MailboxWriter over IMAP. */
export class ImapMailboxWriter implements MailboxWriter {
  readonly #pool: SessionPool;

  constructor(pool: SessionPool) {
    this.#pool = pool;
  }

  createMailbox({ account, mailbox: name }: MailboxRef, signal: AbortSignal): Promise<void> {
    return this.#change(
      account,
      {
        prepare: (session) => findMailbox(session, name, signal),
        async work(session, existing) {
          // \Noselect names may become mailboxes.
          if (existing && !existing.attributes.includes('\\NOSELECT')) throw taken(name);
          await createMailbox(session, encodeMailboxName(name), signal).catch((error: unknown) =>
            explainRefusal(session, { error, free: name }, signal),
          );
          await unlessRefused(subscribe(session, encodeMailboxName(name), signal));
        },
      },
      signal,
    );
  }

  async renameMailbox(renaming: Renaming, signal: AbortSignal): Promise<void> {
    const { account, mailbox: from } = renaming;
    if (from === INBOX) throw inboxStays();
    const rename = {
      prepare: async (session: ImapSession) => ({
        existing: await findMailbox(session, from, signal),
        subscribed: await listSubscribedNames(session, signal),
      }),
      work: (session: ImapSession, { existing, subscribed }: Surroundings) =>
        renameExisting(session, { renaming, existing, subscribed }, signal),
    };
    // Mailboxes below move too.
    const isGoing = (open: MailboxName) => open.startsWith(from);
    await this.#withoutSessions(account, { isGoing, task: rename }, signal);
  }

  async deleteMailbox({ account, mailbox: name }: MailboxRef, signal: AbortSignal): Promise<void> {
    if (name === INBOX) throw inboxStays();
    const remove = {
      prepare: (session: ImapSession) => findMailbox(session, name, signal),
      work: (session: ImapSession, existing: ListedName | undefined) =>
        deleteExisting(session, existing, signal),
    };
    const isGoing = (open: MailboxName) => open === name;
    await this.#withoutSessions(account, { isGoing, task: remove }, signal);
  }

  setSubscribed(
    { account, mailbox: name, isSubscribed }: MailboxRef & { readonly isSubscribed: boolean },
    signal: AbortSignal,
  ): Promise<void> {
    const change = isSubscribed ? subscribe : unsubscribe;
    return this.#change(
      account,
      {
        prepare: (session) => findMailbox(session, name, signal),
        async work(session, existing) {
          // Servers need not check this (RFC 9051 §6.3.7).
          if (isSubscribed && !existing) throw mailboxUnknown(undefined);
          await change(session, encodeMailboxName(name), signal).catch((error: unknown) =>
            explainRefusal(session, { error }, signal),
          );
        },
      },
      signal,
    );
  }

  /** Servers end such sessions, or refuse the change: before and after. */
  async #withoutSessions<Prepared>(
    account: MailAccount,
    { isGoing, task }: { isGoing: (mailbox: MailboxName) => boolean; task: OnceTask<Prepared, void> },
    signal: AbortSignal,
  ): Promise<void> {
    await this.#pool.forget(account, isGoing, signal);
    try {
      await this.#change(account, task, signal);
    } finally {
      await this.#pool.forget(account, isGoing, signal);
    }
  }

  #change<Prepared>(
    account: MailAccount,
    task: OnceTask<Prepared, void>,
    signal: AbortSignal,
  ): Promise<void> {
    return this.#pool.useOnce({ account, mailbox: null }, task, signal);
  }
}

async function renameExisting(
  session: ImapSession,
  { renaming, existing, subscribed }: Surroundings & { readonly renaming: Renaming },
  signal: AbortSignal,
): Promise<void> {
  if (!existing) throw mailboxUnknown(undefined);
  await leave(session, existing, signal);
  const { mailbox: from, newName: to } = renaming;
  const encoded = { from: encodeMailboxName(from), to: encodeMailboxName(to) };
  await renameMailbox(session, encoded, signal).catch((error: unknown) =>
    explainRefusal(session, { error, present: from, free: to }, signal),
  );
  const moving = subscribed.filter(({ name }) => isAtOrBelow(name, existing));
  for (const { name } of moving) {
    const renamed = parseMailboxName(to + name.slice(from.length));
    if (renamed) await unlessRefused(subscribe(session, encodeMailboxName(renamed), signal));
    await unlessRefused(unsubscribe(session, encodeMailboxName(name), signal));
  }
}

async function deleteExisting(
  session: ImapSession,
  existing: ListedName | undefined,
  signal: AbortSignal,
): Promise<void> {
  if (!existing) throw mailboxUnknown(undefined);
  const { name } = existing;
  if ((await listChildren(session, existing, signal)).length > 0) {
    throw new MailError('conflict', { detail: `There are folders below ${name}.` });
  }
  await leave(session, existing, signal);
  await deleteMailbox(session, encodeMailboxName(name), signal).catch((error: unknown) =>
    explainRefusal(session, { error, present: name }, signal),
  );
  await unlessRefused(unsubscribe(session, encodeMailboxName(name), signal));
}

async function leave(session: ImapSession, going: ListedName, signal: AbortSignal): Promise<void> {
  if (session.opened && isAtOrBelow(session.opened.name, going)) await session.open(INBOX, signal);
}

function isAtOrBelow(name: MailboxName, { name: ancestor, delimiter }: ListedName): boolean {
  return name === ancestor || (delimiter !== null && name.startsWith(ancestor + delimiter));
}

interface Refusal {
  readonly error: unknown;
  readonly present?: MailboxName;
  readonly free?: MailboxName;
}

/** Many servers give no reason: LIST finds it. */
async function explainRefusal(
  session: ImapSession,
  { error, present, free }: Refusal,
  signal: AbortSignal,
): Promise<never> {
  if (!isRefused(error) || responseCode(error) !== undefined) throw error;
  if (present && !(await findMailbox(session, present, signal))) throw mailboxUnknown(error);
  if (free && (await findMailbox(session, free, signal))) throw taken(free, error);
  throw new MailError('access-denied', { detail: 'The mail server does not allow this.' }, { cause: error });
}

/** Changes succeed without subscription. */
async function unlessRefused(work: Promise<void>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!isRefused(error)) throw error;
  });
}

function taken(name: MailboxName, cause?: unknown): MailError {
  return new MailError('conflict', { detail: `There is a folder ${name} already.` }, { cause });
}

function inboxStays(): MailError {
  return new MailError('access-denied', { detail: 'INBOX is neither renamed nor deleted.' });
}
