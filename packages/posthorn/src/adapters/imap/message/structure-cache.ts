/** Keeps body structures of messages that were looked at: a message never changes (RFC 9051 §2.3.1.1). */
import { LRUCache } from 'lru-cache';
import type { WholeMessageAnswer } from '../../../application/ports/mail/whole-message-reader.ts';
import type { MailTelemetry } from '../../../application/ports/mail-telemetry.ts';
import type { BodyPart } from '../../../domain/body-structure.ts';
import type { ExactMessageRef, MessageRef } from '../../../domain/message-ref.ts';
import type { Uid } from '../../../domain/uid.ts';
import { doubtfulParts } from '../../../message/doubtful-parts.ts';
import { fetchMessage } from '../fetch/message-fetcher.ts';
import { messageUnknown } from '../fetch/message-unknown.ts';
import { completeStructure } from '../fetch/part-headers.ts';
import { isBlind, readBlindMessage } from '../search/blind-messages.ts';
import { openChecked } from '../session/checked-mailbox.ts';
import type { ImapSession } from '../session/imap-session.ts';
import type { Lease } from '../session/session-work.ts';

/**
 * Parts and parameters to keep, of all messages together: opening a message asks for its body and then for its attachments. Each takes
 * some hundred octets; a usual message has three parts, a hostile one a thousand.
 */
const MAX_ENTRIES = 50_000;

/** The parts of a message, and where they come from. */
export interface KnownStructure {
  readonly structure: BodyPart;
  /**
   * Where the attachments lie in the octets of the message, by path, when the parts were found there: the server does not know their
   * paths. Null for all other messages.
   */
  readonly ranges: WholeMessageAnswer['ranges'] | null;
}

/** Caches body structures by mailbox, uidValidity and uid. */
export class StructureCache {
  readonly #structures = new LRUCache<string, KnownStructure>({
    maxSize: MAX_ENTRIES,
    sizeCalculation: ({ structure }) => entriesOf(structure),
  });
  readonly #telemetry: MailTelemetry;

  constructor(telemetry: MailTelemetry) {
    this.#telemetry = telemetry;
  }

  /** The structure of a message that is there; its mailbox is open afterwards. Throws `message-unknown`, `message-gone`. */
  async readPresent(lease: Lease, message: MessageRef, signal: AbortSignal): Promise<KnownStructure> {
    const { known, isKept } = await this.#find(lease, message, signal);
    // The message may be gone since it was looked at.
    if (isKept) await fetchMessage(lease.session, { uid: message.uid, items: ['UID'] }, signal);
    return known;
  }

  /** The same without the check for existence, for a caller that fetches from the message afterwards. */
  async read(lease: Lease, message: MessageRef, signal: AbortSignal): Promise<KnownStructure> {
    return (await this.#find(lease, message, signal)).known;
  }

  /** True when the structure of the message is known. */
  has({ accountKey }: Lease, { mailbox, uid, uidValidity }: ExactMessageRef): boolean {
    return this.#structures.has(keyOf(accountKey, { mailbox, uid, uidValidity }));
  }

  /** Keeps the structure of a message that was fetched with other items of it. Parts that the server cannot tell are not kept. */
  keep({ accountKey }: Lease, { mailbox, uid, uidValidity }: ExactMessageRef, structure: BodyPart): void {
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
    this.#structures.set(key, known);
    return { known, isKept: false };
  }
}

function keyOf(accountKey: string, { mailbox, uid, uidValidity }: Omit<ExactMessageRef, 'account'>): string {
  return [accountKey, mailbox, uidValidity, uid].join('\0');
}

async function readStructure(session: ImapSession, uid: Uid, signal: AbortSignal): Promise<KnownStructure> {
  const { structure } = await fetchMessage(session, { uid, items: ['BODYSTRUCTURE'] }, signal);
  if (!structure) throw messageUnknown();
  if (!isBlind(structure)) {
    return { structure: await completeStructure(session, { uid, structure }, signal), ranges: null };
  }
  return readBlindMessage(session, { uid, request: { structure: true, ranges: true } }, signal);
}

/** Walks without recursion: nesting is chosen by the sender. */
function entriesOf(root: BodyPart): number {
  let entries = 0;
  const stack = [root];
  for (let part = stack.pop(); part !== undefined; part = stack.pop()) {
    entries += 1 + part.parameters.size + part.dispositionParameters.size;
    for (const child of part.children) stack.push(child);
  }
  return entries;
}
