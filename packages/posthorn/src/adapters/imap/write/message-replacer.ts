/** Replaces a message by a new version without ever being without it: append, verify, claim the old one, remove it. */
import type { NewVersion, Replacement } from '../../../application/ports/mail/mail-writer.ts';
import { MailError } from '../../../domain/mail-error.ts';
import type { MessageIdentity } from '../../../domain/message-identity.ts';
import type { MessageRef } from '../../../domain/message-ref.ts';
import { toUid, type Uid } from '../../../domain/uid.ts';
import { headerFields } from '../fetch/fetch-items.ts';
import type { FetchedMessage } from '../fetch/fetched-message.ts';
import { fetchMessages } from '../fetch/fetched-messages.ts';
import { messageUnknown } from '../fetch/message-unknown.ts';
import { reopenChecked } from '../session/checked-mailbox.ts';
import { flagNames, isMarkedDeleted, versionFlags } from '../session/flag-names.ts';
import { isConnectionLost, isServerFailure } from '../session/imap-errors.ts';
import type { ImapSession } from '../session/imap-session.ts';
import type { OpenedMailbox } from '../session/open-mailbox.ts';
import type { OnceTask } from '../session/session-work.ts';
import { appendMessage } from './append-message.ts';
import { removeMessages } from './change-flags.ts';
import { findNewVersions, findVersions } from './message-versions.ts';
import { findSame, notFoundAgain } from './stored-message-finder.ts';
import { type Leftover, provedLeftovers } from './version-leftovers.ts';
import { findRivals, type TakeoverOutcome, takeOver } from './version-takeover.ts';

interface ReplaceRequest {
  readonly message: MessageRef;
  readonly version: NewVersion;
  /** What earlier replacements may have left behind. */
  readonly leftovers: readonly Leftover[];
}

/** The new version in the mailbox. */
interface StoredVersion extends MessageIdentity {
  /** True when the server reported the uid; a message found by its octets may be an identical one of another writer. */
  readonly isTold: boolean;
}

/** Both versions as they are now; the old one may be gone. */
interface StoredVersions {
  readonly old: FetchedMessage | undefined;
  readonly own: StoredVersion;
  readonly leftovers: readonly Uid[];
}

/**
 * The task that stores the new version and removes the others; `docs/decisions/0008` has the steps and their reasons. Throws
 * `message-unknown`, `outdated-version`, and `protocol-failure` when the server took the new version but it is not there.
 */
export class ReplaceTask implements OnceTask<OpenedMailbox, Replacement> {
  readonly #request: ReplaceRequest;
  readonly #signal: AbortSignal;
  #own: StoredVersion | undefined;
  #trace: Leftover | undefined;

  constructor(request: ReplaceRequest, signal: AbortSignal) {
    this.#request = request;
    this.#signal = signal;
  }

  /** What the task has stored, or may have; undefined before it tries. */
  get trace(): Leftover | undefined {
    return this.#trace;
  }

  /** Selects the mailbox again, so that its next uid separates earlier versions from later ones. */
  prepare(session: ImapSession): Promise<OpenedMailbox> {
    return reopenChecked(session, this.#request.message, this.#signal);
  }

  async work(session: ImapSession, mailbox: OpenedMailbox): Promise<Replacement> {
    const { octets, flags = {}, versionField } = this.#request.version;
    const changes = flagNames(flags, mailbox);
    const old = await this.#fetchOld(session);
    const request = { mailbox: mailbox.name, octets, flags: versionFlags(old.flags ?? [], changes) };
    const { uidValidity } = mailbox;
    const uid = toUid(mailbox.uidNext);
    // The first message since SELECT is ours if it has the field: a copy of ours has a larger uid.
    this.#trace = uid && { uid, uidValidity, field: versionField };
    const told = await appendMessage(session, request, this.#signal);
    if (told) this.#trace = { ...told, field: null };
    this.#own = told ? { ...told, isTold: true } : await this.#findOwn(session, mailbox);
    return this.#finish(session, mailbox);
  }

  async recover(
    session: ImapSession,
    { before, now }: { readonly before: OpenedMailbox; readonly now: OpenedMailbox },
  ): Promise<Replacement | null> {
    if (before.uidValidity !== now.uidValidity) return null;
    this.#own ??= await this.#findOwn(session, before);
    return this.#own ? this.#finish(session, before) : null;
  }

  /** The old version. Throws `outdated-version` when it has given way to a newer one, else `message-unknown`. */
  async #fetchOld(session: ImapSession): Promise<FetchedMessage> {
    const { message, version } = this.#request;
    const items = ['UID', 'FLAGS'] as const;
    const old = (await fetchMessages(session, { uids: [message.uid], items }, this.#signal)).get(message.uid);
    if (isAlive(old)) return old;
    const versions = await findVersions(session, version.rivalField, this.#signal);
    throw versions.some((uid) => uid > message.uid) ? outdatedVersion() : messageUnknown();
  }

  /** The new version, known by its octets: another writer may have stored one at the same time. */
  async #findOwn(
    session: ImapSession,
    { uidNext, uidValidity }: OpenedMailbox,
  ): Promise<StoredVersion | undefined> {
    const { versionField: field, octets: source } = this.#request.version;
    await session.poll(this.#signal);
    const uids = await findNewVersions(session, { field, firstNew: uidNext }, this.#signal);
    const uid = await findSame(session, { uids, source }, this.#signal);
    return uid && { uid, uidValidity, isTold: false };
  }

  /** Makes sure that the new version is there, then that nobody else has replaced the old one, then removes that. */
  async #finish(session: ImapSession, mailbox: OpenedMailbox): Promise<Replacement> {
    const stored = await this.#verify(session, mailbox);
    const { uid, uidValidity } = stored.own;
    const outcome = await this.#unlessItFails(session, () =>
      this.#removeOld(session, { mailbox, ...stored }),
    );
    // The new version is stored: an extra old version is no failure.
    if (outcome === null || outcome === 'ours') return { uid, uidValidity, isOldRemoved: outcome === 'ours' };
    await this.#unlessItFails(session, () => this.#removeOwn(session, { ...stored, outcome }));
    throw outdatedVersion();
  }

  async #verify(session: ImapSession, { hasModSeqs, uidValidity }: OpenedMailbox): Promise<StoredVersions> {
    const own = this.#own;
    const { uid } = this.#request.message;
    // With mod-sequences the server itself refuses when the old version has changed.
    if (!hasModSeqs) await session.poll(this.#signal);
    const others = this.#request.leftovers.filter(
      (each) => each.uidValidity === uidValidity && each.uid !== uid && each.uid !== own?.uid,
    );
    const uids = new Set([uid, ...(own ? [own.uid] : []), ...others.map((other) => other.uid)]);
    const modSeq = hasModSeqs ? (['MODSEQ'] as const) : [];
    const items = ['UID', 'FLAGS', 'RFC822.SIZE', ...modSeq, ...proofItems(others)] as const;
    const found = await fetchMessages(session, { uids: [...uids], items }, this.#signal);
    const old = found.get(uid);
    if (own && found.get(own.uid)?.size) return { old, own, leftovers: provedLeftovers(others, found) };
    throw isAlive(old) ? notFoundAgain() : outdatedVersion();
  }

  async #removeOld(
    session: ImapSession,
    { mailbox, old, own, leftovers }: StoredVersions & { readonly mailbox: OpenedMailbox },
  ): Promise<TakeoverOutcome> {
    if (!isAlive(old)) return 'theirs';
    const { rivalField } = this.#request.version;
    return takeOver(session, { mailbox, old, own: own.uid, rivalField, leftovers }, this.#signal);
  }

  /**
   * Where it is not certain that the version is ours, or that the other writer is first, it goes only when an earlier one stays:
   * of two writers in doubt never both remove what they have stored.
   */
  async #removeOwn(
    session: ImapSession,
    { own, leftovers, outcome }: StoredVersions & { readonly outcome: TakeoverOutcome },
  ): Promise<void> {
    const { message, version } = this.#request;
    const isCertain = own.isTold && outcome === 'theirs';
    const sought = { old: message, own: own.uid, rivalField: version.rivalField, leftovers };
    const rivals = isCertain ? [] : await findRivals(session, sought, this.#signal);
    const hasEarlier = rivals.some((uid) => uid < own.uid);
    if (isCertain || hasEarlier) await removeMessages(session, [own.uid], this.#signal);
  }

  /** Null for work that met a failure of the server or ran out of time. */
  async #unlessItFails<Result>(session: ImapSession, work: () => Promise<Result>): Promise<Result | null> {
    try {
      return await work();
    } catch (error) {
      if (isConnectionLost(error)) session.destroy();
      if (isServerFailure(error) || this.#signal.aborted) return null;
      throw error;
    }
  }
}

function proofItems(leftovers: readonly Leftover[]) {
  const names = new Set(leftovers.flatMap(({ field }) => field?.name.toUpperCase() ?? []));
  return names.size === 0 ? [] : [headerFields([...names])];
}

function isAlive(message: FetchedMessage | undefined): message is FetchedMessage {
  return message !== undefined && !isMarkedDeleted(message.flags);
}

function outdatedVersion(): MailError {
  return new MailError('outdated-version', {
    detail: 'The draft was saved by somebody else in the meantime.',
  });
}
