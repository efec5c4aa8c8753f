/** Keeps body structures of messages that were looked at: a message never changes (RFC 9051 §2.3.1.1). */
import { LRUCache } from 'lru-cache';
import type { CacheMeter } from '../../application/ports/cache-meter.ts';
import type { MessagePlace } from '../../application/ports/mail-store.ts';
import type { BodyPart } from '../../domain/body-structure.ts';
import { fetchMessage } from './message-fetcher.ts';
import { messageUnknown } from './message-unknown.ts';
import type { Lease } from './session-pool.ts';

/** Structures to keep: opening a message asks for its body and then for its attachments. */
const MAX_STRUCTURES = 1_000;

export class StructureCache {
  readonly #structures = new LRUCache<string, BodyPart>({ max: MAX_STRUCTURES });
  readonly #meter: CacheMeter;

  constructor(meter: CacheMeter) {
    this.#meter = meter;
  }

  /** The structure of a message that is there, in the mailbox, which is open afterwards. Throws `message-unknown`. */
  async readPresent(lease: Lease, place: MessagePlace, signal: AbortSignal): Promise<BodyPart> {
    const { structure, isKnown } = await this.#find(lease, place, signal);
    // The message may be gone since it was looked at.
    if (isKnown) await fetchMessage(lease.session, { uid: place.uid, items: ['UID'] }, signal);
    return structure;
  }

  /** The same for a caller that goes on to fetch from the message, and so learns whether it is still there. */
  async read(lease: Lease, place: MessagePlace, signal: AbortSignal): Promise<BodyPart> {
    return (await this.#find(lease, place, signal)).structure;
  }

  async #find(
    { session, accountKey }: Lease,
    { mailbox, uid }: MessagePlace,
    signal: AbortSignal,
  ): Promise<{ readonly structure: BodyPart; readonly isKnown: boolean }> {
    const { uidValidity } = await session.examine(mailbox, signal);
    const key = [accountKey, mailbox, uidValidity, uid].join('\0');
    const known = this.#structures.get(key);
    this.#meter.add('body-structure', known !== undefined);
    if (known) return { structure: known, isKnown: true };
    const items = ['UID', 'BODYSTRUCTURE'] as const;
    const { structure } = await fetchMessage(session, { uid, items }, signal);
    if (!structure) throw messageUnknown();
    this.#structures.set(key, structure);
    return { structure, isKnown: false };
  }
}
