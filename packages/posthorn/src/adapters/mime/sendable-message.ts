import { readExactly } from '../../domain/values/exact-reading.ts';
import type { OctetSource } from '../../domain/values/octet-source.ts';

/** RFC 5322 §2.1.1. */
const MAX_LINE_OCTETS = 998;
const LF = 0x0a;
const CR = 0x0d;

interface LineState {
  lineOctets: number;
  isBehindCr: boolean;
}

/**
 * True for CRLF lines of at most 998 seven-bit octets without NUL (RFC 2046 §5.2.1, RFC 2045 §2.7). Reads
 * once.
 */
export async function isSendableAsIs(content: OctetSource): Promise<boolean> {
  const state: LineState = { lineOctets: 0, isBehindCr: false };
  for await (const block of readExactly(content)) {
    if (!block.every((octet) => passOctet(state, octet))) return false;
  }
  return !state.isBehindCr;
}

function passOctet(state: LineState, octet: number): boolean {
  if (octet === 0 || octet > 0x7f) return false;
  if (state.isBehindCr !== (octet === LF)) return false;
  state.isBehindCr = octet === CR;
  if (octet === LF) state.lineOctets = 0;
  else if (octet !== CR) state.lineOctets += 1;
  return state.lineOctets <= MAX_LINE_OCTETS;
}
