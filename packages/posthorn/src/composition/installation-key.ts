/** The keys that are made of APP_KEY. */
import { createHash, randomBytes } from 'node:crypto';

const KEY_OCTETS = 32;

/** The purposes of signatures: the key of one purpose signs nothing for another. */
export type KeyPurpose = 'draft marker' | 'change state' | 'idempotency key' | 'download link';

/** The key of the installation for this purpose; a new one for this process where APP_KEY is not set. */
export function installationKey(text: string | null, purpose: KeyPurpose): Uint8Array {
  if (text === null) return randomBytes(KEY_OCTETS);
  return createHash('sha256').update(`${purpose}\n${text}`).digest();
}
