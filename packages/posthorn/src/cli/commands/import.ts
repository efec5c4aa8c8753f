import { resolve } from 'node:path';
import type { ImportResult } from '../../migration/import-installation.ts';
import type { ImportNoteKind } from '../../migration/import-journal.ts';
import { ownCommand, rootFlag } from '../own-command.ts';

interface ImportOptions {
  readonly root: string;
  readonly dryRun?: boolean;
  readonly overwrite?: boolean;
}

/** In print order. */
const HEADINGS = {
  changed: 'Changed',
  check: 'To look at',
  'left-out': 'Not taken over',
  'not-found': 'Not found',
  kept: 'Stays as it is in the installation',
  dropped: 'Replaced in the installation',
} satisfies Record<ImportNoteKind, string>;

/** Imports a lumen-app-email installation. Throws ImportError if nothing was imported. */
export async function runImport(directory: string, options: ImportOptions): Promise<void> {
  // `serve` must not load a PHP parser.
  const { importInstallation } = await import('../../migration/import-installation.ts');
  const isDryRun = options.dryRun ?? false;
  const rootDirectory = resolve(options.root);
  const result = await importInstallation({
    sourceDirectory: resolve(directory),
    rootDirectory,
    mayOverwrite: options.overwrite ?? false,
    isDryRun,
  });
  const title = isDryRun ? `Would write to ${rootDirectory}:` : `Written to ${rootDirectory}:`;
  const next = isDryRun
    ? 'Nothing was written.'
    : `Start it: ${ownCommand()} serve${rootFlag(rootDirectory)}`;
  process.stdout.write(`${title}\n${describeResult(result)}\n${next}\n`);
}

function describeResult({ files, notes }: ImportResult): string {
  const written = files.map(({ name, content }) => `  ${name} (${content})\n`).join('');
  const sections = Object.entries(HEADINGS).map(([kind, heading]) => {
    const lines = notes.filter((note) => note.kind === kind).map(({ text }) => `  ${text}\n`);
    return lines.length === 0 ? '' : `\n${heading}:\n${lines.join('')}`;
  });
  return written + sections.join('');
}
