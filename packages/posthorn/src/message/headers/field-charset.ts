import { isUtf8 } from 'node:buffer';
import { decodeCharset } from '../charsets/charset.ts';
import { findCharset } from '../charsets/charset-names.ts';
import { decodeUnlabelled } from '../charsets/unlabelled-text.ts';

/** UTF-8 (RFC 6532) or ISO-2022-JP if valid, else the message's charset, else windows-1252. */
export function decodeFieldValue(octets: Uint8Array, charset: string | undefined): string {
  const { kind } = findCharset(charset ?? '');
  if (kind === 'unknown' || kind === 'utf-8') return decodeUnlabelled(octets);
  return decodeUnlabelled(octets, (others) => decodeCharset(others, charset));
}

/** True unless UTF-8. */
export function needsCharset(header: Uint8Array): boolean {
  return !isUtf8(header);
}
