/** Parts without their transfer encoding, as BINARY returns them (RFC 3516 §4.2). */
import { headerValue } from './header-block.ts';
import type { MessageContent } from './message-content.ts';
import { findPart } from './section.ts';
import { decodeTransferEncoding, isKnownTransferEncoding } from './transfer-encoding.ts';

/** The part has a transfer encoding that is unknown here. */
export class UnknownTransferEncoding extends Error {}

/**
 * The decoded bytes of the part with these numbers; without numbers the message as it is. Undefined when there is no such
 * part. Throws UnknownTransferEncoding.
 */
export function decodedSection(content: MessageContent, numbers: readonly number[]): Buffer | undefined {
  if (numbers.length === 0) return content.raw;
  const part = findPart(content.root, numbers);
  if (part === undefined) return undefined;
  const body = content.raw.subarray(part.bodyStart, part.bodyEnd);
  // What holds other parts has no encoding of its own (RFC 2045 §6.4).
  if (part.type === 'multipart' || part.message !== undefined) return body;
  const encoding = headerValue(part.header, 'content-transfer-encoding') ?? '7bit';
  if (!isKnownTransferEncoding(encoding)) throw new UnknownTransferEncoding('Unknown transfer encoding');
  return decodeTransferEncoding(body, encoding);
}
