/** Decodes octets without a declared charset. */
import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import iconv from 'iconv-lite';
import { decodeIso2022Jp, isIso2022Jp } from './iso-2022-jp.ts';

/** A UTF-8 character has at most four octets, so a cut one leaves at most three. */
const MAX_CUT_OCTETS = 3;
const FIRST_NON_ASCII = 0x80;
const utf8 = new TextDecoder('utf-8');

/**
 * The octets as ISO-2022-JP when its escape sequences are there, as UTF-8 when they are valid UTF-8, else as windows-1252. A last character that was
 * cut by a bound is dropped, provided that another character shows the text to be UTF-8.
 */
export function decodeUnlabelled(octets: Uint8Array): string {
  if (isIso2022Jp(octets)) return decodeIso2022Jp(octets);
  if (isUtf8(octets)) return utf8.decode(octets);
  for (let cut = 1; cut <= MAX_CUT_OCTETS; cut++) {
    const whole = octets.subarray(0, -cut);
    if (isUtf8(whole)) return hasNonAscii(whole) ? utf8.decode(whole) : decodeWindows1252(octets);
  }
  return decodeWindows1252(octets);
}

/** The octets as windows-1252, which includes ISO-8859-1 (contract of browsers and mail readers alike). */
export function decodeWindows1252(octets: Uint8Array): string {
  // Not TextDecoder: some Node releases decode this label as ISO-8859-1, which loses quotes and dashes.
  return iconv.decode(octets, 'windows-1252');
}

function hasNonAscii(octets: Uint8Array): boolean {
  return octets.some((octet) => octet >= FIRST_NON_ASCII);
}
