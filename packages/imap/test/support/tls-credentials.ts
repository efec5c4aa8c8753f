/** A self-signed certificate for localhost and 127.0.0.1, made with openssl. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** PEM. */
export interface TlsCredentials {
  readonly key: string;
  readonly cert: string;
}

const run = promisify(execFile);

/** A new certificate, whose names are as openssl writes them, such as `DNS:mail.example.org`. */
export async function createTlsCredentials(names = 'DNS:localhost,IP:127.0.0.1'): Promise<TlsCredentials> {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-imap-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  try {
    await run('openssl', [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
      ...['-days', '2', '-subj', '/CN=localhost', '-addext', `subjectAltName=${names}`],
      ...['-keyout', key, '-out', cert],
    ]);
    return { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') };
  } finally {
    await rm(folder, { recursive: true });
  }
}
