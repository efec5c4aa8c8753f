import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImportJournal } from './import-journal.ts';

/** An old installation's file. */
export interface SourceFile {
  /** Relative to the installation. */
  readonly name: string;
  readonly text: string;
}

/** Imported files; undefined if missing. */
export interface SourceFiles {
  readonly env: SourceFile | undefined;
  readonly mailServers: SourceFile | undefined;
  readonly cors: SourceFile | undefined;
}

/** The first existing one counts. */
const CONFIG_FOLDERS = ['app/config', 'config'];
const TAKEN_OVER: ReadonlySet<string> = new Set(['imapserver.php', 'cors.php']);
const BINDINGS = 'bootstrap/bindings.php';
const TEMPLATE_ENDINGS = ['.php.example', '.example.php'];
/** Original files have 5 KB. The worst text of this size takes seconds. */
const MAX_FILE_OCTETS = 128 * 1024;

/** Reads the three files; notes missing and refuses unreadable ones. */
export async function readSourceFiles(directory: string, journal: ImportJournal): Promise<SourceFiles> {
  const folder = CONFIG_FOLDERS.find((name) => existsSync(join(directory, name))) ?? 'app/config';
  const read = (name: string) => readSourceFile({ directory, name }, journal);
  const files = {
    env: await read('.env'),
    mailServers: await read(`${folder}/imapserver.php`),
    cors: await read(`${folder}/cors.php`),
  };
  const isEmpty = Object.values(files).every((file) => file === undefined);
  if (isEmpty && journal.problems.length === 0) {
    const text =
      'no .env, app/config/imapserver.php or app/config/cors.php here: not an installation of lumen-app-email';
    journal.refuse({ file: directory, text });
  }
  await noteOtherCode(directory, folder, journal);
  return files;
}

/** Such as own services, which must be rewritten. */
async function noteOtherCode(directory: string, folder: string, journal: ImportJournal): Promise<void> {
  const names = await readdir(join(directory, folder)).catch(() => []);
  const isOther = (name: string): boolean =>
    name.endsWith('.php') && !TAKEN_OVER.has(name) && !name.endsWith('.example.php');
  for (const name of names.filter(isOther).sort()) {
    journal.note('left-out', `${folder}/${name}: configures the old backend only`);
  }
  if (existsSync(join(directory, BINDINGS))) {
    journal.note('left-out', `${BINDINGS}: own services; here they are written in app/config/bindings.js`);
  }
}

async function readSourceFile(
  { directory, name }: { directory: string; name: string },
  journal: ImportJournal,
): Promise<SourceFile | undefined> {
  const path = join(directory, name);
  try {
    const status = await stat(path);
    if (!status.isFile()) return void journal.refuse({ file: name, text: 'this is no regular file' });
    if (status.size > MAX_FILE_OCTETS) {
      const text = `it has ${status.size} octets; more than ${MAX_FILE_OCTETS} are not read`;
      return void journal.refuse({ file: name, text });
    }
    return { name, text: new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path)) };
  } catch (error) {
    return void reportFailure({ path, name, error }, journal);
  }
}

function reportFailure(
  { path, name, error }: { path: string; name: string; error: unknown },
  journal: ImportJournal,
): void {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'an error';
  if (code === 'ENOENT' || code === 'ENOTDIR') journal.note('not-found', `${name}${describeTemplate(path)}`);
  else if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
    journal.refuse({ file: name, text: 'its characters are not in UTF-8' });
  else journal.refuse({ file: name, text: `it cannot be read (${code})` });
}

/** The backend ignores templates. */
function describeTemplate(path: string): string {
  const base = path.replace(/\.php$/, '');
  return TEMPLATE_ENDINGS.some((ending) => existsSync(base + ending)) ? ' (there is only its template)' : '';
}
