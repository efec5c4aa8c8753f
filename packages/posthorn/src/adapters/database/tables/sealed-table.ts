import type { SecretBox } from '../../../application/ports/state/secret-box.ts';

/** Seal and clock. */
export interface SealedTableDependencies {
  readonly secretBox: SecretBox;
  /** Epoch milliseconds. */
  readonly now: () => number;
}
