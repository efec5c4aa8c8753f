import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createFile, notAFile, pathState, replaceFile } from './atomic-file.ts';

/** Relative to `app/config`. */
export interface ConfigurationTemplate {
  readonly template: string;
  readonly target: string;
  /** Other forms; a start refuses two. */
  readonly alternatives: readonly string[];
}

export type TemplateState = 'ready' | 'target-exists' | 'template-missing' | 'alternative-exists';

/** `bindings` is for programmers. */
export const configurationTemplates = {
  cors: { template: 'cors.example.js', target: 'cors.js', alternatives: ['cors.mjs', 'cors.json'] },
  mailServers: {
    template: 'imapserver.example.js',
    target: 'imapserver.js',
    alternatives: ['imapserver.mjs', 'imapserver.json'],
  },
  oauth: { template: 'oauth.example.js', target: 'oauth.js', alternatives: ['oauth.mjs', 'oauth.json'] },
} as const satisfies Readonly<Record<string, ConfigurationTemplate>>;

const FOLDER = 'app/config';
const PACKAGE_FOLDER = join(import.meta.dirname, '../../app/config');
/** No secrets: requests bring passwords. */
const MODE = 0o644;

/** The template's target. */
export function targetPath(rootDirectory: string, { target }: ConfigurationTemplate): string {
  return join(rootDirectory, FOLDER, target);
}

/** Rejects unless the target is a file or absent. */
export async function templateState(
  rootDirectory: string,
  template: ConfigurationTemplate,
): Promise<TemplateState> {
  const path = targetPath(rootDirectory, template);
  for (const alternative of template.alternatives) {
    if ((await pathState(join(dirname(path), alternative))) !== 'absent') return 'alternative-exists';
  }
  if ((await findTemplate(rootDirectory, template)) === undefined) return 'template-missing';
  const state = await pathState(path);
  if (state === 'other') throw notAFile(path);
  return state === 'file' ? 'target-exists' : 'ready';
}

/** Rejects if the target exists. */
export async function createFromTemplate(
  rootDirectory: string,
  template: ConfigurationTemplate,
): Promise<void> {
  await createFile(await toFile(rootDirectory, template));
}

/** Replaces the target. */
export async function replaceFromTemplate(
  rootDirectory: string,
  template: ConfigurationTemplate,
): Promise<void> {
  await replaceFile(await toFile(rootDirectory, template));
}

async function toFile(rootDirectory: string, template: ConfigurationTemplate) {
  const source = await findTemplate(rootDirectory, template);
  if (source === undefined) throw new Error(`There is no template ${template.template}.`);
  const path = targetPath(rootDirectory, template);
  await mkdir(dirname(path), { recursive: true });
  return { path, contents: await readFile(source), mode: MODE };
}

/** Prefers the installation's own. Symbolic links are ignored: their files may be private. */
async function findTemplate(
  rootDirectory: string,
  { template }: ConfigurationTemplate,
): Promise<string | undefined> {
  for (const folder of [join(rootDirectory, FOLDER), PACKAGE_FOLDER]) {
    const path = join(folder, template);
    if ((await pathState(path)) === 'file') return path;
  }
  return undefined;
}
