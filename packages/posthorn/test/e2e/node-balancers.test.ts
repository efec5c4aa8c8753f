/** The load balancers of docs/scaling.md and of deploy, before servers that fail as nodes may. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request as requestHttp, type Server } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { findFreePort } from '../support/free-port.ts';
import { haproxyIsMissing, startComposeBalancer, startHaproxy } from './haproxy.ts';
import { proxyIsMissing, startNodesProxy } from './reverse-proxy.ts';

interface Balancer {
  readonly address: string;
  readonly caPem?: string;
  stop(): Promise<void>;
}

const BALANCERS: Readonly<
  Record<
    string,
    {
      readonly isMissing: string | false;
      readonly start: (ports: readonly number[]) => Promise<Balancer>;
    }
  >
> = {
  'HAProxy of docs/scaling.md': { isMissing: haproxyIsMissing, start: startHaproxy },
  'deploy/haproxy.cfg': { isMissing: haproxyIsMissing, start: startComposeBalancer },
  'nginx of docs/scaling.md': {
    isMissing: proxyIsMissing('nginx'),
    async start(nodePorts) {
      const port = await findFreePort();
      return { address: `https://127.0.0.1:${port}`, ...(await startNodesProxy({ port, nodePorts })) };
    },
  },
};
const NODES = 3;
/** The sample of nginx serves it there. */
const PATH = '/mail/x';

/** Servers in place of nodes. */
class Nodes {
  /** Requests but those of the balancer itself. */
  readonly requests: IncomingMessage[] = [];
  /** How many of the next ones lose their connection when they have been read. */
  dropped = 0;
  readonly #servers: readonly Server[];

  private constructor(count: number) {
    this.#servers = Array.from({ length: count }, () =>
      createServer({ maxHeaderSize: 65_536 }, (received, response) => {
        if (received.url?.startsWith('/health')) return response.end('{}');
        this.requests.push(received);
        received.resume().on('end', () => {
          this.dropped -= 1;
          if (this.dropped >= 0) received.socket.destroy();
          else response.end(received.url);
        });
      }),
    );
  }

  static async start(t: TestContext): Promise<Nodes> {
    const nodes = new Nodes(NODES);
    for (const server of nodes.#servers) await once(server.listen(0, '127.0.0.1'), 'listening');
    t.after(() => nodes.stop(NODES));
    return nodes;
  }

  get ports(): readonly number[] {
    return this.#servers.map((server) => (server.address() as AddressInfo).port);
  }

  /** Ends the first of them at once. */
  stop(count: number): void {
    for (const server of this.#servers.slice(0, count)) {
      server.close();
      server.closeAllConnections();
    }
  }
}

async function ask(
  { address, caPem }: Balancer,
  { method = 'GET', path = PATH, headers = {}, body }: Partial<Asked> = {},
) {
  const send = address.startsWith('https:') ? requestHttps : requestHttp;
  const sent = send(`${address}${path}`, {
    ...{ method, headers: { connection: 'close', ...headers }, agent: false },
    ...(caPem !== undefined && { ca: caPem }),
  });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode, body: await text(response) };
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

for (const [name, { isMissing, start }] of Object.entries(BALANCERS)) {
  describe(name, { skip: isMissing }, () => {
    const startScene = async (t: TestContext) => {
      const nodes = await Nodes.start(t);
      const balancer = await start(nodes.ports);
      t.after(() => balancer.stop());
      return { nodes, balancer };
    };

    it('sends a read again whose node ends without an answer, and a change never', async (t) => {
      const { nodes, balancer } = await startScene(t);
      const outcomes: unknown[] = [];
      for (const method of ['GET', 'POST', 'PATCH']) {
        nodes.requests.length = 0;
        nodes.dropped = 1;
        const { status } = await ask(balancer, { method, ...(method !== 'GET' && { body: '{"a":1}' }) });
        outcomes.push([method, status, nodes.requests.length]);
      }

      assert.deepEqual(outcomes, [
        ['GET', 200, 2],
        ['POST', 502, 1],
        ['PATCH', 502, 1],
      ]);
    });

    it('loses no request and no change to nodes that are away', async (t) => {
      const { nodes, balancer } = await startScene(t);
      await ask(balancer);
      nodes.stop(NODES - 1);

      const methods = Array.from({ length: 30 }, (_, index) => (index % 2 ? 'POST' : 'GET'));
      const answers = await Promise.all(
        methods.map((method) => ask(balancer, { method, ...(method === 'POST' && { body: '{}' }) })),
      );

      assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
      // One at the beginning.
      assert.equal(nodes.requests.length, methods.length + 1);
    });

    it('takes heads of 31 KB, and passes paths on as they are', async (t) => {
      const { balancer } = await startScene(t);
      const path = `${PATH}/%5BGmail%5D%2FDrafts/[Gmail]%2fA?a=+cc,-size&b=%2B%20`;
      const headers = { 'x-one': 'x'.repeat(15_500), 'x-other': 'y'.repeat(15_500) };

      assert.deepEqual(await ask(balancer, { path, headers }), { status: 200, body: path });
    });

    it('tells the address of the client', async (t) => {
      const { nodes, balancer } = await startScene(t);
      await ask(balancer, { headers: { 'x-forwarded-for': '203.0.113.9' } });

      const [received] = nodes.requests;
      assert.equal(String(received?.headers['x-forwarded-for']).split(',').at(-1)?.trim(), '127.0.0.1');
    });
  });
}

describe('deploy/haproxy.cfg', { skip: haproxyIsMissing }, () => {
  it('is healthy while there is a node', async (t) => {
    const nodes = await Nodes.start(t);
    const balancer = await startComposeBalancer(nodes.ports);
    t.after(() => balancer.stop());
    const statuses = new Set([(await fetch(balancer.health)).status]);
    nodes.stop(NODES);
    for (let look = 0; look < 100 && !statuses.has(503); look += 1) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      statuses.add((await fetch(balancer.health)).status);
    }

    assert.deepEqual([...statuses], [200, 503]);
  });
});
