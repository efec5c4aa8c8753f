/** nginx and Apache as private instances, with the configurations that docs/deployment.md and docs/scaling.md show. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeServerCertificate } from '../support/tls-certificate.ts';

export type ProxyName = 'nginx' | 'apache';

export interface ReverseProxy {
  /** PEM: the authority of its certificate. */
  readonly caPem: string;
  /** Ends the server and removes its folder. */
  stop(): Promise<void>;
}

export interface ProxyOptions {
  /** The port of 127.0.0.1 to listen on. */
  readonly port: number;
  /** The port of the server behind it. */
  readonly upstreamPort: number;
}

/** nginx before several nodes. */
export interface NodesProxyOptions {
  readonly port: number;
  readonly nodePorts: readonly number[];
}

const HOST = '127.0.0.1';
const MODULES = '/usr/lib/apache2/modules';
const DOCUMENTS = new URL('../../../../docs/', import.meta.url);
/** A loaded machine needs longer than the usual tenth of a second. */
const START_LIMIT_MS = 15_000;
const INTERVAL_MS = 20;

/** Standard input ends with the test process, however that dies, and then the server goes too. */
const LEASH = `
"$@" </dev/null &
server=$!
cat >/dev/null
kill "$server"
wait "$server"`;

interface ProxyKind {
  readonly binary: string;
  readonly package: string;
  /** The whole configuration of an instance around a block of the documentation. */
  readonly configure: (block: string, folder: string, port: number) => string;
  readonly command: (folder: string) => readonly string[];
}

/** One process each, in the foreground: it ends when it is told to. */
const KINDS: Readonly<Record<ProxyName, ProxyKind>> = {
  nginx: {
    binary: '/usr/sbin/nginx',
    package: 'nginx',
    configure: (block, folder, port) => `
      daemon off;
      master_process off;
      pid ${folder}/pid;
      events {}
      http {
        access_log off;
        ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
        ${block.replace('listen 443 ssl;', `listen ${HOST}:${port} ssl;`)}
      }`,
    command: (folder) => ['-e', join(folder, 'log'), '-p', folder, '-c', join(folder, 'conf')],
  },
  apache: {
    binary: '/usr/sbin/apache2',
    package: 'apache2-bin',
    configure: (block, folder, port) => `
      ServerRoot ${folder}
      ServerName ${HOST}
      DefaultRuntimeDir ${folder}
      PidFile ${folder}/pid
      ErrorLog ${folder}/log
      Listen ${HOST}:${port}
      ${['mpm_event', 'authz_core', 'alias', 'ssl', 'headers', 'proxy', 'proxy_http'].map((name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`).join('\n')}
      ${process.getuid?.() === 0 ? 'User www-data\nGroup www-data' : ''}
      ${block.replace('<VirtualHost *:443>', `<VirtualHost ${HOST}:${port}>`)}
      `,
    command: (folder) => ['-X', '-f', join(folder, 'conf')],
  },
};

/** Why the proxy cannot be run; false when it can. `CI=true` insists on it. */
export function proxyIsMissing(name: ProxyName): string | false {
  const { binary, package: debianPackage } = KINDS[name];
  const isExcused = !existsSync(binary) && process.env.CI !== 'true';
  return isExcused && `needs Debian's package ${debianPackage}`;
}

/** Starts it and settles when its port takes connections. */
export function startReverseProxy(
  name: ProxyName,
  { port, upstreamPort }: ProxyOptions,
): Promise<ReverseProxy> {
  const block = readBlock(name, 'deployment.md').replaceAll(`${HOST}:8025`, `${HOST}:${upstreamPort}`);
  return start(name, { block, port });
}

/** Starts nginx with the blocks of both pages, and settles when its port takes connections. */
export function startNodesProxy({ port, nodePorts }: NodesProxyOptions): Promise<ReverseProxy> {
  const nodes = readBlock('nginx', 'scaling.md');
  const [example = ''] = nodes.split('\n').filter((line) => /^ {4}server 10\.0\.0\.1:8025 /.test(line));
  const servers = nodePorts.map((each) => example.replace(/\S+:8025/, `${HOST}:${each}`));
  const server = readBlock('nginx', 'deployment.md').replaceAll(`${HOST}:8025`, 'nodes');
  const block = `${nodes.replace(/( {4}server .*\n)+/, `${servers.join('\n')}\n`)}${server}`;
  return start('nginx', { block, port });
}

async function start(
  name: ProxyName,
  { block: text, port }: { readonly block: string; readonly port: number },
): Promise<ReverseProxy> {
  const { binary, configure, command } = KINDS[name];
  const folder = await mkdtemp(join(tmpdir(), `posthorn-${name}-`));
  const caPem = await writeServerCertificate(folder);
  const block = text
    .replaceAll('/etc/ssl/certs/mail.example.org.pem', join(folder, 'server.pem'))
    .replaceAll('/etc/ssl/private/mail.example.org.key', join(folder, 'server.key'));
  await writeFile(join(folder, 'conf'), configure(block, folder, port));
  const leash = spawn('/bin/sh', ['-c', LEASH, 'leash', binary, ...command(folder)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // A Ctrl-C at the terminal must end the test first; the server follows by itself.
    detached: true,
  });
  const isGone = once(leash, 'exit');
  const stop = async (): Promise<void> => {
    leash.stdin.end();
    await isGone;
    await rm(folder, { recursive: true });
  };
  if (await acceptsConnections(port)) return { caPem, stop };
  const log = await readFile(join(folder, 'log'), 'utf8').catch(() => '');
  await stop();
  throw new Error(`${name} did not start.\n${log}`);
}

function readBlock(name: ProxyName, page: string): string {
  const text = readFileSync(new URL(page, DOCUMENTS), 'utf8');
  const block = new RegExp(`^\`\`\`${name}\n(.*?)^\`\`\`$`, 'ms').exec(text)?.[1];
  if (block === undefined) throw new Error(`docs/${page} has no block ${name}.`);
  return block;
}

async function acceptsConnections(port: number): Promise<boolean> {
  const deadline = Date.now() + START_LIMIT_MS;
  while (Date.now() < deadline) {
    if (await accepts(port)) return true;
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
  }
  return false;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, HOST, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
