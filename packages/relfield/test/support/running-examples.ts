/** Starts the example servers on free ports of the loopback interface. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { createExpressExample } from '../../examples/express.ts';
import { createFastifyExample } from '../../examples/fastify.ts';
import { createHonoExample } from '../../examples/hono.ts';
import { createNodeHttpExample } from '../../examples/node-http.ts';

/** A server that listens. */
export interface RunningExample {
  readonly port: number;
  stop(): Promise<unknown>;
}

const NEST = new URL('../../examples/nest/', import.meta.url);

/** How each example is started, by the name of what it is made with. */
export const EXAMPLES: Readonly<Record<string, () => Promise<RunningExample>>> = {
  'node:http': () => listen(createNodeHttpExample()),
  Fastify: startFastify,
  Express: () => listen(createServer(createExpressExample())),
  Hono: () => listen(createServer(getRequestListener(createHonoExample().fetch))),
  NestJS: startNest,
};

async function startFastify(): Promise<RunningExample> {
  const app = await createFastifyExample();
  await app.ready();
  return { ...(await listen(app.server)), stop: () => app.close() };
}

async function listen(server: Server): Promise<RunningExample> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = () => new Promise((resolve) => server.close(resolve));
  return { port: (server.address() as AddressInfo).port, stop };
}

/** A process of its own: its decorators need an option of the compiler. */
async function startNest(): Promise<RunningExample> {
  const program = fileURLToPath(new URL('main.ts', NEST));
  const env = { ...process.env, TSX_TSCONFIG_PATH: fileURLToPath(new URL('tsconfig.json', NEST)) };
  const child = spawn(process.execPath, ['--conditions=posthorn-source', '--import', 'tsx', program], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const [address] = await once(createInterface(child.stdout), 'line');
  const stop = () => {
    child.kill();
    return exited;
  };
  return { port: Number(new URL(address).port), stop };
}
