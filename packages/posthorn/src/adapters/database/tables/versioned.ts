import type { InsertResult, Transaction, UpdateResult } from 'kysely';
import type { RowVersion } from '../../../application/ports/state/row-version.ts';
import type { Database } from '../database.ts';
import type { Schema } from '../schema.ts';
import { isDuplicate, isMissingReference } from '../store-errors.ts';

/** Writes one version. */
export interface VersionWriter {
  readonly insert: (epoch: number) => Promise<readonly InsertResult[]>;
  /** Only at the expected epoch. */
  readonly update: (epoch: number) => Promise<readonly UpdateResult[]>;
}

/** Writes the version after `expected` (0: first); returns its epoch, or null for another stored version. */
export async function writeVersion(
  expected: number,
  { insert, update }: VersionWriter,
): Promise<number | null> {
  try {
    if (expected === 0) await insert(1);
    else if (countUpdated(await update(expected + 1)) === 0) return null;
    return expected + 1;
  } catch (error) {
    if (isDuplicate(error) || isMissingReference(error)) return null;
    throw error;
  }
}

/** A version's columns; none: any version. */
export function versionColumns(version: RowVersion | undefined): { created_at?: number; epoch?: number } {
  return version === undefined ? {} : { created_at: version.createdAt, epoch: version.epoch };
}

function countUpdated(results: readonly UpdateResult[]): number {
  return results.reduce((sum, { numUpdatedRows }) => sum + Number(numUpdatedRows), 0);
}

/** Undoes a `transactOrUndo`. */
export class Undone extends Error {}

/** Writes about `rows` rows; false if `work` throws Undone. */
export async function transactOrUndo(
  database: Database,
  work: (transaction: Transaction<Schema>) => Promise<unknown>,
  rows = 1,
): Promise<boolean> {
  try {
    await database.transactTogether(work, rows);
    return true;
  } catch (error) {
    if (error instanceof Undone) return false;
    throw error;
  }
}
