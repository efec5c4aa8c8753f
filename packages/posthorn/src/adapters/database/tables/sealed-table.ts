import type { SecretBox } from '../../../application/ports/state/secret-box.ts';

/** Seal and clock of a table. */
export interface SealedTableDependencies {
  readonly secretBox: SecretBox;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
