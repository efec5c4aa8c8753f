import { createHash } from 'node:crypto';
import type { MessageItem, MessageItemAttribute } from '../../domain/messages/message-item.ts';
import type { MessageFlag } from '../../domain/messages/message-query.ts';

/** A message's flags and keywords. Absent flags match any value. */
export interface MessageState {
  readonly flags: ReadonlyMap<MessageFlag, boolean>;
  /** Undefined: any keywords. */
  readonly keywordsDigest: string | undefined;
}

/** 48 bits. */
const KEYWORDS_DIGEST_CHARACTERS = 8;

/** The attributes for `isInState`. */
export function attributesOf({ flags, keywordsDigest }: MessageState): readonly MessageItemAttribute[] {
  return [...flags.keys(), ...(keywordsDigest === undefined ? [] : (['keywords'] as const))];
}

/** Compares a message with the attributes of `attributesOf`. */
export function isInState(item: MessageItem, { flags, keywordsDigest }: MessageState): boolean {
  const haveFlagsStayed = [...flags].every(([flag, value]) => item[flag] === value);
  return (
    haveFlagsStayed && (keywordsDigest === undefined || keywordsDigest === digestKeywords(item.keywords))
  );
}

/** Eight base64url characters, independent of order and case (RFC 9051 §2.3.2). */
export function digestKeywords(keywords: readonly string[] = []): string {
  const names = keywords.map((keyword) => keyword.toLowerCase()).sort();
  const digest = createHash('sha256').update(names.join(' ')).digest('base64url');
  return digest.slice(0, KEYWORDS_DIGEST_CHARACTERS);
}
