/** What the Dockerfile says, carried out without Docker. */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

/** The root of the repository, which has been built. */
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

/** Puts the files of the last stage below a new folder, which nobody but root may write to. */
export function unpackImage({ copies }: Image): string {
  const root = mkdtempSync(join(tmpdir(), 'posthorn-image-'));
  chmodSync(root, 0o755);
  for (const { sources, target } of copies) {
    const [source = ''] = sources.map((name) => name.replace(/^\/build\//, ''));
    if (source === 'node_modules') copyRuntimePackages(join(root, target));
    else copy(join(REPOSITORY, source), join(root, target));
  }
  execFileSync('chmod', ['-R', 'a+rX,a-w', join(root, 'opt')]);
  return root;
}

/** What `npm ci --omit=dev --workspace posthorn` leaves. */
function copyRuntimePackages(target: string): void {
  const args = ['ls', '--omit=dev', '--all', '--parseable', '--workspace', 'posthorn'];
  const listed = execFileSync('npm', args, {
    cwd: REPOSITORY,
    stdio: ['ignore', 'pipe', 'ignore'],
  }).toString();
  const modules = join(REPOSITORY, 'node_modules');
  const paths = listed.split('\n').filter((path) => path.startsWith(`${modules}/`));
  mkdirSync(target, { recursive: true });
  // Links between the packages stay links, as COPY leaves them.
  const names = paths.map((path) => relative(modules, path));
  execFileSync('cp', ['-a', '--parents', ...names, target], { cwd: modules });
}

function copy(source: string, target: string): void {
  mkdirSync(dirname(target), { recursive: true });
  cpSync(source, target, { recursive: true });
}
