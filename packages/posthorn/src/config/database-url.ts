import { isAbsolute, resolve } from 'node:path';
import type { DatabaseLocation } from '../domain/values/database-location.ts';

const FILE_SCHEME = 'file:';
const POSTGRES_PROTOCOLS = ['postgres:', 'postgresql:'];
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f-\u009f]/;

export const EXPECTED_DATABASE_URL = 'file:PATH or postgres://USER@HOST/DATABASE';

/** Undefined if malformed. Relative files start at `rootDirectory`. */
export function readDatabaseUrl(text: string, rootDirectory: string): DatabaseLocation | undefined {
  if (CONTROL_CHARACTER.test(text)) return undefined;
  return text.startsWith(FILE_SCHEME) ? readFile(text, rootDirectory) : readPostgres(text);
}

/** Paths, not URLs: `file:data/posthorn.db`, `file:/data/posthorn.db`, `file:///data/posthorn.db`. */
function readFile(text: string, rootDirectory: string): DatabaseLocation | undefined {
  const path = text.slice(FILE_SCHEME.length).replace(/^\/\/(?=\/)/, '');
  if (path === '' || path.endsWith('/') || path.startsWith('//')) return undefined;
  return { engine: 'file', path: isAbsolute(path) ? path : resolve(rootDirectory, path) };
}

function readPostgres(text: string): DatabaseLocation | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, pathname } = new URL(text);
  const isComplete = hostname !== '' && /^\/[^/]+$/.test(pathname);
  return POSTGRES_PROTOCOLS.includes(protocol) && isComplete ? { engine: 'postgres', url: text } : undefined;
}
