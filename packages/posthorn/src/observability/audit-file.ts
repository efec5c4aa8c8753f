/** An append-only file of JSON lines. Each line is handed to the system before the next one. */
import { closeSync, openSync, writeSync } from 'node:fs';

/** The open audit file. */
export interface AuditFile {
  /** Adds a value as a line of JSON. Calls `onFailure` for a failure, once until a line succeeds again. */
  add(value: object): void;
  /** Opens the path again, after another program has moved the file away. */
  reopen(): void;
  close(): void;
}

/** It names users: only its owner reads it. */
const MODE = 0o600;

/** Opens the file for appending, and makes it where it is missing. Throws when that is not possible. */
export function openAuditFile(path: string, onFailure: (error: unknown) => void): AuditFile {
  const open = (): number => openSync(path, 'a', MODE);
  let descriptor = open();
  let hasFailed = false;
  const attempt = (work: () => void): void => {
    try {
      work();
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) onFailure(error);
      hasFailed = true;
    }
  };
  return {
    add: (value) => attempt(() => void writeSync(descriptor, `${JSON.stringify(value)}\n`)),
    reopen: () =>
      attempt(() => {
        const next = open();
        closeSync(descriptor);
        descriptor = next;
      }),
    close: () => closeSync(descriptor),
  };
}
