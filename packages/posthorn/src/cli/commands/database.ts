import { resolve } from 'node:path';
import { EXIT_CODES } from '../command-error.ts';
import { describeDatabase } from '../database-report.ts';
import { requireDirectory } from '../installation.ts';
import { printResult, requireStoreTools, type StoreFlags } from '../store-command.ts';

/** Exit code 1 for an unusable database. */
export async function runDatabaseCheck(flags: StoreFlags): Promise<void> {
  const report = await (await requireStoreTools(flags)).examine();
  printResult(flags, { document: report, lines: describeDatabase(report) });
  if (report.problems.length > 0) process.exitCode = EXIT_CODES.failure;
}

/** Prints applied migrations. */
export async function runDatabaseMigrate(flags: StoreFlags): Promise<void> {
  const applied = await (await requireStoreTools(flags)).migrate();
  printResult(flags, {
    document: { applied },
    lines: applied.length === 0 ? ['The schema is up to date.'] : applied.map((name) => `Applied ${name}.`),
  });
}

/** Copies all data committed at the start. */
export async function runDatabaseBackup(file: string, flags: StoreFlags): Promise<void> {
  const path = resolve(file);
  const octets = await (await requireStoreTools(flags)).backUp(path);
  printResult(flags, { document: { file: path, octets }, lines: [`Written to ${path}: ${octets} octets.`] });
}

/** Prints rows by table. */
export async function runDatabaseCopy(source: string, flags: StoreFlags): Promise<void> {
  const rootDirectory = await requireDirectory(flags.root);
  const rows = await (await requireStoreTools(flags)).copyFrom(source, rootDirectory);
  printResult(flags, {
    document: { rows },
    lines: Object.entries(rows).map(([table, count]) => `${table}: ${count} rows`),
  });
}
