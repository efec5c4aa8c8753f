/** HAProxy as a private instance, with a configuration of this repository. */
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../support/free-port.ts';
import { startPrivateServer } from '../support/private-server.ts';

/** A load balancer. */
export interface LoadBalancer {
  readonly address: string;
  stop(): Promise<void>;
}

const BINARY = '/usr/sbin/haproxy';
const REPOSITORY = new URL('../../../../', import.meta.url);

/** Why it cannot be run; false when it can. `CI=true` insists on it. */
export const haproxyIsMissing: string | false =
  !existsSync(BINARY) && process.env.CI !== 'true' && "needs Debian's package haproxy";

/** Starts it as docs/scaling.md shows it, before these ports of 127.0.0.1. */
export async function startHaproxy(ports: readonly number[]): Promise<LoadBalancer> {
  const port = await findFreePort();
  const [, block = ''] = /```haproxy\n([\s\S]*?)```/.exec(readDocument('docs/scaling.md')) ?? [];
  const [example = ''] = block.split('\n').filter((line) => /^ {4}server node1 /.test(line));
  const servers = ports.map((each, index) =>
    example.replace('node1', `node${index + 1}`).replace(/\S+:8025/, `127.0.0.1:${each}`),
  );
  const text = block
    .replace('bind :80', `bind 127.0.0.1:${port}`)
    .replace(/( {4}server .*\n)+/, `${servers.join('\n')}\n`);
  return start(text, port);
}

/** Starts it with deploy/haproxy.cfg, before three ports of 127.0.0.1. `health` is what the container's health check asks. */
export async function startComposeBalancer(
  ports: readonly number[],
): Promise<LoadBalancer & { readonly health: string }> {
  const [port, healthPort] = [await findFreePort(), await findFreePort()];
  const text = readDocument('deploy/haproxy.cfg')
    .replace('bind :8080', `bind 127.0.0.1:${port}`)
    .replace('bind 127.0.0.1:8081', `bind 127.0.0.1:${healthPort}`)
    .replace(/node(\d):8025/g, (_, number: string) => `127.0.0.1:${ports[Number(number) - 1]}`);
  return { ...(await start(text, port)), health: `http://127.0.0.1:${healthPort}/` };
}

async function start(text: string, port: number): Promise<LoadBalancer> {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-haproxy-'));
  await writeFile(join(folder, 'haproxy.cfg'), text);
  const address = `http://127.0.0.1:${port}`;
  const server = await startPrivateServer({
    command: [BINARY, '-db', '-f', join(folder, 'haproxy.cfg')],
    ...{ folder, port, logFile: join(folder, 'log') },
    isReady: () =>
      fetch(`${address}/health`).then(
        ({ ok }) => ok,
        () => false,
      ),
  });
  if (server instanceof Error) throw server;
  return { address, stop: () => server.stop() };
}

function readDocument(name: string): string {
  return readFileSync(new URL(name, REPOSITORY), 'utf8');
}
