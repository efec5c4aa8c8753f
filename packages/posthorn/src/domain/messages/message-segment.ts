import { parseUid, type Uid } from '../values/uid.ts';

/** A message id's end. */
export interface MessageSegment {
  readonly uidValidity: number | null;
  readonly uid: Uid;
}

/** `385759045.4356` or `4356`. */
const SEGMENT = /^(?:([1-9][0-9]{0,9})\.)?([0-9]{1,10})$/;

/** Undefined if invalid. */
export function parseMessageSegment(text: string): MessageSegment | undefined {
  const [, validity, uidText = ''] = SEGMENT.exec(text) ?? [];
  const uid = parseUid(uidText);
  return uid && { uidValidity: validity === undefined ? null : Number(validity), uid };
}
