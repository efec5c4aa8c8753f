import type { StoredMessage } from '../../mailbox/mailbox.ts';
import { decodedSection, UnknownTransferEncoding } from '../../message/decoded-section.ts';
import { sectionBytes } from '../../message/section.ts';
import type { SectionItem } from '../session/fetch-item.ts';
import { refuse } from '../wire/refusal.ts';
import { type WirePiece, wireLiteral, wireLiteral8 } from '../wire/wire-text.ts';

/** Throws NO for an unknown encoding. */
export function sectionPieces(message: StoredMessage, item: SectionItem): readonly WirePiece[] {
  if (item.form === 'encoded') {
    const whole = sectionBytes(message.content, item.section) ?? Buffer.alloc(0);
    return [`${item.label} `, ...wireLiteral(partOf(whole, item))];
  }
  const decoded = decode(message, item);
  if (item.form === 'size') return [`${item.label} ${decoded?.length ?? 0}`];
  if (decoded === undefined) return [`${item.label} NIL`];
  return [`${item.label} `, ...wireLiteral8(partOf(decoded, item))];
}

function partOf(whole: Buffer, { partial }: SectionItem): Buffer {
  return partial === undefined ? whole : whole.subarray(partial.start, partial.start + partial.octets);
}

function decode({ content }: StoredMessage, { section }: SectionItem): Buffer | undefined {
  try {
    return decodedSection(content, section.part);
  } catch (error) {
    if (error instanceof UnknownTransferEncoding) throw refuse(error.message, 'UNKNOWN-CTE');
    throw error;
  }
}
