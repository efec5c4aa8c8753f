import { LRUCache } from 'lru-cache';
import type { WholeMessageAnswer } from '../../../application/ports/mail/whole-message-reader.ts';
import type { MailTelemetry } from '../../../application/ports/mail-telemetry.ts';
import type { BodyPart } from '../../../domain/messages/body-structure.ts';
import type { ExactMessageRef, MessageRef } from '../../../domain/messages/message-ref.ts';
import type { Uid } from '../../../domain/values/uid.ts';
import { doubtfulParts } from '../../../message/parts/doubtful-parts.ts';
import { fetchMessage } from '../fetch/message-fetcher.ts';
import { messageUnknown } from '../fetch/message-unknown.ts';
import { completeStructure } from '../fetch/part-headers.ts';
import { isBlind, readBlindMessage } from '../search/blind-messages.ts';
import { openChecked } from '../session/checked-mailbox.ts';
import type { ImapSession } from '../session/imap-session.ts';
import type { Lease } from '../session/session-work.ts';

/** All messages' parts and parameters, hundreds of octets each. */
const MAX_ENTRIES = 50_000;

/** A message's parts. */
export interface KnownStructure {
  readonly structure: BodyPart;
  /** By path, if found in octets. */
  readonly ranges: WholeMessageAnswer['ranges'] | null;
}

type CacheOwner = Pick<Lease, 'accountKey'>;
type KnownMessage = Omit<ExactMessageRef, 'account'>;

/** Structures never change (RFC 9051 §2.3.1.1). */
export class StructureCache {
  readonly #structures = new LRUCache<string, KnownStructure>({
    maxSize: MAX_ENTRIES,
    sizeCalculation: ({ structure }) => entriesOf(structure),
  });
  readonly #telemetry: MailTelemetry;

  constructor(telemetry: MailTelemetry) {
    this.#telemetry = telemetry;
  }

  /**
   * Opens the mailbox; checks existence unless the cache suffices. Throws `message-unknown`, `message-gone`.
   */
  async readPresent(
    lease: Lease,
    { isEnough, ...message }: MessageRef & { readonly isEnough: (known: KnownStructure) => boolean },
    signal: AbortSignal,
  ): Promise<KnownStructure> {
    const { known, isKept } = await this.#find(lease, message, signal);
    if (isKept && !isEnough(known))
      await fetchMessage(lease.session, { uid: message.uid, items: ['UID'] }, signal);
    return known;
  }

  /** Without that check. */
  async read(lease: Lease, message: MessageRef, signal: AbortSignal): Promise<KnownStructure> {
    return (await this.#find(lease, message, signal)).known;
  }

  /** From memory. */
  find({ accountKey }: CacheOwner, { mailbox, uid, uidValidity }: KnownMessage): KnownStructure | undefined {
    return this.#structures.get(keyOf(accountKey, { mailbox, uid, uidValidity }));
  }

  /** Only those that the server can describe. */
  keep({ accountKey }: CacheOwner, { mailbox, uid, uidValidity }: KnownMessage, structure: BodyPart): void {
    if (isBlind(structure) || doubtfulParts(structure).length > 0) return;
    this.#structures.set(keyOf(accountKey, { mailbox, uid, uidValidity }), { structure, ranges: null });
  }

  async #find(
    { session, accountKey }: Lease,
    message: MessageRef,
    signal: AbortSignal,
  ): Promise<{ readonly known: KnownStructure; readonly isKept: boolean }> {
    const { mailbox, uid } = message;
    const { uidValidity } = await openChecked(session, message, signal);
    const key = keyOf(accountKey, { mailbox, uid, uidValidity });
    const kept = this.#structures.get(key);
    this.#telemetry.addLookup('body-structure', kept !== undefined);
    if (kept) return { known: kept, isKept: true };
    const known = await readStructure(session, uid, signal);
    session.lastStored = undefined;
    this.#structures.set(key, known);
    return { known, isKept: false };
  }
}

function keyOf(accountKey: string, { mailbox, uid, uidValidity }: KnownMessage): string {
  return [accountKey, mailbox, uidValidity, uid].join('\0');
}

async function readStructure(session: ImapSession, uid: Uid, signal: AbortSignal): Promise<KnownStructure> {
  const { lastStored } = session;
  const { structure } =
    lastStored?.uid === uid
      ? lastStored
      : await fetchMessage(session, { uid, items: ['BODYSTRUCTURE'] }, signal);
  if (!structure) throw messageUnknown();
  if (!isBlind(structure)) {
    return { structure: await completeStructure(session, { uid, structure }, signal), ranges: null };
  }
  return readBlindMessage(session, { uid, request: { structure: true, ranges: true } }, signal);
}

/** No recursion: senders choose the nesting. */
function entriesOf(root: BodyPart): number {
  let entries = 0;
  const stack = [root];
  for (let part = stack.pop(); part !== undefined; part = stack.pop()) {
    entries += 1 + part.parameters.size + part.dispositionParameters.size;
    for (const child of part.children) stack.push(child);
  }
  return entries;
}
