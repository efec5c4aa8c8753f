import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { decodeIso2022Jp, isIso2022Jp } from './iso-2022-jp.ts';
import { decodeWindows1252 } from './windows-1252.ts';

const MAX_CUT_OCTETS = 3;
const FIRST_NON_ASCII = 0x80;
const REPLACEMENTS = /\ufffd/g;
const VALID_NON_ASCII = /[^\p{ASCII}\ufffd]/gu;
const utf8 = new TextDecoder('utf-8');

/**
 * ISO-2022-JP by its escape sequences, valid UTF-8, else `decodeOther` (windows-1252). Senders cut names:
 * among valid UTF-8, a cut last character is dropped, and up to half as many broken ones become U+FFFD.
 */
export function decodeUnlabelled(
  octets: Uint8Array,
  decodeOther: (octets: Uint8Array) => string = decodeWindows1252,
): string {
  if (isIso2022Jp(octets)) return decodeIso2022Jp(octets);
  if (isUtf8(octets)) return utf8.decode(octets);
  for (let cut = 1; cut <= MAX_CUT_OCTETS; cut++) {
    const whole = octets.subarray(0, -cut);
    if (isUtf8(whole)) return hasNonAscii(whole) ? utf8.decode(whole) : decodeOther(octets);
  }
  const text = utf8.decode(octets);
  return isMostlyValid(text) ? text : decodeOther(octets);
}

function hasNonAscii(octets: Uint8Array): boolean {
  return octets.some((octet) => octet >= FIRST_NON_ASCII);
}

function isMostlyValid(text: string): boolean {
  return countOf(text, VALID_NON_ASCII) >= 2 * countOf(text, REPLACEMENTS);
}

function countOf(text: string, pattern: RegExp): number {
  let count = 0;
  for (const _ of text.matchAll(pattern)) count++;
  return count;
}
