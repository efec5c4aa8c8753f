/** Makes configuration files from their templates (lumen-app-email, `copyconfig`). */
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createFile, notAFile, pathState, replaceFile } from './place-file.ts';

/** A template and what is made from it. Names are relative to `app/config`. */
export interface ConfigurationTemplate {
  readonly template: string;
  readonly target: string;
  /** The same configuration in its other forms; two at once are refused at start. */
  readonly alternatives: readonly string[];
}

/** What can be done with a template. */
export type TemplateState = 'ready' | 'target-exists' | 'template-missing' | 'alternative-exists';

/** The templates by what they configure. `bindings` is left out: it is for programmers and does nothing until it is written. */
export const configurationTemplates = {
  cors: { template: 'cors.example.js', target: 'cors.js', alternatives: ['cors.mjs', 'cors.json'] },
  mailServers: {
    template: 'imapserver.example.js',
    target: 'imapserver.js',
    alternatives: ['imapserver.mjs', 'imapserver.json'],
  },
} as const satisfies Readonly<Record<string, ConfigurationTemplate>>;

const FOLDER = 'app/config';
/** The templates that come with the program, which runs from `src` or `dist`. */
const PACKAGE_FOLDER = join(import.meta.dirname, '../../app/config');
/** No secret is in these files: passwords come with each request. */
const MODE = 0o644;

/** The path of the file that is made from the template. */
export function targetPath(rootDirectory: string, { target }: ConfigurationTemplate): string {
  return join(rootDirectory, FOLDER, target);
}

/** Plans the copies. Rejects when the target is a symbolic link, a folder or the like. */
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

/** Makes the target from the template, where there is none yet. */
export async function createFromTemplate(
  rootDirectory: string,
  template: ConfigurationTemplate,
): Promise<void> {
  await createFile(await toFile(rootDirectory, template));
}

/** Makes the target from the template, replacing an existing one. */
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

/** The installation's own template comes first. A symbolic link does not count: its file may not be public. */
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
