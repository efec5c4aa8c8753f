/** The state of a message that a change can be meant for: its flags and keywords. All else in a message never changes. */
import { createHash } from 'node:crypto';
import type { MessageItem, MessageItemAttribute } from '../../domain/message-item.ts';
import type { MessageFlag } from '../../domain/message-query.ts';

/** A state of a message. Absent flags may be set or not. */
export interface MessageState {
  readonly flags: ReadonlyMap<MessageFlag, boolean>;
  /** As `digestKeywords` makes it; undefined: any keywords. */
  readonly keywordsDigest: string | undefined;
}

/** Base64url characters of the digest: 48 bits distinguish lists of keywords. */
const KEYWORDS_DIGEST_CHARACTERS = 8;

/** The attributes that have to be read to compare a message with the state. */
export function attributesOf({ flags, keywordsDigest }: MessageState): readonly MessageItemAttribute[] {
  return [...flags.keys(), ...(keywordsDigest === undefined ? [] : (['keywords'] as const))];
}

/** True for a message in that state. The item has the attributes that `attributesOf` names. */
export function isInState(item: MessageItem, { flags, keywordsDigest }: MessageState): boolean {
  const haveFlagsStayed = [...flags].every(([flag, value]) => item[flag] === value);
  return (
    haveFlagsStayed && (keywordsDigest === undefined || keywordsDigest === digestKeywords(item.keywords))
  );
}

/** Eight characters of base64url. Keywords have no order and no case (RFC 9051 §2.3.2). */
export function digestKeywords(keywords: readonly string[] = []): string {
  const names = keywords.map((keyword) => keyword.toLowerCase()).sort();
  const digest = createHash('sha256').update(names.join(' ')).digest('base64url');
  return digest.slice(0, KEYWORDS_DIGEST_CHARACTERS);
}
