/** Estimates the size of an attachment that has not been read. */
import type { Attachment } from './attachment.ts';

/** base64 in lines: 57 octets become 76 characters and a line end (RFC 2045 §6.8). */
const BASE64_LINE = { decodedOctets: 57, encodedOctets: 78 };

/** About how many octets the decoded content has. Exact only for contents that are not encoded. */
export function estimateDecodedOctets({ encoding, encodedOctets }: Attachment): number {
  if (encoding !== 'base64') return encodedOctets;
  return Math.floor((encodedOctets * BASE64_LINE.decodedOctets) / BASE64_LINE.encodedOctets);
}
