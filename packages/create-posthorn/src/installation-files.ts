/** The files of a new installation that do not come with Posthorn itself. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PackageSource } from './package-source.ts';

/** Contents by names relative to the installation. */
export type InstallationFiles = ReadonlyMap<string, string>;

/** The names, in the order in which they are told. */
export const FILE_NAMES = ['package.json', 'README.md', 'posthorn.service', '.gitignore'] as const;

const TEMPLATES = join(import.meta.dirname, '../templates');

/** Newer versions of these want a newer Node than Posthorn does. */
const OVERRIDES = {
  'light-my-request': '6.6.0',
  'content-disposition': '^1.0.0',
  cookie: '^1.0.1',
} as const;

export interface InstallationDescription {
  /** Absolute. */
  readonly directory: string;
  /** The program that runs JavaScript, such as `/usr/bin/node`. */
  readonly nodePath: string;
  readonly source: PackageSource;
}

/** The files for an installation in that directory. */
export async function createInstallationFiles(
  description: InstallationDescription,
): Promise<InstallationFiles> {
  const template = (name: string) => readFile(join(TEMPLATES, name), 'utf8');
  const contents = {
    'package.json': describePackage(description.source),
    'README.md': await template('README.md'),
    'posthorn.service': fillService(await template('posthorn.service'), description),
    // npm leaves files of this name out of packages, so the template has another one.
    '.gitignore': await template('gitignore'),
  } as const satisfies Record<(typeof FILE_NAMES)[number], string>;
  return new Map(Object.entries(contents));
}

/** No script is called `install`: npm would run it by itself. */
function describePackage({ dependencies }: PackageSource): string {
  const content = {
    name: 'posthorn-installation',
    private: true,
    type: 'module',
    scripts: { start: 'posthorn serve', setup: 'posthorn install', doctor: 'posthorn doctor' },
    dependencies,
    overrides: OVERRIDES,
  };
  return `${JSON.stringify(content, undefined, 2)}\n`;
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
