import { chmodSync, closeSync, mkdirSync, openSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import Libsql from 'libsql';
import { StoreRefusedError } from '../store-errors.ts';

export type DatabaseFile = Libsql.Database;

/** It contains logins. */
const MODE = 0o600;
const FOLDER_MODE = 0o700;
const OPENING_BUSY_MS = 5_000;

/**
 * Opens or creates the file. Commits are on disk when they return. The driver waits: SQLite would block the
 * event loop.
 */
export function openDatabaseFile(path: string): DatabaseFile {
  makePrivate(path);
  const file = new Libsql(path);
  file.pragma(`busy_timeout = ${OPENING_BUSY_MS}`);
  file.pragma('journal_mode = wal');
  file.pragma('synchronous = full');
  file.pragma('foreign_keys = on');
  file.pragma('busy_timeout = 0');
  return file;
}

/** Held until `release` or exit. */
export interface FileLock {
  release(): void;
}

/** Locks a second file for one server, as commands share the database. Throws StoreRefusedError if locked. */
export function lockDatabaseFile(path: string): FileLock {
  makePrivate(path);
  const lockPath = `${realpathSync(path)}.lock`;
  makePrivate(lockPath);
  const file = new Libsql(lockPath);
  try {
    // Nothing is written.
    file.pragma('journal_mode = memory');
    file.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    file.close();
    if (!isBusy(error)) throw error;
    throw new StoreRefusedError(
      `The database ${path} is in use by another Posthorn. Stop that one first, or use PostgreSQL for several.`,
    );
  }
  return {
    release() {
      // libsql closes at garbage collection.
      file.exec('ROLLBACK');
      file.close();
    },
  };
}

/** True while another connection writes. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
}

/** SQLite's other files inherit the mode. */
function makePrivate(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: FOLDER_MODE });
  closeSync(openSync(path, 'a', MODE));
  chmodSync(path, MODE);
}
