/** A certificate authority for tests that issues whatever a test needs, good or bad. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** PEM. */
export interface IssuedCertificate {
  readonly key: string;
  readonly cert: string;
}

export interface CertificateRequest {
  /** As openssl writes them, such as `DNS:mail.example.org`. */
  readonly names: readonly string[];
  /** From now on; negative for a certificate that has expired. */
  readonly days: number;
}

export interface TestAuthority {
  /** The authority's own certificate, PEM. */
  readonly caPem: string;
  issue(request: CertificateRequest): Promise<IssuedCertificate>;
  /** Removes its folder. */
  remove(): Promise<void>;
}

const run = promisify(execFile);
const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** A new authority, made with the openssl command. */
export async function createTestAuthority(): Promise<TestAuthority> {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-authority-'));
  const path = (name: string) => join(folder, name);
  await run('openssl', [
    ...['req', '-x509', ...NEW_KEY, '-days', '2', '-subj', '/O=Posthorn/CN=Posthorn test authority'],
    ...['-addext', 'keyUsage=critical,keyCertSign', '-keyout', path('ca.key'), '-out', path('ca.pem')],
  ]);
  return {
    caPem: await readFile(path('ca.pem'), 'utf8'),
    async issue({ names, days }) {
      await writeFile(path('extensions'), `subjectAltName=${names.join(',')}\nbasicConstraints=CA:FALSE\n`);
      const request = ['-subj', '/CN=server', '-keyout', path('server.key'), '-out', path('request')];
      await run('openssl', ['req', '-new', ...NEW_KEY, ...request]);
      await run('openssl', [
        ...['x509', '-req', '-in', path('request'), '-CA', path('ca.pem'), '-CAkey', path('ca.key')],
        ...['-CAcreateserial', '-days', String(days), '-extfile', path('extensions')],
        ...['-out', path('server.pem')],
      ]);
      return {
        key: await readFile(path('server.key'), 'utf8'),
        cert: await readFile(path('server.pem'), 'utf8'),
      };
    },
    remove: () => rm(folder, { recursive: true }),
  };
}
