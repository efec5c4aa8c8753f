import type { Attachment } from './attachment.ts';

/** The decoded size. */
export interface AttachmentSize {
  readonly octets: number;
  readonly isEstimate: boolean;
}

/** RFC 2045 §6.8. */
const BASE64_LINE = { decodedOctets: 57, encodedOctets: 78 };
const OCTETS_PER_DIGIT = 3 / 4;
const IDENTITIES = new Set(['7bit', '8bit', 'binary']);

/** Counted, reported, or computed from the encoded size. */
export function attachmentSize(attachment: Attachment): AttachmentSize {
  const { encoding, encodedOctets, countedOctets, reportedOctets } = attachment;
  const known = countedOctets ?? reportedOctets;
  if (known !== undefined) return { octets: known, isEstimate: false };
  if (encoding !== 'base64') return { octets: encodedOctets, isEstimate: !IDENTITIES.has(encoding) };
  const wholeLines = Math.floor(encodedOctets / BASE64_LINE.encodedOctets);
  const lastLine = encodedOctets % BASE64_LINE.encodedOctets;
  const octets = wholeLines * BASE64_LINE.decodedOctets + Math.floor(lastLine * OCTETS_PER_DIGIT);
  return { octets, isEstimate: true };
}
