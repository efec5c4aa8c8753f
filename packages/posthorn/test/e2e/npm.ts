/** npm as a person runs it: outside the checkout, with nothing of the checkout in its environment. */
import { execFile } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const REPOSITORY = join(import.meta.dirname, '../../../..');
/** A single look-up; a registry that needs longer is as good as none. */
const REGISTRY_LIMIT_MS = 30_000;
/** Whole installations come from the registry. */
const NPM_LIMIT_MS = 110_000;
const MAX_OUTPUT_OCTETS = 16 * 1024 * 1024;
/** What npm may know of the machine: its home, and the way to the registry. */
const KEPT_VARIABLES =
  /^(HOME|NODE_EXTRA_CA_CERTS|npm_config_(registry|cache|userconfig|cafile|https?_proxy)|(https?|no)_proxy)$/i;

/** The environment of a person who has never seen the checkout. */
export function cleanEnvironment(): Readonly<Record<string, string>> {
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.startsWith(REPOSITORY));
  const kept = Object.entries(process.env).filter(([name]) => KEPT_VARIABLES.test(name));
  return { ...(Object.fromEntries(kept) as Record<string, string>), PATH: path.join(delimiter) };
}

/** Runs a program to its end in the folder and gives what it printed. Rejects, with all output, when it fails. */
export async function run(folder: string, [program = '', ...args]: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, {
    cwd: folder,
    env: cleanEnvironment(),
    timeout: NPM_LIMIT_MS,
    maxBuffer: MAX_OUTPUT_OCTETS,
  });
  return stdout;
}

/** Packs the packages of `packages`, as they are built, into tarballs in the folder. */
export async function packPackages(folder: string): Promise<void> {
  await run(REPOSITORY, [process.execPath, 'scripts/pack.mjs', folder]);
}

/** Why npm cannot install anything; false when it can. `CI=true` insists on it. */
export const registryIsMissing: string | false = process.env.CI === 'true' ? false : await lookUp();

async function lookUp(): Promise<string | false> {
  const command = ['view', 'fastify@5.12.8', 'version', `--fetch-timeout=${REGISTRY_LIMIT_MS}`];
  const lookingUp = run(REPOSITORY, ['npm', ...command, '--fetch-retries=0']);
  return lookingUp.then(
    () => false,
    () => 'needs the npm registry, which does not answer',
  );
}
