/** Entity tags: whether the client has the answer already (RFC 9110 §8.8.3, §13.1.2). */
import { createHash } from 'node:crypto';

/** 128 bits of a digest distinguish all representations. */
const TAG_CHARACTERS = 22;
const WEAK_PREFIX = 'W/';

/**
 * The tag of what the values describe. It is weak: the same representation goes out plain, as gzip or as Brotli,
 * and a strong tag would have to differ between them.
 */
export function weakEntityTag(...values: readonly (string | Uint8Array)[]): string {
  return `${WEAK_PREFIX}${strongEntityTag(...values)}`;
}

/** The readable beginning of a tag, in front of the digest. Both have no quotes, commas or spaces. */
export interface TaggedSubject {
  /** The state that the tag names. */
  readonly state: string;
  /** The digest of the account; its first characters become part of the tag. */
  readonly account: string;
}

/** How much of an account's digest a tag shows, so that a tag of another account is recognised. */
export const ACCOUNT_TAG_CHARACTERS = 6;

/** A weak tag that begins with its state and its account. */
export function stateEntityTag(
  { state, account }: TaggedSubject,
  ...values: readonly (string | Uint8Array)[]
): string {
  const content = digestOf([account, ...values]).slice(ACCOUNT_TAG_CHARACTERS);
  return `${WEAK_PREFIX}"${state}.${account.slice(0, ACCOUNT_TAG_CHARACTERS)}${content}"`;
}

/** The tag of octets that never change and are never compressed. */
export function strongEntityTag(...values: readonly (string | Uint8Array)[]): string {
  return `"${digestOf(values)}"`;
}

/** True when an `If-None-Match` header names the tag, weak or not, or is `*`. */
export function isTagListed(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  const opaque = opaquePart(tag);
  // Tags may hold commas, but ours do not: a piece of a foreign tag equals none of them.
  return header.split(',').some((listed) => opaquePart(listed.trim()) === opaque);
}

function digestOf(values: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  // The lengths keep ('ab', 'c') and ('a', 'bc') apart.
  for (const value of values) hash.update(`${Buffer.byteLength(value)}:`).update(value);
  return hash.digest('base64url').slice(0, TAG_CHARACTERS);
}

function opaquePart(tag: string): string {
  return tag.startsWith(WEAK_PREFIX) ? tag.slice(WEAK_PREFIX.length) : tag;
}
