import { readFile } from 'node:fs/promises';

/** The first line. Rejects if unreadable. */
export async function readPasswordFile(path: string): Promise<string> {
  const [line = ''] = (await readFile(path, 'utf8')).split(/\r?\n/, 1);
  return line;
}
