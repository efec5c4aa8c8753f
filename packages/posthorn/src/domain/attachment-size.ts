/** The size of an attachment, as far as it is known. */
import type { Attachment } from './attachment.ts';

/** Octets of the decoded content. */
export interface AttachmentSize {
  readonly octets: number;
  /** True where the content was never read and is encoded: the server knows the encoded size only. */
  readonly isEstimate: boolean;
}

/** base64 in lines: 57 octets become 76 digits and a line end (RFC 2045 §6.8). */
const BASE64_LINE = { decodedOctets: 57, encodedOctets: 78 };
const OCTETS_PER_DIGIT = 3 / 4;
/** Contents that travel as they are. */
const IDENTITIES = new Set(['7bit', '8bit', 'binary']);

/** The counted size where known; the server's size where nothing is encoded; else an estimate from the encoded size. */
export function attachmentSize({ encoding, encodedOctets, countedOctets }: Attachment): AttachmentSize {
  if (countedOctets !== undefined) return { octets: countedOctets, isEstimate: false };
  if (encoding !== 'base64') return { octets: encodedOctets, isEstimate: !IDENTITIES.has(encoding) };
  const wholeLines = Math.floor(encodedOctets / BASE64_LINE.encodedOctets);
  const lastLine = encodedOctets % BASE64_LINE.encodedOctets;
  const octets = wholeLines * BASE64_LINE.decodedOctets + Math.floor(lastLine * OCTETS_PER_DIGIT);
  return { octets, isEstimate: true };
}
