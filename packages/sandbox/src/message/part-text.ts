import { decodeCharset } from './charset.ts';
import { headerValue } from './header-block.ts';
import type { MimePart } from './mime-part.ts';
import { parameterOf } from './parameterized-value.ts';
import { decodeTransferEncoding } from './transfer-encoding.ts';

/** `maxOctets` limits the encoded body. */
export function partText(part: MimePart, maxOctets = Number.POSITIVE_INFINITY): string {
  const end = Math.min(part.bodyEnd, part.bodyStart + maxOctets);
  const encoding = headerValue(part.header, 'content-transfer-encoding') ?? '7bit';
  const bytes = decodeTransferEncoding(part.header.raw.subarray(part.bodyStart, end), encoding);
  return decodeCharset(bytes, parameterOf(part.contentType, 'charset') ?? 'us-ascii');
}

/** In order, including embedded messages. */
export function* textParts(root: MimePart): Generator<MimePart> {
  const pending: MimePart[] = [root];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (part.type === 'text') yield part;
    if (part.message !== undefined) pending.push(part.message);
    for (const child of part.children.toReversed()) pending.push(child);
  }
}
