/** A new installation directory for each test of a file, with `app/config` and nothing in it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'node:test';

export interface ConfigurationFolder {
  /** The installation directory of the test that runs. */
  root(): string;
  /** Writes a file of `app/config`. */
  write(name: string, text: string): void;
}

/** Call it once, beside the suites of the file. */
export function useConfigurationFolder(): ConfigurationFolder {
  let root = '';
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'posthorn-configuration-'));
    mkdirSync(join(root, 'app/config'), { recursive: true });
    writeFileSync(join(root, 'package.json'), '{"type":"module"}');
  });
  afterEach(() => rmSync(root, { recursive: true }));
  return {
    root: () => root,
    write: (name, text) => writeFileSync(join(root, 'app/config', name), text),
  };
}
