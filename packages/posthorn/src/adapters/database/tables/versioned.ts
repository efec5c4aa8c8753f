import type { InsertResult, Transaction, UpdateResult } from 'kysely';
import type { Database } from '../database.ts';
import type { Schema } from '../schema.ts';
import { isDuplicate, isMissingReference } from '../store-errors.ts';

/** Writers of one version. */
export interface VersionWriter {
  readonly insert: (epoch: number) => Promise<readonly InsertResult[]>;
  /** Only at the expected epoch. */
  readonly update: (epoch: number) => Promise<readonly UpdateResult[]>;
}

/** Writes the version after `expected` (0: first) and returns its epoch; null for another stored version. */
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

function countUpdated(results: readonly UpdateResult[]): number {
  return results.reduce((sum, { numUpdatedRows }) => sum + Number(numUpdatedRows), 0);
}

/** Rolls a transaction of `transactOrUndo` back. */
export class Undone extends Error {}

/** Runs a transaction that writes about `rows` rows; false where `work` has thrown Undone. */
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
