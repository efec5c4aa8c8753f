/** HAProxy as a private instance, with the configuration that docs/scaling.md shows. */
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
const DOCUMENT = new URL('../../../../docs/scaling.md', import.meta.url);

/** Why it cannot be run; false when it can. `CI=true` insists on it. */
export const haproxyIsMissing: string | false =
  !existsSync(BINARY) && process.env.CI !== 'true' && "needs Debian's package haproxy";

/** Starts it before these ports of 127.0.0.1. */
export async function startHaproxy(ports: readonly number[]): Promise<LoadBalancer> {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-haproxy-'));
  const port = await findFreePort();
  const [, block = ''] = /```haproxy\n([\s\S]*?)```/.exec(readFileSync(DOCUMENT, 'utf8')) ?? [];
  const [example = ''] = block.split('\n').filter((line) => /^ {4}server node1 /.test(line));
  const servers = ports.map((each, index) =>
    example.replace('node1', `node${index + 1}`).replace(/\S+:8025/, `127.0.0.1:${each}`),
  );
  const text = block
    .replace('bind :80', `bind 127.0.0.1:${port}`)
    .replace(/( {4}server .*\n)+/, `${servers.join('\n')}\n`);
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
