import type { BodyPart } from '../../domain/messages/body-structure.ts';
import { decodeCharset } from '../charsets/charset.ts';
import { findCharset } from '../charsets/charset-names.ts';
import { decodeParameters } from '../headers/parameters.ts';
import { decodeTransferEncoding } from '../octets/transfer-encoding.ts';
import { toCleanLines } from './clean-lines.ts';
import { unfoldFlowedText } from './flowed-text.ts';

/** HTML standard, "prescan a byte stream". */
const MAX_META_OCTETS = 1024;
const META_CHARSET = /<meta[\s/][^>]{0,500}?charset\s{0,20}=\s{0,20}["']?([^\s"'/>;]{1,60})/i;

/**
 * Decodes transfer encoding, charset and format=flowed, to LF without control characters except TAB. Accepts
 * cut octets; never throws.
 */
export function decodePartText(octets: Uint8Array, part: BodyPart): string {
  const parameters = decodeParameters(part.parameters);
  const content = decodeTransferEncoding(octets, part.encoding);
  const decoded = decodeCharset(content, chooseCharset(content, part.mediaType, parameters.get('charset')));
  const text = toCleanLines(decoded);
  const isFlowed = part.mediaType === 'text/plain' && isValue(parameters.get('format'), 'flowed');
  return isFlowed ? unfoldFlowedText(text, isValue(parameters.get('delsp'), 'yes')) : text;
}

/** HTML may name its charset. US-ASCII counts as none: IMAP servers add it. */
function chooseCharset(
  content: Uint8Array,
  mediaType: string,
  declared: string | undefined,
): string | undefined {
  const isOpen = declared === undefined || findCharset(declared).kind === 'unknown';
  return isOpen && mediaType === 'text/html' ? findMetaCharset(content) : declared;
}

/** A meta element in ASCII cannot name a wider charset (HTML standard). */
function findMetaCharset(content: Uint8Array): string | undefined {
  const start = Buffer.from(content.subarray(0, MAX_META_OCTETS)).toString('latin1');
  const label = META_CHARSET.exec(start)?.[1];
  return label !== undefined && /utf-?(?:16|32|7)/i.test(label) ? 'utf-8' : label;
}

function isValue(parameter: string | undefined, value: string): boolean {
  return parameter?.trim().toLowerCase() === value;
}
