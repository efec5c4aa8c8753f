/** Moves the configuration of a lumen-app-email installation to an installation of Posthorn. */
import { realpath } from 'node:fs/promises';
import { loadConfiguration } from '../composition/load-configuration.ts';
import { createImportJournal, ImportError, type ImportJournal, type ImportNote } from './import-journal.ts';
import { findTargetProblems, installFiles } from './install-files.ts';
import { keepParts } from './kept-parts.ts';
import { rehearseStart } from './rehearse-start.ts';
import { readSourceFiles } from './source-files.ts';
import { translateInstallation } from './translate-installation.ts';

/** What to import, and where to. */
export interface ImportRequest {
  /** The installation of lumen-app-email. It is only read, and none of its PHP is run. */
  readonly sourceDirectory: string;
  /** The installation of Posthorn; it is created when it is missing. */
  readonly rootDirectory: string;
  readonly mayOverwrite: boolean;
  /** True: everything is checked and nothing is written. */
  readonly isDryRun: boolean;
}

/** What an import wrote, and what it reports. */
export interface ImportResult {
  /** What was written, or would be: relative to the installation root, with what is in it. */
  readonly files: readonly { readonly name: string; readonly content: string }[];
  readonly notes: readonly ImportNote[];
}

/**
 * Reads, translates, checks the result as a start would, and writes. Throws ImportError with everything that
 * stands in the way; then nothing has been written.
 */
export async function importInstallation(request: ImportRequest): Promise<ImportResult> {
  const { sourceDirectory, rootDirectory, mayOverwrite, isDryRun } = request;
  const journal = createImportJournal();
  await refuseSameDirectory(request, journal);
  const sources = await readSourceFiles(sourceDirectory, journal);
  const translated = translateInstallation(sources, journal);
  const targets = await findTargetProblems({ rootDirectory, files: translated, mayOverwrite });
  for (const problem of targets) journal.refuse(problem);
  stopAtProblems(journal);
  for (const problem of await rehearseStart(translated)) journal.refuse(problem);
  stopAtProblems(journal);
  const files = await keepParts(rootDirectory, translated, journal);
  stopAtProblems(journal);
  if (!isDryRun) {
    await installFiles(rootDirectory, files);
    await loadConfiguration({ rootDirectory, environment: {} });
  }
  return { files: files.map(({ name, content }) => ({ name, content })), notes: journal.notes };
}

/** The old `.env` has keys that the new one has not: written in its place, they would be gone. */
async function refuseSameDirectory(
  { sourceDirectory, rootDirectory }: ImportRequest,
  journal: ImportJournal,
): Promise<void> {
  const [source, root] = await Promise.all([sourceDirectory, rootDirectory].map(resolveLinks));
  if (source === undefined || source !== root) return;
  journal.refuse({
    file: sourceDirectory,
    text: 'it cannot be imported into itself; name another directory by --root',
  });
}

async function resolveLinks(path: string): Promise<string | undefined> {
  return realpath(path).catch(() => undefined);
}

function stopAtProblems({ problems }: ImportJournal): void {
  if (problems.length > 0) throw new ImportError(problems);
}
