/** The key that signs what drafts remember. */
import { createHash, randomBytes } from 'node:crypto';

const KEY_OCTETS = 32;

/** The key of the installation; a new one where none is set. */
export function markerKeyOf(text: string | null): Uint8Array {
  if (text === null) return randomBytes(KEY_OCTETS);
  return createHash('sha256').update(`draft marker\n${text}`).digest();
}
