import { createHash } from 'node:crypto';
import { type HeaderBlock, headerValue } from '../message/header-block.ts';
import { MessageContent } from '../message/message-content.ts';
import { parameterOf, parseParameterizedValue } from '../message/parameterized-value.ts';

const STAMP = 'X-MS-Exchange-Organization-AuthAs: Internal\r\n';
const HEADER_END = '\r\n\r\n';
const UNIQUE_CHARACTERS = 24;

/** Exchange's form: a stamp, other field case, another boundary. */
export function rewriteMessage(raw: Buffer): Buffer {
  const { header, raw: octets } = new MessageContent(raw);
  const text = octets.toString('latin1');
  const end = text.indexOf(HEADER_END);
  if (end < 0) return octets;
  const fields = text.slice(0, end).replace(/^(mime-version|message-id):/gim, (name) => spelled(name));
  const rewritten = STAMP + fields + text.slice(end);
  return Buffer.from(withOtherBoundary(rewritten, header), 'latin1');
}

function spelled(name: string): string {
  return name.toLowerCase() === 'mime-version:' ? 'MIME-Version:' : 'Message-ID:';
}

function withOtherBoundary(text: string, header: HeaderBlock): string {
  const contentType = parseParameterizedValue(headerValue(header, 'content-type') ?? '');
  const boundary = parameterOf(contentType, 'boundary');
  if (boundary === undefined || boundary === '') return text;
  const unique = createHash('sha256').update(boundary).digest('hex').slice(0, UNIQUE_CHARACTERS);
  return text.replaceAll(boundary, `_000_${unique}_`);
}
