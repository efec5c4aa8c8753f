/** `posthorn serve` with a store as a process, in an installation of its own. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createInstallationRoot, type InstallationRoot } from './installation-root.ts';
import { runPiped } from './piped-command.ts';
import { type PosthornProcess, startPosthornProcess } from './posthorn-process.ts';

export const V1 = '/rest-api-email/v1';
export const KEY_FILE = 'secrets.keys';
const LIMIT_MS = 120_000;

export interface StoreNodeOptions {
  readonly databaseUrl: string;
  /** The contents of the key file. */
  readonly keys: string;
  /** Of a mail server on loopback in clear text, for all users at example.org. */
  readonly imapPort: number;
  readonly smtpPort?: number;
  /** Further lines of `.env`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Flags of `serve`. */
  readonly flags?: readonly string[];
}

export interface StoreNode {
  readonly root: InstallationRoot;
  readonly server: PosthornProcess;
  /** Runs a command of this installation, which has to succeed; returns its standard output. */
  run(...args: readonly string[]): Promise<string>;
  /** A request of version 1 on a connection of its own. */
  ask(key: string, path: string, init?: RequestInit): Promise<Response>;
  /** Lets it read its configuration again, and waits until it has. */
  reload(): Promise<void>;
  /** Waits for a text in its output. */
  untilOutput(text: string): Promise<void>;
}

/** Starts it; it ends with the test. */
export async function startStoreNode(
  t: Pick<TestContext, 'after'>,
  options: StoreNodeOptions,
): Promise<StoreNode> {
  const { databaseUrl, keys, imapPort, smtpPort, settings = {}, flags = [] } = options;
  const lines = {
    ...{ AUTH_PROVIDER: 'single-imap-user', PORT: '0', APP_KEY: 'the-same' },
    ...{ APP_DATABASE_URL: databaseUrl, APP_SECRETS_KEYS_FILE: KEY_FILE, ...settings },
  };
  const env = Object.entries(lines).map(([name, value]) => `${name}=${value}\n`);
  const root = await createInstallationRoot(t, env.join(''));
  await root.write(KEY_FILE, keys);
  const inbox = { inbox_address: '127.0.0.1', inbox_port: imapPort, inbox_ssl: false };
  const outbox = { outbox_address: '127.0.0.1', outbox_port: smtpPort, outbox_secure: 'none' };
  const entry = { id: 'example', ...inbox, ...(smtpPort !== undefined && outbox) };
  const entries = [{ ...entry, match: '/@example\\.org$/', root: [] }];
  await root.write('app/config/imapserver.json', JSON.stringify(entries));
  const server = await startPosthornProcess(['serve', '--root', root.path, ...flags]);
  t.after(() => server.stop());
  const until = async (isTrue: () => boolean, what: string) => {
    const deadline = Date.now() + LIMIT_MS;
    while (!isTrue()) {
      assert.ok(Date.now() < deadline, `it did not come: ${what}\n${server.output().slice(-2_000)}`);
      await wait(20);
    }
  };
  const reloads = () => server.output().split('"configuration reloaded"').length;
  return {
    ...{ root, server },
    async run(...args) {
      const { code, stdout, stderr } = await runPiped({ args: [...args, '--root', root.path] });
      assert.deepEqual([code, stderr], [0, ''], args.join(' '));
      return stdout;
    },
    ask: (key, path, init) => requestV1(`Bearer ${key}`, { address: server.address, path }, init),
    async reload() {
      const before = reloads();
      process.kill(server.pid, 'SIGHUP');
      await until(() => reloads() > before, 'a reload');
    },
    untilOutput: (text) => until(() => server.output().includes(text), text),
  };
}

/** A request of version 1 on a connection of its own. */
export function requestV1(
  authorization: string,
  { address, path }: { readonly address: string; readonly path: string },
  init: RequestInit = {},
): Promise<Response> {
  return fetch(`${address}${V1}${path}`, {
    ...init,
    headers: {
      authorization,
      connection: 'close',
      ...(init.body !== undefined && { 'content-type': 'application/vnd.api+json' }),
      ...init.headers,
    },
  });
}

/** The Authorization of a person. */
export function loginOf({ user, password }: { readonly user: string; readonly password: string }): string {
  return `Basic ${btoa(`${user}:${password}`)}`;
}

/** A document of version 1 to post or patch. */
export function documentOf(type: string, attributes: object, id?: string): string {
  return JSON.stringify({ data: { type, ...(id !== undefined && { id }), attributes } });
}

/** The attributes of an account at the mail server of a node. */
export function passwordAccount(
  user: string,
  { imapPort, password }: { readonly imapPort: number; readonly password: string },
): object {
  return {
    ...{ from: { address: user, name: '' }, login: { mechanism: 'password', user, password } },
    ...{ inbox_address: '127.0.0.1', inbox_port: imapPort, inbox_ssl: false, outbox_address: null },
  };
}
