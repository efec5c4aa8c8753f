import { type MailboxPosition, positionAt } from '../../domain/mailboxes/mailbox-position.ts';
import type { UidRanges } from '../../domain/values/uid-ranges.ts';
import { readPosition, readRanges, writePosition, writeRanges } from '../following/mailbox-state.ts';
import { StateReader, StateWriter } from '../following/state-octets.ts';
import type { MailboxSnapshot } from '../ports/mail/watch-connections.ts';
import { bounded, NO_FLAGS, type SeenFlags, withoutFlags } from './seen-flags.ts';

/** A mailbox's known state up to its last event. */
export interface SeenMailbox {
  /** Epoch of the first folder list with the mailbox; a re-created one has another. */
  readonly life: number;
  /** Time of the last whole comparison, in epoch milliseconds. */
  readonly provedAt: number;
  readonly position: MailboxPosition;
  /** All messages. */
  readonly uids: UidRanges;
  readonly flags: SeenFlags;
}

/** The first state: messages below `uidNext` make no events. */
export function firstSight(
  { counts, uids, flags }: MailboxSnapshot,
  { uidNext, life, now }: { readonly uidNext: number; readonly life: number; readonly now: number },
): SeenMailbox {
  const old = uids.below(uidNext);
  const position = positionAt(counts);
  return {
    ...{ life, provedAt: now, uids: old },
    // If this reading ends early, the next one continues here.
    position: { ...position, uidNext: Math.min(uidNext, position.uidNext), total: old.size },
    flags: withoutFlags(bounded({ ...NO_FLAGS, sets: flags }), uids.from(uidNext)),
  };
}

/** Encodes it. */
export function writeSeen({ life, provedAt, position, uids, flags }: SeenMailbox): Uint8Array {
  const writer = new StateWriter();
  writer.number(life).number(provedAt).octets(writePosition(position));
  writeRanges(writer, uids);
  writer.number(flags.from).number(flags.sets.size);
  for (const [name, having] of flags.sets) {
    writer.octets(Buffer.from(name));
    writeRanges(writer, having);
  }
  return writer.toBuffer();
}

/** Decodes `writeSeen`. */
export function readSeen(octets: Uint8Array): SeenMailbox {
  const reader = new StateReader(octets);
  const life = reader.number();
  const provedAt = reader.number();
  const position = readPosition(reader.octets());
  const uids = readRanges(reader);
  const from = reader.number();
  const sets = new Map<string, UidRanges>();
  for (let count = reader.number(); count > 0; count -= 1) {
    const name = Buffer.from(reader.octets()).toString();
    sets.set(name, readRanges(reader));
  }
  return { life, provedAt, position, uids, flags: { from, sets } };
}
