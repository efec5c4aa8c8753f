/** One form for all quotings (RFC 5322 §3.6.4, RFC 5256 §3). */
import type { OctetText } from '../octet-text.ts';
import { type HeaderBlock, headerValue } from './header-block.ts';
import { unquote } from './text-scanner.ts';

const MESSAGE_ID = /<([^<>@]{1,500})@([^<>@]{1,500})>/g;
/** Bounds a message's cost. */
const MAX_REFERENCES = 1000;

/** Undefined without a valid Message-ID. */
export function messageIdOf(header: HeaderBlock): OctetText | undefined {
  return parseMessageIds(headerValue(header, 'message-id'))[0];
}

/** Oldest first: References, else the first of In-Reply-To. */
export function referencesOf(header: HeaderBlock): readonly OctetText[] {
  const references = parseMessageIds(headerValue(header, 'references'));
  if (references.length > 0) return references.slice(-MAX_REFERENCES);
  return parseMessageIds(headerValue(header, 'in-reply-to')).slice(0, 1);
}

function parseMessageIds(value: OctetText | undefined): readonly OctetText[] {
  const ids: OctetText[] = [];
  for (const [, localPart = '', domain = ''] of (value ?? '').matchAll(MESSAGE_ID)) {
    ids.push(`${unquote(localPart.trim())}@${domain.trim()}`);
  }
  return ids;
}
