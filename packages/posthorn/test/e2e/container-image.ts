/** What the Dockerfile says, carried out without Docker. */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { cleanEnvironment } from './npm.ts';

/** The root of the repository. */
export const REPOSITORY = join(import.meta.dirname, '../../../..');

/** One COPY of one stage. */
export interface Copy {
  readonly sources: readonly string[];
  readonly target: string;
  /** True when the sources are in the stage before, at `/build`. */
  readonly isFromBuild: boolean;
}

export interface Image {
  readonly buildCopies: readonly Copy[];
  /** The RUN lines of the build stage. */
  readonly buildSteps: readonly string[];
  readonly copies: readonly Copy[];
  readonly user: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
}

/** Reads the Dockerfile, as far as it is written today. */
export function readImage(): Image {
  const text = readFileSync(join(REPOSITORY, 'Dockerfile'), 'utf8');
  const [build = '', runtime = ''] = text.split(/^FROM .*$/m).slice(1);
  const environment = /^ENV (.*)$/m.exec(runtime)?.[1] ?? '';
  return {
    buildCopies: readCopies(build),
    buildSteps: [...build.matchAll(/^RUN (.*)$/gm)].map(([, step = '']) => step),
    copies: readCopies(runtime),
    user: /^USER (\S+)$/m.exec(runtime)?.[1] ?? 'root',
    environment: Object.fromEntries(environment.split(' ').map((pair) => pair.split('='))),
    command: readJson(/^CMD (.*)$/m.exec(runtime)),
    healthCheck: readJson(/^HEALTHCHECK .*CMD (.*)$/m.exec(runtime)),
  };
}

function readCopies(stage: string): readonly Copy[] {
  return [...stage.matchAll(/^COPY (--from=build )?(.*)$/gm)].map(([, from, paths = '']) => {
    const names = paths.split(' ');
    return { sources: names.slice(0, -1), target: names.at(-1) ?? '', isFromBuild: from !== undefined };
  });
}

function readJson(match: RegExpExecArray | null): readonly string[] {
  return JSON.parse(match?.[1] ?? '[]') as readonly string[];
}

/** A folder with what the last stage has, which nobody but root may write to, and the folder of the stage before. */
export interface UnpackedImage {
  readonly root: string;
  /** What the build stage left. */
  readonly buildFolder: string;
  remove(): void;
}

/**
 * Carries both stages out: the build stage in an empty folder that gets what its COPY lines name and nothing else, with its RUN
 * lines as they stand. Throws, with all output, when one of them fails.
 */
export function buildImage({ buildCopies, buildSteps, copies }: Image): UnpackedImage {
  const base = mkdtempSync(join(tmpdir(), 'posthorn-image-'));
  const [buildFolder, root] = [join(base, 'build'), join(base, 'root')];
  chmodSync(base, 0o755);
  mkdirSync(buildFolder);
  for (const entry of buildCopies) copyFromContext(entry, buildFolder);
  for (const step of buildSteps) {
    execFileSync('/bin/sh', ['-c', step], { cwd: buildFolder, env: cleanEnvironment(), stdio: 'pipe' });
  }
  for (const entry of copies) {
    if (entry.isFromBuild) copyFromBuild(entry, buildFolder, root);
    else copyFromContext(entry, root);
  }
  execFileSync('chmod', ['-R', 'a+rX,a-w', root]);
  return { root, buildFolder, remove: () => rmSync(base, { recursive: true }) };
}

/** What COPY does: a target with a slash or a dot at its end is a folder, and folders are copied by their contents. */
function copyFromContext({ sources, target }: Copy, root: string): void {
  const ignored = readIgnored();
  for (const source of sources) {
    const isFolder = /[./]$/.test(target);
    const path = join(root, isFolder ? join(target, source.split('/').at(-1) ?? '') : target);
    mkdirSync(dirname(path), { recursive: true });
    cpSync(join(REPOSITORY, source), path, {
      recursive: true,
      filter: (name) => !ignored(relative(REPOSITORY, name)),
    });
  }
}

function copyFromBuild({ sources, target }: Copy, buildFolder: string, root: string): void {
  const [source = ''] = sources.map((name) => name.replace(/^\/build\//, ''));
  mkdirSync(dirname(join(root, target)), { recursive: true });
  // Links between the packages stay links, as COPY leaves them.
  cpSync(join(buildFolder, source), join(root, target), { recursive: true, verbatimSymlinks: true });
}

/** Whether `.dockerignore` keeps a path of the repository out; its patterns are names, or `**\/` and a name. */
function readIgnored(): (path: string) => boolean {
  const patterns = readFileSync(join(REPOSITORY, '.dockerignore'), 'utf8').trim().split('\n');
  const anywhere = patterns.filter((line) => line.startsWith('**/')).map((line) => line.slice('**/'.length));
  return (path) => patterns.includes(path) || path.split('/').some((name) => anywhere.includes(name));
}
