import type { NewVersion, Replacement } from '../../../application/ports/mail/mail-writer.ts';
import { MailError } from '../../../domain/errors/mail-error.ts';
import type { MessageIdentity } from '../../../domain/messages/message-identity.ts';
import type { MessageRef } from '../../../domain/messages/message-ref.ts';
import { toUid, type Uid } from '../../../domain/values/uid.ts';
import { headerFields } from '../fetch/fetch-items.ts';
import type { FetchedMessage } from '../fetch/fetched-message.ts';
import { fetchMessages, fetchTogether } from '../fetch/fetched-messages.ts';
import { messageUnknown } from '../fetch/message-unknown.ts';
import { reopenChecked } from '../session/checked-mailbox.ts';
import { flagNames, isMarkedDeleted, storedFlags, versionFlags } from '../session/flag-names.ts';
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
  readonly leftovers: readonly Leftover[];
}

interface StoredVersion extends MessageIdentity {
  /** False: may be another's identical message. */
  readonly isTold: boolean;
}

interface StoredVersions {
  readonly old: FetchedMessage | undefined;
  readonly own: StoredVersion;
  readonly leftovers: readonly Uid[];
}

/**
 * Stores and verifies the new version, then claims and removes the old: one always exists
 * (`docs/decisions/0008`). Throws `message-unknown`, `outdated-version`, and `protocol-failure` for an
 * accepted but missing version.
 */
export class ReplaceTask implements OnceTask<OpenedMailbox, Replacement> {
  readonly #request: ReplaceRequest;
  readonly #signal: AbortSignal;
  #own: StoredVersion | undefined;
  #trace: Leftover | undefined;
  /** Open when the old version was read. */
  #isOpen = false;

  constructor(request: ReplaceRequest, signal: AbortSignal) {
    this.#request = request;
    this.#signal = signal;
  }

  get trace(): Leftover | undefined {
    return this.#trace;
  }

  /** After SELECT, the next uid separates earlier from later versions. */
  async prepare(session: ImapSession): Promise<OpenedMailbox> {
    const { message, version } = this.#request;
    const { opened, capabilities } = session;
    const isOpen = opened?.name === message.mailbox && opened.uidValidity === message.uidValidity;
    // Then claim and own version need no next uid.
    this.#isOpen =
      version.replaced !== undefined && isOpen && opened.hasModSeqs && capabilities.has('UIDPLUS');
    return this.#isOpen && opened ? opened : reopenChecked(session, message, this.#signal);
  }

  async work(session: ImapSession, mailbox: OpenedMailbox): Promise<Replacement> {
    const { octets, flags = {}, versionField } = this.#request.version;
    const changes = flagNames(flags, mailbox);
    const oldFlags = await this.#flagsOfOld(session, mailbox);
    const request = { mailbox: mailbox.name, octets, flags: versionFlags(oldFlags, changes) };
    const { uidValidity } = mailbox;
    const uid = this.#isOpen ? undefined : toUid(mailbox.uidNext);
    // The first since SELECT is ours: copies have larger uids.
    this.#trace = uid && { uid, uidValidity, field: versionField };
    const told = await appendMessage(session, request, this.#signal);
    // If re-created, the uid names another message.
    if (told && told.uidValidity !== uidValidity) throw notFoundAgain();
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

  async #flagsOfOld(session: ImapSession, mailbox: OpenedMailbox): Promise<readonly string[]> {
    const { message, version } = this.#request;
    const { replaced } = version;
    if (this.#isOpen && replaced) return storedFlags({ ...replaced, flags: [...replaced.flags] }, mailbox);
    const items = ['UID', 'FLAGS'] as const;
    const old = (await fetchMessages(session, { uids: [message.uid], items }, this.#signal)).get(message.uid);
    if (isAlive(old)) return old.flags ?? [];
    const versions = await findVersions(session, version.rivalField, this.#signal);
    throw versions.some((uid) => uid > message.uid) ? outdatedVersion() : messageUnknown();
  }

  /** Another may store one simultaneously. */
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

  async #finish(session: ImapSession, mailbox: OpenedMailbox): Promise<Replacement> {
    const stored = await this.#verify(session, mailbox);
    const { uid, uidValidity } = stored.own;
    const outcome = await this.#unlessItFails(session, () =>
      this.#removeOld(session, { mailbox, ...stored }),
    );
    // An extra old version is harmless.
    if (outcome === null || outcome === 'ours') return { uid, uidValidity, isOldRemoved: outcome === 'ours' };
    await this.#unlessItFails(session, () => this.#removeOwn(session, { ...stored, outcome }));
    throw outdatedVersion();
  }

  async #verify(session: ImapSession, { hasModSeqs, uidValidity }: OpenedMailbox): Promise<StoredVersions> {
    const own = this.#own;
    const { uid } = this.#request.message;
    // With mod-sequences servers refuse a changed old version.
    if (!hasModSeqs) await session.poll(this.#signal);
    const others = this.#request.leftovers.filter(
      (each) => each.uidValidity === uidValidity && each.uid !== uid && each.uid !== own?.uid,
    );
    const uids = [...new Set([uid, ...others.map((other) => other.uid)])];
    const modSeq = hasModSeqs ? (['MODSEQ'] as const) : [];
    const items = ['UID', 'FLAGS', 'RFC822.SIZE', ...modSeq, ...proofItems(others)] as const;
    const ownItems = ['UID', 'RFC822.SIZE', 'BODYSTRUCTURE'] as const;
    const requests = [{ uids, items }, ...(own ? [{ uids: [own.uid], items: ownItems }] : [])];
    const found = await fetchTogether(session, requests, this.#signal);
    const old = found.get(uid);
    const { size, structure } = (own && found.get(own.uid)) ?? {};
    if (own && structure) session.lastStored = { uid: own.uid, structure };
    if (own && size) return { old, own, leftovers: provedLeftovers(others, found) };
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

  /** Only beside an earlier version: two writers must never both remove theirs. */
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
