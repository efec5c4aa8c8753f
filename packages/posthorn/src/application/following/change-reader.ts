import { createLoginKey, type LoginKey } from '../../domain/accounts/login-key.ts';
import type { MailAccount } from '../../domain/accounts/mail-account.ts';
import { MailError, type MailErrorCode } from '../../domain/errors/mail-error.ts';
import type { MailboxName } from '../../domain/mailboxes/mailbox-name.ts';
import type { Uid } from '../../domain/values/uid.ts';
import type { UidRanges } from '../../domain/values/uid-ranges.ts';
import { untilAborted } from '../../domain/values/until-aborted.ts';
import type { ViewMinimum } from '../ports/mail/mail-changes.ts';
import type { AccountChanges, ChangeFeed, FolderChanges } from './change-feed.ts';
import { SharedReads } from './shared-reads.ts';

/** A client and its state; null before the first. */
export interface Follower<State extends string | null = string | null> {
  readonly account: MailAccount;
  /** Null: the account's folders. */
  readonly mailbox: MailboxName | null;
  readonly state: State;
}

/** A folder's changes, by uid. */
export interface FolderNews {
  readonly uidValidity: number;
  readonly created: readonly Uid[];
  readonly updated: readonly Uid[];
  readonly removed: UidRanges;
  /** All uids if removed ones cannot be named. */
  readonly present: UidRanges | null;
}

/** The account's folder changes, by name. */
export interface AccountNews {
  readonly created: readonly MailboxName[];
  readonly updated: readonly MailboxName[];
  readonly removed: readonly MailboxName[];
  readonly present: readonly MailboxName[] | null;
}

export type ChangeEvent = { readonly state: string } & (
  | /** No changes. */ { readonly kind: 'state' }
  | /** The folder was re-created, or the state is invalid: list again. */ {
      readonly kind: 'reset';
    }
  | /** The login was refused, or the folder is gone. */ {
      readonly kind: 'ended';
      readonly reason: MailErrorCode;
    }
  | {
      readonly kind: 'changes';
      readonly folder: FolderNews | null;
      readonly account: AccountNews | null;
      /** True: more events follow. */
      readonly isMore: boolean;
    }
);

const MAX_MESSAGES = 500;
const JOIN_MS = 20;

/** Reads changes for streams; clients with equal states share a read. */
export class ChangeReader {
  readonly #feed: ChangeFeed;
  readonly #readMs: number;
  readonly #shared = new SharedReads<ChangeEvent>(JOIN_MS);
  readonly #keyOf = createLoginKey();

  constructor(feed: ChangeFeed, readMs: number) {
    this.#feed = feed;
    this.#readMs = readMs;
  }

  #loginKey({ login, origin, inbox }: MailAccount): LoginKey {
    return this.#keyOf({ login, origin, server: [inbox.host, inbox.port, inbox.isTls] });
  }

  /** A stream's initial state. Throws like `ChangeFeed` for an invalid state. */
  async begin(follower: Follower, signal: AbortSignal): Promise<ChangeEvent> {
    const event = await this.#beginNow(follower, signal);
    if (event.kind === 'reset' || follower.state === null) return event;
    return { kind: 'state', state: follower.state };
  }

  /** Rejects with a TimeoutError. */
  read(
    follower: Follower<string>,
    { atLeast, signal }: { readonly atLeast: ViewMinimum | undefined; readonly signal: AbortSignal },
  ): Promise<ChangeEvent> {
    const { account, mailbox, state } = follower;
    const minimum = atLeast ? `${atLeast.uidNext} ${atLeast.highestModSeq}` : '';
    const key = JSON.stringify([this.#loginKey(account), mailbox, state, minimum]);
    const reading = this.#shared.read(key, () =>
      this.#readNow(follower, { atLeast, signal: AbortSignal.timeout(this.#readMs) }),
    );
    return untilAborted(signal, reading);
  }

  async #beginNow(follower: Follower, signal: AbortSignal): Promise<ChangeEvent> {
    try {
      return await this.#readSince(follower, { atLeast: undefined, signal });
    } catch (error) {
      if (!isReplaced(error)) throw error;
      return { kind: 'reset', state: await this.#currentState(follower, signal) };
    }
  }

  async #currentState(follower: Follower, signal: AbortSignal): Promise<string> {
    return (await this.#readSince({ ...follower, state: null }, { atLeast: undefined, signal })).state;
  }

  async #readNow(
    follower: Follower,
    options: { readonly atLeast?: ViewMinimum | undefined; readonly signal: AbortSignal },
  ): Promise<ChangeEvent> {
    try {
      return await this.#readSince(follower, options);
    } catch (error) {
      if (!isUseless(error, options.atLeast)) throw error;
      return { kind: 'reset', state: await this.#currentState(follower, options.signal) };
    }
  }

  async #readSince(
    { account, mailbox, state: since }: Follower,
    { atLeast, signal }: { readonly atLeast?: ViewMinimum | undefined; readonly signal: AbortSignal },
  ): Promise<ChangeEvent> {
    if (mailbox === null) return toAccountEvent(await this.#feed.readAccount({ account, since }, signal));
    const request = { account, mailbox, since, limit: MAX_MESSAGES, selection: null };
    return toFolderEvent(await this.#feed.readFolder({ ...request, ...(atLeast && { atLeast }) }, signal));
  }
}

function isUseless(error: unknown, atLeast: ViewMinimum | undefined): boolean {
  if (isReplaced(error)) return true;
  return error instanceof MailError && error.code === 'state-invalid' && atLeast === undefined;
}

function isReplaced(error: unknown): boolean {
  return error instanceof MailError && error.code === 'message-gone';
}

function toFolderEvent(changes: FolderChanges): ChangeEvent {
  const { state, created, updated, removed, present, isMore, position } = changes;
  const hasNews = created.length > 0 || updated.length > 0 || removed.size > 0 || present !== null;
  if (!hasNews && !isMore) return { kind: 'state', state };
  const uidsOf = (items: FolderChanges['created']): readonly Uid[] => items.map(({ uid }) => uid);
  const { uidValidity } = position;
  const folder = { uidValidity, created: uidsOf(created), updated: uidsOf(updated), removed, present };
  return { kind: 'changes', state, folder, account: null, isMore };
}

function toAccountEvent({ state, created, updated, removed, present }: AccountChanges): ChangeEvent {
  const hasNews = created.length > 0 || updated.length > 0 || removed.length > 0 || present !== null;
  if (!hasNews) return { kind: 'state', state };
  const namesOf = (folders: AccountChanges['created']): readonly MailboxName[] =>
    folders.map(({ folder }) => folder.mailbox);
  const account = { created: namesOf(created), updated: namesOf(updated), removed, present };
  return { kind: 'changes', state, folder: null, account, isMore: false };
}
