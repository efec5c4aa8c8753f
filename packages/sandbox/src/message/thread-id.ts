import { createHash } from 'node:crypto';
import { type HeaderBlock, headerValue } from './header-block.ts';

const MESSAGE_ID = /<[^<>\s]{1,500}>/;

/** Up to 15 digits, from the first reference or Message-ID. */
export function threadNumber(header: HeaderBlock): string {
  const fields = ['references', 'in-reply-to', 'message-id'].map((name) => headerValue(header, name) ?? '');
  const root = fields.map((value) => MESSAGE_ID.exec(value)?.[0]).find((id) => id !== undefined) ?? '';
  const digest = createHash('sha256').update(root).digest();
  return String(digest.readUIntBE(0, 6));
}
