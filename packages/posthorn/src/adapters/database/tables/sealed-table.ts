import type { SecretBox } from '../../../application/ports/state/secret-box.ts';

/** A table's seal and clock. */
export interface SealedTableDependencies {
  readonly secretBox: SecretBox;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
