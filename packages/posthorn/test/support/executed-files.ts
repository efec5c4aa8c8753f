/** The files of the packages whose functions run during a request, as V8 counts them. */
import { Session } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';

const SOURCE = /\/packages\/((?:posthorn|imap|relfield)\/src\/.+)$/;

/** Function calls by file, such as `posthorn/src/domain/login.ts`. The code of modules itself does not count. */
export type ExecutedFiles = ReadonlyMap<string, number>;

/** Runs the action, and counts the functions that this process called during it. */
export async function countExecutedFiles(action: () => Promise<unknown>): Promise<ExecutedFiles> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await session.post('Profiler.takePreciseCoverage');
    await action();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    return new Map(
      result.flatMap(({ url, functions }): [string, number][] => {
        const file = SOURCE.exec(toPath(url))?.[1];
        const ran = functions.filter(({ ranges }) => isRun(ranges));
        return file === undefined || ran.length === 0 ? [] : [[file, ran.length]];
      }),
    );
  } finally {
    session.disconnect();
  }
}

/** The code of the module itself begins at 0; functions without a name count as well. */
function isRun([range]: readonly { readonly count: number; readonly startOffset: number }[]): boolean {
  return range !== undefined && range.startOffset > 0 && range.count > 0;
}

function toPath(url: string): string {
  return url.startsWith('file:') ? fileURLToPath(url.replace(/\?.*$/, '')) : '';
}
