/** A certificate authority made on the fly and a server certificate for 127.0.0.1 that it signed. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
const LIFETIME = ['-days', '2'];

/**
 * Writes `server.pem` and `server.key` (PEM, for `localhost` and 127.0.0.1) to the folder with the
 * openssl command and gives the authority's certificate, PEM, that a client has to trust.
 */
export async function writeServerCertificate(folder: string): Promise<string> {
  const path = (name: string): string => join(folder, name);
  await run('openssl', [
    ...['req', '-x509', ...NEW_KEY, ...LIFETIME, '-subj', '/CN=Posthorn test authority'],
    ...['-addext', 'keyUsage=critical,keyCertSign'],
    ...['-keyout', path('authority.key'), '-out', path('authority.pem')],
  ]);
  await run('openssl', [
    ...['req', '-x509', ...NEW_KEY, ...LIFETIME, '-subj', '/CN=localhost'],
    ...['-CA', path('authority.pem'), '-CAkey', path('authority.key')],
    ...['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'],
    ...['-addext', 'basicConstraints=critical,CA:FALSE'],
    ...['-keyout', path('server.key'), '-out', path('server.pem')],
  ]);
  return readFile(path('authority.pem'), 'utf8');
}
