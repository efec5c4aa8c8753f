/** `posthorn serve` as a process of which all outputs are kept: both streams, files, metrics, traces. */
import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Sandbox } from 'posthorn-sandbox';
import { findFreePort } from '../support/free-port.ts';
import { createInstallationRoot } from './installation-root.ts';
import { startPosthornProcess } from './posthorn-process.ts';

const SPAN_WRITER = join(import.meta.dirname, 'write-spans.mjs');

export interface WatchedPosthorn {
  readonly address: string;
  readonly rootDirectory: string;
  /** The strings of a snapshot of its heap, after all garbage was collected. */
  readHeapStrings(): Promise<readonly string[]>;
  /** Ends the process, and gives what it has put out, by where. */
  finish(): Promise<Readonly<Record<string, string>>>;
}

export interface WatchedOptions {
  /** With implicit TLS and SMTP. */
  readonly sandbox: Sandbox;
  /** PEM. */
  readonly authority: string;
  /** Lines of `.env` besides the usual ones. */
  readonly settings: string;
  /** Further files of the installation, by name. */
  readonly files?: Readonly<Record<string, string>>;
}

const HEAP_LIMIT_MS = 60_000;

/** Starts it; it ends with the test at the latest. */
export async function startWatchedPosthorn(
  t: TestContext,
  { sandbox, authority, settings, files = {} }: WatchedOptions,
): Promise<WatchedPosthorn> {
  const metricsPort = await findFreePort();
  const lines = `AUTH_PROVIDER=single-imap-user\nPORT=0\nAPP_CA_FILE=ca.pem\nMETRICS_PORT=${metricsPort}\n`;
  const root = await createInstallationRoot(t, `${lines}APP_AUDIT_LOG=audit.log\n${settings}`);
  const entry = {
    ...{ id: 'example', inbox_address: 'localhost', inbox_port: sandbox.imapsPort, inbox_ssl: true },
    ...{ outbox_address: 'localhost', outbox_port: sandbox.smtpPort, outbox_secure: 'starttls' },
    ...{ match: '/@example\\.org$/', root: [], auth: ['password', 'bearer'] },
  };
  await root.write('ca.pem', authority);
  await root.write('app/config/imapserver.js', `export default [${JSON.stringify(entry)}];`);
  for (const [name, contents] of Object.entries(files)) await root.write(name, contents);
  const [temporary, snapshots] = [join(root.path, 'tmp'), join(root.path, 'snapshots')];
  await mkdir(temporary);
  await mkdir(snapshots);
  const posthorn = await startPosthornProcess(['serve', '--root', root.path], {
    cwd: root.path,
    environment: {
      TMPDIR: temporary,
      NODE_OPTIONS: `--import ${SPAN_WRITER} --heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${snapshots}`,
      SPANS_FILE: join(root.path, 'spans.jsonl'),
    },
  });
  t.after(() => posthorn.stop());
  return {
    ...{ address: posthorn.address, rootDirectory: root.path },
    async readHeapStrings() {
      process.kill(posthorn.pid, 'SIGUSR2');
      return readSnapshot(snapshots);
    },
    async finish() {
      const answer = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
      const metrics = await answer.text();
      const files = await readFiles(temporary);
      await posthorn.stop();
      return {
        ...{ log: posthorn.output(), metrics, files },
        audit: (await root.read('audit.log')) ?? '',
        spans: (await root.read('spans.jsonl')) ?? '',
      };
    },
  };
}

/** All files of the folder, with their names. */
async function readFiles(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true });
  const texts = names.map(
    async (name) => `${name}\n${await readFile(join(folder, name), 'latin1').catch(() => '')}`,
  );
  return (await Promise.all(texts)).join('\n');
}

/** Waits for the one snapshot in the folder, which the process writes in pieces. */
async function readSnapshot(folder: string): Promise<readonly string[]> {
  const deadline = Date.now() + HEAP_LIMIT_MS;
  for (let octets = 0; Date.now() < deadline; await wait(200)) {
    const [name] = await readdir(folder);
    if (name === undefined) continue;
    const { size } = await stat(join(folder, name));
    if (size > 0 && size === octets) {
      const text = await readFile(join(folder, name), 'utf8');
      if (text.trimEnd().endsWith('}')) return (JSON.parse(text) as { strings: string[] }).strings;
    }
    octets = size;
  }
  throw new Error('There is no snapshot of the heap.');
}
