import { createHash } from 'node:crypto';

/** Names this process, anew at each start. */
export type StateOwner = () => string;

/** A digest of 43 characters, hiding its owner. */
export function stateKey(kind: string, ...parts: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, ...parts]))
    .digest('base64url');
}
