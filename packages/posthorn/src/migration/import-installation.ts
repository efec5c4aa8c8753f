import { realpath } from 'node:fs/promises';
import { loadConfiguration } from '../composition/load-configuration.ts';
import { createImportJournal, ImportError, type ImportJournal, type ImportNote } from './import-journal.ts';
import { findTargetProblems, installFiles } from './install-files.ts';
import { keepParts } from './kept-parts.ts';
import { rehearseStart } from './rehearse-start.ts';
import { readSourceFiles } from './source-files.ts';
import { translateInstallation } from './translate-installation.ts';

/** An import's source and target. */
export interface ImportRequest {
  /** lumen-app-email; only read, without running PHP. */
  readonly sourceDirectory: string;
  /** Created when missing. */
  readonly rootDirectory: string;
  readonly mayOverwrite: boolean;
  /** Checks without writing. */
  readonly isDryRun: boolean;
}

/** Written files and notes. */
export interface ImportResult {
  /** Files written, or that a dry run would write; names relative to the root. */
  readonly files: readonly { readonly name: string; readonly content: string }[];
  readonly notes: readonly ImportNote[];
}

/**
 * Translates an installation, checks the result like a start, and writes it. Throws ImportError with all
 * obstacles before any write.
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

/** Overwriting the old `.env` would lose its other keys. */
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
