import { readFile, stat } from 'node:fs/promises';
import { Secret } from '../domain/logins/secret.ts';
import type { FieldRule } from './field-reader.ts';

/** Neither owner nor group. */
const OTHERS = 0o007;
/** RFC 6749 §A.2. */
const CLIENT_SECRET = /^[\x20-\x7e]{1,4096}$/;

/** A secret, or why there is none. */
export type ReadSecret = { readonly secret: Secret } | { readonly expected: string; readonly got: string };

export const filePath: FieldRule<string> = {
  expected: 'the path of a file, from the installation or absolute',
  parse: (value) => (typeof value === 'string' && value.trim() !== '' ? value : undefined),
};

/** First line of a file closed to others. Problems show no part of it. */
export async function readClientSecret(path: string): Promise<ReadSecret> {
  try {
    const { mode } = await stat(path);
    if ((mode & OTHERS) !== 0 && process.platform !== 'win32') {
      const got = `"${path}" with mode ${(mode & 0o777).toString(8)}`;
      return { expected: 'a file that others cannot read (chmod 600)', got };
    }
    const [line = ''] = (await readFile(path, 'utf8')).split(/\r?\n/, 1);
    if (CLIENT_SECRET.test(line)) return { secret: new Secret(line) };
    return {
      expected: 'a file with the client secret in its first line',
      got: `something else in "${path}"`,
    };
  } catch (error) {
    const { code = 'unreadable' } = error as NodeJS.ErrnoException;
    return { expected: 'a file that can be read', got: `"${path}" (${code})` };
  }
}
