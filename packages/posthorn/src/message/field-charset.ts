/** The charset of header fields that were sent without encoding (RFC 5322 allows ASCII, RFC 6532 UTF-8). */
import { isUtf8 } from 'node:buffer';
import { decodeCharset } from './charset.ts';
import { findCharset } from './charset-names.ts';
import { decodeUnlabelled } from './unlabelled-text.ts';

/** The value as UTF-8 or ISO-2022-JP where it is, else in the charset that the message declares for its text, else as windows-1252. */
export function decodeFieldValue(octets: Uint8Array, charset: string | undefined): string {
  const { kind } = findCharset(charset ?? '');
  if (kind === 'unknown' || kind === 'utf-8') return decodeUnlabelled(octets);
  return decodeUnlabelled(octets, (others) => decodeCharset(others, charset));
}

/** True for a header whose octets need a declared charset. */
export function needsCharset(header: Uint8Array): boolean {
  return !isUtf8(header);
}
