/** An installation directory with templates of its own. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

export interface InstallationRoot {
  readonly path: string;
  write(name: string, contents: string): Promise<void>;
  /** The contents; null when there is no such file. */
  read(name: string): Promise<string | null>;
  /** The contents of `.env`; null when there is none. */
  env(): Promise<string | null>;
}

/** A directory with these templates and, where it is given, this `.env`. It goes with the test. */
export async function createInstallationRoot(
  t: Pick<TestContext, 'after'>,
  env?: string,
): Promise<InstallationRoot> {
  const path = await mkdtemp(join(tmpdir(), 'posthorn-root-'));
  t.after(() => rm(path, { recursive: true }));
  const read = (name: string) => readFile(join(path, name), 'utf8').catch(() => null);
  const write = (name: string, contents: string) => writeFile(join(path, name), contents);
  await mkdir(join(path, 'app/config'), { recursive: true });
  await write('app/config/cors.example.js', 'export default {};\n');
  await write('app/config/imapserver.example.js', 'export default [];\n');
  if (env !== undefined) await write('.env', env);
  return { path, write, read, env: () => read('.env') };
}
