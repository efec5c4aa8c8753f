import { type MailboxPosition, positionAt } from '../../domain/mailbox-position.ts';
import type { UidRanges } from '../../domain/uid-ranges.ts';
import { readPosition, readRanges, writePosition, writeRanges } from '../following/mailbox-state.ts';
import { StateReader, StateWriter } from '../following/state-octets.ts';
import type { MailboxSnapshot } from '../ports/mail/watch-connections.ts';
import { bounded, NO_FLAGS, type SeenFlags, withoutFlags } from './seen-flags.ts';

/** A mailbox's known state up to its last event. */
export interface SeenMailbox {
  /** Epoch of the folder list in which the mailbox was first seen; a re-created mailbox has another. */
  readonly life: number;
  /** Time of the last whole comparison, in epoch milliseconds. */
  readonly provedAt: number;
  readonly position: MailboxPosition;
  /** All messages, for comparison with later views. */
  readonly uids: UidRanges;
  readonly flags: SeenFlags;
}

/** The first state of a mailbox: messages below `uidNext` make no events. */
export function firstSight(
  { counts, uids, flags }: MailboxSnapshot,
  { uidNext, life, now }: { readonly uidNext: number; readonly life: number; readonly now: number },
): SeenMailbox {
  const old = uids.below(uidNext);
  const position = positionAt(counts);
  return {
    ...{ life, provedAt: now, uids: old },
    // The next reading continues here if this one ends before its last event.
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
