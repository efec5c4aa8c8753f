import { createHash, randomBytes } from 'node:crypto';

const KEY_OCTETS = 32;

/** Each purpose has its own key. */
export type KeyPurpose =
  | 'draft marker'
  | 'change state'
  | 'idempotency key'
  | 'download link'
  | 'login'
  | 'node';

/** Derives a key from APP_KEY, else from a random key of the process. */
export function installationKey(text: string | null, purpose: KeyPurpose): Uint8Array {
  if (text === null) return randomBytes(KEY_OCTETS);
  return createHash('sha256').update(`${purpose}\n${text}`).digest();
}
