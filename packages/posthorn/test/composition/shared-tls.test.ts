/** The trusted certificates are read once: before the server listens, and for the connections of both protocols. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import tls from 'node:tls';
import { connect } from 'posthorn-imap';
import { createPosthorn } from '../../src/composition/create-posthorn.ts';
import { readSettings } from '../../src/config/load-settings.ts';
import { startScriptedServer } from '../adapters/smtp/scripted-smtp-server.ts';
import { codeOf } from '../adapters/smtp/submission-under-test.ts';
import { writeServerCertificate } from '../support/tls-certificate.ts';
import { CONFIGURATION } from './test-configuration.ts';

const { signal } = new AbortController();
let folder: string;
let authority: string;
let served: { readonly key: string; readonly cert: string };
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthorn-tls-'));
  authority = await writeServerCertificate(folder);
  const [key = '', cert = ''] = await Promise.all(
    ['server.key', 'server.pem'].map((name) => readFile(join(folder, name), 'utf8')),
  );
  served = { key, cert };
});
after(() => rm(folder, { recursive: true }));

describe('The certificates of APP_CA_FILE', () => {
  it('are read before the server listens, and by no connection', async (t) => {
    const create = t.mock.method(tls, 'createSecureContext');
    syncBuiltinESMExports();
    t.after(syncBuiltinESMExports);
    const reads = () => create.mock.calls.filter(({ arguments: [options] }) => options?.ca !== undefined);
    const extraRoots = [authority];
    const settings = readSettings({ LOG_LEVEL: 'silent', PORT: '0' });
    const posthorn = createPosthorn({ ...CONFIGURATION, settings, extraRoots });
    t.after(() => posthorn.close());
    await posthorn.listen();
    const atStart = reads().length;

    const smtp = await startScriptedServer(t, { tls: served, isTlsImplicit: true });
    const imap = tls.createServer(served, (socket) => socket.end('* OK ready\r\n'));
    await new Promise<void>((resolve) => imap.listen(0, '127.0.0.1', resolve));
    t.after(() => imap.close());
    const { port } = imap.address() as { readonly port: number };
    const sent = await codeOf({ port: smtp.port, security: 'ssl', extraRoots });
    const options = { host: '127.0.0.1', port, serverName: 'localhost', extraRoots };
    const ended = await connect({ ...options, security: 'tls', bounds: {} }, signal).catch(String);

    assert.deepEqual([atStart, sent, reads().length], [1, 'sent', 1]);
    assert.ok(ended !== undefined, 'The server of IMAP closes after its greeting.');
  });
});
