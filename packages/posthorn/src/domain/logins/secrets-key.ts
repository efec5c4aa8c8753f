import type { KeyObject } from 'node:crypto';

/** A named 256-bit key. */
export interface SecretsKey {
  readonly name: string;
  /** A KeyObject shows no octets. */
  readonly key: KeyObject;
}

/** The first seals, all open. */
export type SecretsKeys = readonly [SecretsKey, ...SecretsKey[]];

/** A dot ends the name in a sealed secret. */
export const KEY_NAME = /^[A-Za-z0-9_-]{1,32}$/;
export const KEY_OCTETS = 32;
