import type { Branded } from '../values/brand.ts';

/** `v1.<key name>.<nonce>.<ciphertext and tag>`. */
export type SealedSecret = Branded<string, 'SealedSecret'>;

/** The only row and destination where a secret opens. */
export interface SecretBinding {
  readonly table: string;
  readonly row: string;
  readonly field: string;
  /** Servers with ports, encryption and mechanism; empty: never sent. */
  readonly destination: string;
}
