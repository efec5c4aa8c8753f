/** Decides whether a message can be attached as it is (RFC 2046 §5.2.1, RFC 2045 §2.7). */

import { readExactly } from '../../domain/exact-reading.ts';
import type { OctetSource } from '../../domain/octet-source.ts';

/** The longest line that goes through SMTP, without its line end (RFC 5322 §2.1.1). */
const MAX_LINE_OCTETS = 998;
const LF = 0x0a;
const CR = 0x0d;

/** The state that the next octet depends on. */
interface LineState {
  /** Octets of the line so far, without its line end. */
  lineOctets: number;
  isBehindCr: boolean;
}

/** True for lines of at most 998 seven-bit octets that end in CRLF, without NUL. Reads the content once, block by block. */
export async function isSendableAsIs(content: OctetSource): Promise<boolean> {
  const state: LineState = { lineOctets: 0, isBehindCr: false };
  for await (const block of readExactly(content)) {
    if (!block.every((octet) => passOctet(state, octet))) return false;
  }
  return !state.isBehindCr;
}

function passOctet(state: LineState, octet: number): boolean {
  if (octet === 0 || octet > 0x7f) return false;
  // CR and LF occur only as CRLF.
  if (state.isBehindCr !== (octet === LF)) return false;
  state.isBehindCr = octet === CR;
  if (octet === LF) state.lineOctets = 0;
  else if (octet !== CR) state.lineOctets += 1;
  return state.lineOctets <= MAX_LINE_OCTETS;
}
