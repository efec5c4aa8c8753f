import { headerValue } from './header-block.ts';
import type { MessageContent } from './message-content.ts';
import { findPart } from './section.ts';
import { decodeTransferEncoding, isKnownTransferEncoding } from './transfer-encoding.ts';

/** An unknown transfer encoding. */
export class UnknownTransferEncoding extends Error {}

/** RFC 3516 §4.2; undefined if missing. Throws UnknownTransferEncoding. */
export function decodedSection(content: MessageContent, numbers: readonly number[]): Buffer | undefined {
  if (numbers.length === 0) return content.raw;
  const part = findPart(content.root, numbers);
  if (part === undefined) return undefined;
  const body = content.raw.subarray(part.bodyStart, part.bodyEnd);
  if (part.type === 'multipart' || part.message !== undefined) return body;
  const encoding = headerValue(part.header, 'content-transfer-encoding') ?? '7bit';
  if (!isKnownTransferEncoding(encoding)) throw new UnknownTransferEncoding('Unknown transfer encoding');
  return decodeTransferEncoding(body, encoding);
}
