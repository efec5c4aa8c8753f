/** Turns the octets of a text part into text. */
import type { BodyPart } from '../domain/body-structure.ts';
import { decodeCharset } from './charset.ts';
import { findCharset } from './charset-names.ts';
import { toCleanLines } from './clean-lines.ts';
import { unfoldFlowedText } from './flowed-text.ts';
import { decodeParameters } from './parameters.ts';
import { decodeTransferEncoding } from './transfer-encoding.ts';

/** Browsers look as far for a meta element (HTML standard, "prescan a byte stream"). */
const MAX_META_OCTETS = 1024;
const META_CHARSET = /<meta[\s/][^>]{0,500}?charset\s{0,20}=\s{0,20}["']?([^\s"'/>;]{1,60})/i;

/**
 * The text of a part as it is in the message: transfer encoding and charset undone, format=flowed lines joined (plain
 * text), line ends as LF, control characters but TAB and LF removed. The octets may be cut anywhere. Never throws.
 */
export function decodePartText(octets: Uint8Array, part: BodyPart): string {
  const parameters = decodeParameters(part.parameters);
  const content = decodeTransferEncoding(octets, part.encoding);
  const decoded = decodeCharset(content, chooseCharset(content, part.mediaType, parameters.get('charset')));
  const text = toCleanLines(decoded);
  const isFlowed = part.mediaType === 'text/plain' && isValue(parameters.get('format'), 'flowed');
  return isFlowed ? unfoldFlowedText(text, isValue(parameters.get('delsp'), 'yes')) : text;
}

/** HTML without a charset may name one itself. US-ASCII counts as none: IMAP servers fill it in. */
function chooseCharset(
  content: Uint8Array,
  mediaType: string,
  declared: string | undefined,
): string | undefined {
  const isOpen = declared === undefined || findCharset(declared).kind === 'unknown';
  return isOpen && mediaType === 'text/html' ? findMetaCharset(content) : declared;
}

/** A meta element that can be read as ASCII cannot truly name a charset of wider units (HTML standard). */
function findMetaCharset(content: Uint8Array): string | undefined {
  const start = Buffer.from(content.subarray(0, MAX_META_OCTETS)).toString('latin1');
  const label = META_CHARSET.exec(start)?.[1];
  return label !== undefined && /utf-?(?:16|32|7)/i.test(label) ? 'utf-8' : label;
}

function isValue(parameter: string | undefined, value: string): boolean {
  return parameter?.trim().toLowerCase() === value;
}
