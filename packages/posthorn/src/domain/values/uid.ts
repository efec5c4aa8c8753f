import type { Branded } from './brand.ts';

/** 1 to 4294967295 (RFC 9051 §2.3.1.1). */
export type Uid = Branded<number, 'Uid'>;

const MAX_UID = 0xffff_ffff;
const UID_TEXT = /^[1-9][0-9]{0,9}$/;

/** Undefined for ranges, lists, `*` or leading zeros: they could address a whole mailbox. */
export function parseUid(text: string): Uid | undefined {
  if (!UID_TEXT.test(text)) return undefined;
  return toUid(Number(text));
}

/** Undefined when out of range. */
export function toUid(value: number): Uid | undefined {
  return Number.isInteger(value) && value >= 1 && value <= MAX_UID ? (value as Uid) : undefined;
}
