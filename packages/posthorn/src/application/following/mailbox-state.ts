import {
  FLAG_BUCKETS,
  type FlagDigest,
  type MailboxPosition,
  type PendingPage,
} from '../../domain/mailboxes/mailbox-position.ts';
import { UidRanges } from '../../domain/values/uid-ranges.ts';
import { StateReader, StateWriter } from './state-octets.ts';

const HAS = { known: 1, flags: 2, pending: 4, suspects: 8 } as const;
const HASH_OCTETS = 4;

/** Encodes the position. */
export function writePosition(position: MailboxPosition): Uint8Array {
  const { uidValidity, uidNext, total, highestModSeq, known, flags, pending } = position;
  const members =
    (known ? HAS.known : 0) |
    (flags ? HAS.flags : 0) |
    (pending ? HAS.pending : 0) |
    (pending?.suspects ? HAS.suspects : 0);
  const writer = new StateWriter();
  writer.number(members).number(uidValidity).number(uidNext).number(total).optional(highestModSeq);
  if (known) writeRanges(writer, known);
  if (flags) writer.number(flags.firstUid).octets(writeHashes(flags));
  if (pending) writePending(writer, pending);
  return writer.toBuffer();
}

/** Decodes a position. */
export function readPosition(octets: Uint8Array): MailboxPosition {
  const reader = new StateReader(octets);
  const members = reader.number();
  const has = (member: keyof typeof HAS): boolean => (members & HAS[member]) !== 0;
  return {
    uidValidity: reader.number(),
    uidNext: reader.number(),
    total: reader.number(),
    highestModSeq: reader.optionalBigint(),
    known: has('known') ? readRanges(reader) : null,
    flags: has('flags') ? readFlags(reader) : null,
    pending: has('pending') ? readPending(reader, has('suspects')) : null,
  };
}

/** Encodes uids. */
export function writeRanges(writer: StateWriter, { bounds }: UidRanges): void {
  writer.number(bounds.length);
  let previous = 0;
  for (const bound of bounds) {
    writer.number(bound - previous);
    previous = bound;
  }
}

/** Decodes uids. */
export function readRanges(reader: StateReader): UidRanges {
  const bounds: number[] = [];
  let previous = 0;
  for (let length = reader.number(); length > 0; length -= 1) {
    previous += reader.number();
    bounds.push(previous);
  }
  return UidRanges.ofBounds(bounds);
}

function writeHashes({ buckets }: FlagDigest): Buffer {
  const octets = Buffer.alloc(FLAG_BUCKETS * HASH_OCTETS);
  buckets.forEach((hash, index) => {
    octets.writeUInt32BE(hash, index * HASH_OCTETS);
  });
  return octets;
}

function readFlags(reader: StateReader): FlagDigest {
  const firstUid = reader.number();
  const octets = Buffer.from(reader.octets());
  const buckets = Array.from({ length: FLAG_BUCKETS }, (_, index) =>
    octets.readUInt32BE(index * HASH_OCTETS),
  );
  return { firstUid, buckets };
}

function writePending(
  writer: StateWriter,
  { below, sinceUidNext, sinceModSeq, suspects }: PendingPage,
): void {
  writer.number(below).number(sinceUidNext).optional(sinceModSeq);
  if (suspects) writer.number(suspects.firstUid).number(suspects.buckets);
}

function readPending(reader: StateReader, hasSuspects: boolean): PendingPage {
  return {
    below: reader.number(),
    sinceUidNext: reader.number(),
    sinceModSeq: reader.optionalBigint(),
    suspects: hasSuspects ? { firstUid: reader.number(), buckets: reader.bigint() } : null,
  };
}
