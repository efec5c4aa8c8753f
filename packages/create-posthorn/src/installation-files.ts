import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type PackageSource, TARBALL_FOLDER } from './package-source.ts';

/** Contents by relative path. */
export type InstallationFiles = ReadonlyMap<string, string>;

export const FILE_NAMES = ['package.json', 'README.md', 'posthorn.service', '.gitignore'] as const;

const UNIT = 'posthorn.service';
/** Written beside the operator's own unit. */
export const NEW_UNIT = 'posthorn.service.new';

const TEMPLATES = join(import.meta.dirname, '../templates');

/** Newer versions require a newer Node than Posthorn. */
const OVERRIDES = {
  'light-my-request': '6.6.0',
  'content-disposition': '^1.0.0',
  cookie: '^1.0.1',
} as const;

/** `exec` passes npm's signals to the server. Windows has neither. */
const START = process.platform === 'win32' ? 'posthorn serve' : 'exec posthorn serve';

/** An installation. */
export interface InstallationDescription {
  readonly directory: string;
  readonly nodePath: string;
  readonly source: PackageSource;
}

/** All contents, merged with existing files. */
export async function createInstallationFiles(
  description: InstallationDescription,
): Promise<InstallationFiles> {
  const template = (name: string) => readFile(join(TEMPLATES, name), 'utf8');
  const present = (name: string) =>
    readFile(join(description.directory, name), 'utf8').catch(() => undefined);
  const unit = fillService(await template(UNIT), description);
  const presentUnit = await present(UNIT);
  const isUnitKept = presentUnit !== undefined && presentUnit !== unit;
  const contents = {
    'package.json': describePackage(description.source, await present('package.json')),
    'README.md': await template('README.md'),
    // npm packages omit `.gitignore`.
    '.gitignore': addLines(await present('.gitignore'), await template('gitignore')),
    // Operators edit the unit: theirs stays.
    [isUnitKept ? NEW_UNIT : UNIT]: unit,
  };
  return new Map(Object.entries(contents));
}

/** Merges the existing package.json. No script is called `install`: npm would run it. */
function describePackage({ dependencies }: PackageSource, present: string | undefined): string {
  const before = readManifest(present);
  const content = {
    name: 'posthorn-installation',
    private: true,
    ...before,
    type: 'module',
    scripts: {
      ...before.scripts,
      start: START,
      setup: 'posthorn install',
      doctor: 'posthorn doctor',
    },
    dependencies: { ...withoutTarballs(before.dependencies), ...dependencies },
    overrides: { ...before.overrides, ...OVERRIDES },
  };
  return `${JSON.stringify(content, undefined, 2)}\n`;
}

function withoutTarballs(dependencies: object = {}): object {
  const entries = Object.entries(dependencies);
  return Object.fromEntries(
    entries.filter(([, place]) => !String(place).startsWith(`file:${TARBALL_FOLDER}/`)),
  );
}

interface PresentManifest {
  readonly scripts?: object;
  readonly dependencies?: object;
  readonly overrides?: object;
}

function readManifest(text: string | undefined): PresentManifest {
  try {
    const manifest: unknown = JSON.parse(text ?? '{}');
    return typeof manifest === 'object' && manifest !== null && !Array.isArray(manifest) ? manifest : {};
  } catch {
    return {};
  }
}

function addLines(present: string | undefined, template: string): string {
  if (present === undefined) return template;
  const before = present.split(/\r?\n/);
  const missing = template.split('\n').filter((line) => line !== '' && !before.includes(line));
  const end = present === '' || present.endsWith('\n') ? '' : '\n';
  return missing.length === 0 ? present : `${present}${end}${missing.join('\n')}\n`;
}

function fillService(template: string, { directory, nodePath }: InstallationDescription): string {
  // A function: `$&` in a path would be a pattern.
  return template
    .replaceAll('@DIRECTORY@', () => directory.replaceAll('%', '%%'))
    .replaceAll('@NODE@', () => quoteArgument(nodePath));
}

/** Escapes for systemd.service(5). */
function quoteArgument(text: string): string {
  const escaped = text.replace(/["\\]/g, '\\$&').replaceAll('%', '%%').replaceAll('$', '$$$$');
  return `"${escaped}"`;
}
