/** A message as ids name it within its mailbox. */
import { parseUid, type Uid } from './uid.ts';

/** The last segment of a message's resource id. */
export interface MessageSegment {
  /** Null when the segment has none. */
  readonly uidValidity: number | null;
  readonly uid: Uid;
}

/** `385759045.4356`, or the uid alone. A uidValidity is a 32-bit number (RFC 9051 §2.3.1.1). */
const SEGMENT = /^(?:([1-9][0-9]{0,9})\.)?([0-9]{1,10})$/;

/** The message that the text names, with or without its uidValidity; undefined when it names none. */
export function parseMessageSegment(text: string): MessageSegment | undefined {
  const [, validity, uidText = ''] = SEGMENT.exec(text) ?? [];
  const uid = parseUid(uidText);
  return uid && { uidValidity: validity === undefined ? null : Number(validity), uid };
}
