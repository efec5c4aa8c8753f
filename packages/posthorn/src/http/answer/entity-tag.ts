import { createHash } from 'node:crypto';

/** 128 bits. */
const TAG_CHARACTERS = 22;
const WEAK_PREFIX = 'W/';

/** A representation's tag. Weak (RFC 9110 §8.8.3): gzip and Brotli share it. */
export function weakEntityTag(...values: readonly (string | Uint8Array)[]): string {
  return `${WEAK_PREFIX}${strongEntityTag(...values)}`;
}

/** A tag's prefix, without quotes, commas or spaces. */
export interface TaggedSubject {
  readonly state: string;
  readonly account: string;
}

/** Distinguishes tags of accounts. */
export const ACCOUNT_TAG_CHARACTERS = 6;

/** A weak tag prefixed with state and account. */
export function stateEntityTag(
  { state, account }: TaggedSubject,
  ...values: readonly (string | Uint8Array)[]
): string {
  const content = digestOf([account, ...values]).slice(ACCOUNT_TAG_CHARACTERS);
  return `${WEAK_PREFIX}"${state}.${account.slice(0, ACCOUNT_TAG_CHARACTERS)}${content}"`;
}

/** A tag of immutable, never compressed octets. */
export function strongEntityTag(...values: readonly (string | Uint8Array)[]): string {
  return `"${digestOf(values)}"`;
}

/** True if `If-None-Match` lists the tag, weak or strong, or is `*` (RFC 9110 §13.1.2). */
export function isTagListed(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  const opaque = opaquePart(tag);
  // Only foreign tags have commas.
  return header.split(',').some((listed) => opaquePart(listed.trim()) === opaque);
}

function digestOf(values: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  // Lengths distinguish ('ab', 'c') from ('a', 'bc').
  for (const value of values) hash.update(`${Buffer.byteLength(value)}:`).update(value);
  return hash.digest('base64url').slice(0, TAG_CHARACTERS);
}

function opaquePart(tag: string): string {
  return tag.startsWith(WEAK_PREFIX) ? tag.slice(WEAK_PREFIX.length) : tag;
}
