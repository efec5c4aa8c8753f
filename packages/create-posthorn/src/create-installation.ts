import { constants, copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { checkTarget } from './check-target.ts';
import { CreationError, EXIT_CODES } from './creation-error.ts';
import { forgetLockedPackages, LOCK_FILE } from './forget-locked-packages.ts';
import { createInstallationFiles, FILE_NAMES, NEW_UNIT } from './installation-files.ts';
import { fromRegistry, fromTarballs, isOwnTarball, TARBALL_FOLDER } from './package-source.ts';
import type { CreationRequest } from './read-arguments.ts';
import { type Command, npmCommand, type runProgram } from './run-program.ts';

/** The environment; tests replace it. */
export interface Surroundings {
  readonly version: string;
  readonly print: (line: string) => void;
  readonly run: typeof runProgram;
}

const REPLACED = ['README.md'] as const;
const EXAMPLE_SETTINGS = '.env.example';
const SETTINGS_FILES = ['.env', 'posthorn.env'] as const;
const CONFIGURATION_FOLDER = 'app/config';
const PROGRAM_FOLDER = 'node_modules/posthorn';

/** Creates the installation and, with `installs`, sets it up. Throws CreationError. */
export async function createInstallation(
  request: CreationRequest,
  surroundings: Surroundings,
): Promise<void> {
  const { directory, isForced, packageSource } = request;
  const { version, print } = surroundings;
  const files = [...FILE_NAMES, NEW_UNIT, EXAMPLE_SETTINGS, LOCK_FILE];
  await checkTarget({ directory, isForced, files });
  const source = packageSource === null ? fromRegistry(version) : await fromTarballs(packageSource, version);
  const contents = await createInstallationFiles({ directory, nodePath: process.execPath, source });

  const replaced = await findReplaced(directory, contents);
  await makeFiles(directory, contents, source.tarballs);
  if (replaced.length > 0)
    print(`Replaced, with what somebody may have changed in them: ${replaced.join(', ')}.`);
  print(`${directory} has ${[...contents.keys()].join(', ')} now.`);
  if (contents.has(NEW_UNIT)) print(`posthorn.service stays as it is. Compare it with ${NEW_UNIT}.`);
  if (!request.installs) {
    print(
      `Posthorn is not installed yet. Go on there with:\n\n  ${INSTALL_PROGRAM}\n  npx posthorn install\n`,
    );
    return;
  }
  if (source.tarballs.length > 0) await forgetLockedPackages(directory, Object.keys(source.dependencies));
  await installProgram(directory, surroundings);
  await removeOldTarballs(directory, source.tarballs);
  await copyExamples(directory);
  if (request.installFlags.length === 0 && (await hasSettings(directory))) {
    print(
      'The settings and app/config stay as they are; "npm run setup" asks for them again. Restart the service.',
    );
    return;
  }
  await setUp(request, surroundings);
  print(`Start it with:\n\n  cd '${directory.replaceAll("'", "'\\''")}'\n  npm start\n`);
}

const INSTALL_ARGUMENTS = ['install', '--ignore-scripts', '--omit=dev', '--no-fund', '--no-audit'] as const;
const INSTALL_PROGRAM = 'npm install --ignore-scripts --omit=dev';

/** Excludes package.json and .gitignore, which are merged. */
async function findReplaced(
  directory: string,
  files: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const replaced: string[] = [];
  for (const name of REPLACED) {
    const present = await readFile(join(directory, name), 'utf8').catch(() => undefined);
    if (present !== undefined && present !== files.get(name)) replaced.push(name);
  }
  return replaced;
}

async function makeFiles(
  directory: string,
  files: ReadonlyMap<string, string>,
  tarballs: readonly string[],
): Promise<void> {
  try {
    await mkdir(join(directory, CONFIGURATION_FOLDER), { recursive: true });
    for (const [name, contents] of files) await placeFile(join(directory, name), contents);
    if (tarballs.length > 0) await mkdir(join(directory, TARBALL_FOLDER), { recursive: true });
    for (const path of tarballs) await placeCopy(path, join(directory, TARBALL_FOLDER, basename(path)));
  } catch (error) {
    throw new CreationError(
      `${(error as Error).message}. ${directory} is not complete; remove it and begin again.`,
    );
  }
}

/** Refuses links created since the check. */
async function placeFile(path: string, contents: string): Promise<void> {
  await rm(path, { force: true });
  await writeFile(path, contents, { flag: 'wx' });
}

async function placeCopy(source: string, path: string): Promise<void> {
  await rm(path, { force: true });
  await copyFile(source, path, constants.COPYFILE_EXCL);
}

async function installProgram(directory: string, { version, print, run }: Surroundings): Promise<void> {
  print(`\nInstalling Posthorn ${version} with npm ...`);
  const advice = `${directory} has its files, but Posthorn is not installed. Go on there with "${INSTALL_PROGRAM}" and "npx posthorn install", or remove the directory.`;
  await requireSuccess(run, {
    command: npmCommand(...INSTALL_ARGUMENTS),
    directory,
    name: 'npm install',
    advice,
  });
}

/** Only the previous version's tarballs. */
async function removeOldTarballs(directory: string, tarballs: readonly string[]): Promise<void> {
  const folder = join(directory, TARBALL_FOLDER);
  const present = await readdir(folder).catch(() => []);
  const kept = new Set(tarballs.map((path) => basename(path)));
  for (const name of present) {
    if (isOwnTarball(name) && !kept.has(name)) await rm(join(folder, name));
  }
}

async function hasSettings(directory: string): Promise<boolean> {
  const present = await readdir(directory);
  return SETTINGS_FILES.some((name) => present.includes(name));
}

/** From the installed program: versions match. */
async function copyExamples(directory: string): Promise<void> {
  const program = join(directory, PROGRAM_FOLDER);
  try {
    const names = await readdir(join(program, CONFIGURATION_FOLDER));
    const templates = names.filter((name) => name.endsWith('.example.js'));
    const examples = [EXAMPLE_SETTINGS, ...templates.map((name) => join(CONFIGURATION_FOLDER, name))];
    for (const name of examples) await placeCopy(join(program, name), join(directory, name));
  } catch (error) {
    throw new CreationError(
      `${(error as Error).message}. Posthorn is installed in ${directory}, but not set up. Go on there with "npx posthorn install"; the examples are in ${PROGRAM_FOLDER}.`,
    );
  }
}

async function setUp({ directory, installFlags }: CreationRequest, { run }: Surroundings): Promise<void> {
  const program = join(directory, PROGRAM_FOLDER, 'bin/posthorn.js');
  const advice = `Posthorn is installed in ${directory}, but not set up. Go on there with "npx posthorn install".`;
  await requireSuccess(run, {
    command: [process.execPath, program, 'install', '--root', directory, ...installFlags],
    directory: process.cwd(),
    name: 'posthorn install',
    advice,
  });
}

async function requireSuccess(
  run: Surroundings['run'],
  step: {
    readonly command: Command;
    readonly directory: string;
    readonly name: string;
    readonly advice: string;
  },
): Promise<void> {
  const { command, directory, name, advice } = step;
  const code = await run(command, directory).catch((error: NodeJS.ErrnoException) => {
    throw new CreationError(`${name} cannot be started (${error.code}). ${advice}`);
  });
  if (code === 0) return;
  const end = code === null ? 'was ended by a signal' : `ended with code ${code}`;
  throw new CreationError(`${name} ${end}. ${advice}`, code ?? EXIT_CODES.failure);
}
