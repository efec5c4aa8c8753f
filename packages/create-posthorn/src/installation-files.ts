/** The files of a new installation that do not come with Posthorn itself. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type PackageSource, TARBALL_FOLDER } from './package-source.ts';

/** Contents by names relative to the installation. */
export type InstallationFiles = ReadonlyMap<string, string>;

/** The names, in the order in which they are told. */
export const FILE_NAMES = ['package.json', 'README.md', 'posthorn.service', '.gitignore'] as const;

const UNIT = 'posthorn.service';
/** The unit beside that of the operator, where there is one. */
export const NEW_UNIT = 'posthorn.service.new';

const TEMPLATES = join(import.meta.dirname, '../templates');

/** Newer versions of these want a newer Node than Posthorn does. */
const OVERRIDES = {
  'light-my-request': '6.6.0',
  'content-disposition': '^1.0.0',
  cookie: '^1.0.1',
} as const;

/** Without a shell in between, the signals that npm hands on reach the server itself. Windows has neither. */
const START = process.platform === 'win32' ? 'posthorn serve' : 'exec posthorn serve';

export interface InstallationDescription {
  /** Absolute. */
  readonly directory: string;
  /** The program that runs JavaScript, such as `/usr/bin/node`. */
  readonly nodePath: string;
  readonly source: PackageSource;
}

/** The files for an installation in that directory, with what has to stay of those that are there. */
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
    // npm leaves files of this name out of packages, so the template has another one.
    '.gitignore': addLines(await present('.gitignore'), await template('gitignore')),
    // Operators change it, so theirs stays.
    [isUnitKept ? NEW_UNIT : UNIT]: unit,
  };
  return new Map(Object.entries(contents));
}

/**
 * The package.json that was there with what is new in it: scripts, dependencies and whatever else its operator has added stay. No
 * script is called `install`: npm would run it by itself.
 */
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

/** The tarballs of an earlier version are removed. */
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

/** Nothing where there is no such file, or none that npm could read. */
function readManifest(text: string | undefined): PresentManifest {
  try {
    const manifest: unknown = JSON.parse(text ?? '{}');
    return typeof manifest === 'object' && manifest !== null && !Array.isArray(manifest) ? manifest : {};
  } catch {
    return {};
  }
}

/** The lines that were there, and ours that are missing. */
function addLines(present: string | undefined, template: string): string {
  if (present === undefined) return template;
  const before = present.split(/\r?\n/);
  const missing = template.split('\n').filter((line) => line !== '' && !before.includes(line));
  const end = present === '' || present.endsWith('\n') ? '' : '\n';
  return missing.length === 0 ? present : `${present}${end}${missing.join('\n')}\n`;
}

function fillService(template: string, { directory, nodePath }: InstallationDescription): string {
  // A function: `$&` in a path would otherwise be a pattern.
  return template
    .replaceAll('@DIRECTORY@', () => directory.replaceAll('%', '%%'))
    .replaceAll('@NODE@', () => quoteArgument(nodePath));
}

/** systemd reads quotes, backslashes, specifiers and variables in a command line (systemd.service(5)). */
function quoteArgument(text: string): string {
  const escaped = text.replace(/["\\]/g, '\\$&').replaceAll('%', '%%').replaceAll('$', '$$$$');
  return `"${escaped}"`;
}
