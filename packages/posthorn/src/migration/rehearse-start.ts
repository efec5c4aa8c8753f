import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfiguration } from '../composition/load-configuration.ts';
import { ConfigurationError, type ConfigurationProblem } from '../config/configuration-error.ts';
import type { ImportProblem } from './import-journal.ts';
import { installFiles } from './install-files.ts';
import type { TranslatedFile } from './translate-installation.ts';

/** Problems of a start with these files, attributed to the old ones. Writes nothing. */
export async function rehearseStart(files: readonly TranslatedFile[]): Promise<readonly ImportProblem[]> {
  const rootDirectory = await mkdtemp(join(tmpdir(), 'posthorn-import-'));
  try {
    await writeFile(join(rootDirectory, 'package.json'), '{"type":"module"}');
    await installFiles(rootDirectory, files);
    await loadConfiguration({ rootDirectory, environment: {} });
    return [];
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return error.problems.map((problem) => toImportProblem(problem, files));
  } finally {
    await rm(rootDirectory, { recursive: true });
  }
}

/** Problems begin with a file name or setting's key. */
function toImportProblem(
  { key, expected, got }: ConfigurationProblem,
  files: readonly TranslatedFile[],
): ImportProblem {
  const file = files.find(({ name }) => key.startsWith(name));
  const place = file === undefined ? key : key.slice(file.name.length).replace(/^[,:] /, '');
  const text = `expected ${expected}, got ${got}`;
  return { file: file?.origin ?? '.env', text: place === '' ? text : `${place}: ${text}` };
}
