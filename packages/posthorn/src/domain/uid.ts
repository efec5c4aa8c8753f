/** IMAP unique identifiers (RFC 9051 §2.3.1.1): non-zero 32-bit numbers. */
import type { Branded } from './brand.ts';

/** The uid of one message in one mailbox, 1 to 4294967295. */
export type Uid = Branded<number, 'Uid'>;

const MAX_UID = 0xffff_ffff;
const UID_TEXT = /^[1-9][0-9]{0,9}$/;

/**
 * Parses a uid. Undefined for anything else: a range, a list, `*`, a
 * leading zero. A range would address a whole mailbox where one message was meant.
 */
export function parseUid(text: string): Uid | undefined {
  if (!UID_TEXT.test(text)) return undefined;
  return toUid(Number(text));
}

/** The number as a uid, or undefined when it is out of range. */
export function toUid(value: number): Uid | undefined {
  return Number.isInteger(value) && value >= 1 && value <= MAX_UID ? (value as Uid) : undefined;
}
