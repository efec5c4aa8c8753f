/** The manifests of deploy/kubernetes, as far as they can be tried without a cluster: their settings start the server, and the probes find it. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { renderNewKey } from '../../src/config/secrets-keys.ts';
import { findFreePort } from '../support/free-port.ts';
import { type Postgres, postgresIsMissing, startPostgres } from '../support/postgres.ts';
import { REPOSITORY } from './container-image.ts';
import { createInstallationRoot } from './installation-root.ts';
import { startPosthornProcess } from './posthorn-process.ts';

interface Variable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: {
    readonly secretKeyRef?: { readonly key: string };
    readonly fieldRef?: { readonly fieldPath: string };
  };
}

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}

interface Container {
  readonly env: readonly Variable[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly startupProbe: Probe;
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
}

interface Rendered {
  readonly resources: readonly {
    readonly kind: string;
    readonly spec: { readonly template?: { readonly spec: { readonly containers: readonly Container[] } } };
  }[];
}

const KUBERNETES = join(REPOSITORY, 'deploy/kubernetes');
const POD_IP = '127.0.0.1';
const JOIN_MS = 60_000;

async function containerOf(overlay: string): Promise<Container> {
  const { renderKustomization } = await import(join(REPOSITORY, 'scripts/kubernetes.mjs'));
  const { resources } = renderKustomization(join(KUBERNETES, 'overlays', overlay)) as Rendered;
  const container = resources.find(({ kind }) => kind === 'Deployment')?.spec.template?.spec.containers[0];
  assert.ok(container);
  return container;
}

describe('deploy/kubernetes', () => {
  let postgres: Postgres | undefined;
  before(async () => {
    if (!postgresIsMissing) postgres = await startPostgres();
  });
  after(() => postgres?.stop());

  /** Starts the container's command with its settings; ports are free ones, and paths below the installation. */
  async function start(t: TestContext, overlay: string, secrets: Readonly<Record<string, string>>) {
    const container = await containerOf(overlay);
    const root = await createInstallationRoot(t, '');
    const name = 'imapserver.json';
    await root.write(`app/config/${name}`, await readFile(join(KUBERNETES, 'base', name), 'utf8'));
    await root.write('secrets.keys', renderNewKey('first'));
    const ports = new Map<number, number>();
    for (const { containerPort } of container.ports) ports.set(containerPort, await findFreePort());
    const fill = (value: string) =>
      value
        .replace('$(POD_IP)', POD_IP)
        .replace('/run/posthorn', root.path)
        .replace('/data', root.path)
        .replace(/\d{4}$/, (port) => String(ports.get(Number(port)) ?? port));
    const environment: Record<string, string> = { HOST: POD_IP, PORT: fill('8025') };
    for (const { name: variable, value, valueFrom } of container.env) {
      const { secretKeyRef, fieldRef } = valueFrom ?? {};
      if (fieldRef !== undefined) assert.equal(fieldRef.fieldPath, 'status.podIP');
      const given = secretKeyRef ? secrets[secretKeyRef.key] : fieldRef ? POD_IP : value;
      assert.ok(given, variable);
      environment[variable] = secretKeyRef ? given : fill(given);
    }
    const server = await startPosthornProcess(['serve', '--root', root.path], { environment });
    t.after(() => server.stop());
    const ask = (port: number | string, path: string) => {
      const known = container.ports.find((one) => one.name === port)?.containerPort ?? Number(port);
      return fetch(`http://${POD_IP}:${ports.get(known)}${path}`);
    };
    return { container, ask };
  }

  for (const overlay of ['single', 'cluster']) {
    const isCluster = overlay === 'cluster';
    it(`${overlay}: its settings start the server, which its probes find`, {
      skip: isCluster && postgresIsMissing,
    }, async (t) => {
      const url = isCluster ? await postgres?.createDatabase() : '';
      const secrets = { 'app-key': 'a-long-text-of-a-secret', 'database-url': url ?? '' };

      const { container, ask } = await start(t, overlay, secrets);

      const { startupProbe, livenessProbe, readinessProbe } = container;
      for (const { httpGet } of [startupProbe, livenessProbe, readinessProbe]) {
        assert.equal((await ask(httpGet.port, httpGet.path)).status, 200, httpGet.path);
      }
      assert.match(await (await ask('metrics', '/metrics')).text(), /^posthorn_/m);
      assert.equal((await ask('http', '/rest-api-email/v1/MailAccounts')).status, 401);
      if (!isCluster) return;
      const ready = async () => (await ask('http', '/health/ready')).json() as Promise<{ node?: string }>;
      for (const end = Date.now() + JOIN_MS; (await ready()).node !== 'joined' && Date.now() < end; )
        await wait(100);
      assert.equal((await ready()).node, 'joined');
      // A request without the signature of a node.
      assert.ok((await ask('nodes', '/rest-api-email/v1/MailAccounts')).status >= 400);
    });
  }
});
