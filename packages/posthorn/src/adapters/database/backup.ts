import { closeSync, existsSync, fsyncSync, linkSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { openDatabaseFile } from './dialects/database-file.ts';
import { StoreRefusedError } from './store-errors.ts';

const MODE = 0o600;

/**
 * Copies committed data to a new file beside running servers; returns its octets. Blocks the process. Throws
 * StoreRefusedError if the file exists. A failure leaves none, a killed process at most a `.part`.
 */
export function backUpFile(path: string, target: string): number {
  if (existsSync(target)) throw refused(target, 'it is there already');
  const part = `${target}.part`;
  rmSync(part, { force: true });
  claim(part);
  const file = openDatabaseFile(path);
  try {
    file.prepare('VACUUM INTO ?').run([part]);
    synchronise(part);
    link(part, target);
    synchronise(dirname(target));
    return statSync(target).size;
  } finally {
    rmSync(part, { force: true });
    file.close();
  }
}

/** A rename would overwrite. */
function link(part: string, target: string): void {
  try {
    linkSync(part, target);
  } catch (error) {
    throw refused(target, reasonOf(error), error);
  }
}

function claim(part: string): void {
  try {
    closeSync(openSync(part, 'wx', MODE));
  } catch (error) {
    throw refused(part, reasonOf(error), error);
  }
}

function synchronise(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function reasonOf(error: unknown): string {
  const { code = 'an error' } = error as NodeJS.ErrnoException;
  return code === 'EEXIST' ? 'it is there already' : code;
}

function refused(target: string, reason: string, cause?: unknown): StoreRefusedError {
  return new StoreRefusedError(`The backup cannot be written to ${target}: ${reason}.`, { cause });
}
