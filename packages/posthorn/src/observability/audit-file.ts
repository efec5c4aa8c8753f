import { closeSync, openSync, writeSync } from 'node:fs';

/** An append-only file of JSON lines. */
export interface AuditFile {
  /** Writes a line before returning. Calls `onFailure` once per failure series. */
  add(value: object): void;
  /** Reopens the path after log rotation. */
  reopen(): void;
  close(): void;
}

const MODE = 0o600;

/** Opens for appending. Throws on failure. */
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
