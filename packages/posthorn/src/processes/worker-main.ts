/** The program of a worker process: serves as its primary process says. */
import { decodeConnectionData } from '../adapters/auth/connection-data.ts';
import { createPosthorn, type Posthorn } from '../composition/create-posthorn.ts';
import { optimiseEarly } from '../composition/early-optimisation.ts';
import { installationKey } from '../composition/installation-key.ts';
import { loadBindings } from '../composition/load-bindings.ts';
import { loadReloadable } from '../composition/load-configuration.ts';
import type { Configuration, Overrides } from '../composition/services.ts';
import { keepHeapSmall } from '../composition/small-heap.ts';
import { readCertificateAuthorities } from '../config/certificate-authorities.ts';
import { ConfigurationError } from '../config/configuration-error.ts';
import { createPeers, type Peers } from '../http/peers/peers.ts';
import type { PrimaryMessage, WorkerMessage, WorkerStart } from './messages.ts';
import { createSharedStores, type SharedCall } from './shared-stores.ts';
import { workerSettings } from './worker-settings.ts';

const STOP_SIGNALS = ['SIGTERM', 'SIGINT'] as const;

const calls = new Map<number, (value: unknown) => void>();
let posthorn: Posthorn | undefined;
let settings: WorkerStart['settings'] | undefined;
let rootDirectory = '';
let lastCall = 0;
let isStopping = false;
let allowFinish: () => void = () => undefined;
const mayFinish = new Promise<void>((resolve) => {
  allowFinish = resolve;
});

process.on('message', (message: PrimaryMessage) => {
  if (message.kind === 'start') void start(message);
  if (message.kind === 'reload') void reload();
  if (message.kind === 'measure') void measure(message.id);
  if (message.kind === 'finish') allowFinish();
  if (message.kind === 'result') settleCall(message.id, message.value);
});
// The primary process decides when the configuration is read again.
process.on('SIGHUP', () => undefined);
keepHeapSmall();
say({ kind: 'listening' });

async function start(order: WorkerStart): Promise<void> {
  try {
    posthorn = await createWorker(order);
    // Also when a service manager or a terminal sends them to all processes; a worker that was told twice does not stop twice.
    for (const signal of STOP_SIGNALS) process.on(signal, () => void stop());
    await posthorn.listen();
    optimiseEarly();
    say({ kind: 'ready' });
  } catch (error) {
    const problems = error instanceof ConfigurationError ? { problems: error.problems } : {};
    const message = error instanceof Error ? error.message : String(error);
    say({ kind: 'failed', message, ...problems }, () => process.exit(1));
  }
}

async function createWorker(order: WorkerStart): Promise<Posthorn> {
  const { worker, processCount } = order;
  ({ settings, rootDirectory } = order);
  const configuration: Configuration = {
    ...(await loadReloadable({ rootDirectory, settings, revision: 0 })),
    settings: workerSettings(settings, { worker, processCount }),
    extraRoots: await readCertificateAuthorities(settings.caFile),
    processCount,
  };
  const { answerStore, rateLimits } = createSharedStores(sendCall);
  const bindings = await loadBindings({ rootDirectory, configuration });
  const shared: Overrides = {
    answerStore: () => answerStore,
    rateLimits: () => rateLimits,
    logger: (_services, inherited) => inherited().child({ worker }),
  };
  return createPosthorn(configuration, bindings, { peers: peersOf(order), shared });
}

function peersOf({
  worker,
  processCount,
  directory,
  settings: { authProvider, authPath, key },
}: WorkerStart): Peers {
  const peers = createPeers({
    worker,
    directory,
    decodeConnectionData,
    downloadKey: installationKey(key, 'download link'),
    workers: Array.from({ length: processCount }, (_, index) => index + 1),
    authPath: authProvider === 'single-imap-user' ? authPath : null,
  });
  return {
    ...peers,
    // Other workers may have clients whose accounts belong to this one.
    async close() {
      say({ kind: 'emptied' });
      await mayFinish;
      await peers.close();
    },
  };
}

function sendCall(call: SharedCall): Promise<unknown> {
  lastCall += 1;
  const id = lastCall;
  return new Promise((resolve) => {
    calls.set(id, resolve);
    say({ kind: 'call', id, ...call });
  });
}

function settleCall(id: number, value: unknown): void {
  calls.get(id)?.(value);
  calls.delete(id);
}

async function reload(): Promise<void> {
  const current = settings;
  if (current === undefined) return;
  await posthorn?.reload((revision) => loadReloadable({ rootDirectory, settings: current, revision }));
}

async function measure(id: number): Promise<void> {
  const services = posthorn?.services;
  const snapshot = (await services?.telemetry.metrics?.snapshot(services.imapSessions.usage)) ?? null;
  say({ kind: 'measured', id, snapshot });
}

/** Ends the process as a single process would end: with code 0, or with 1 after a timeout. */
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  const { stopDelaySeconds = 0, stopTimeoutSeconds = 0 } = settings ?? {};
  setTimeout(() => process.exit(1), (stopDelaySeconds + stopTimeoutSeconds) * 1000).unref();
  await posthorn?.close().catch(() => process.exit(1));
  process.exit(0);
}

/** The process ends with its connection to the primary process (node:cluster), so there is always somebody to tell. */
function say(message: WorkerMessage, onSent: () => void = () => undefined): void {
  process.send?.(message, undefined, undefined, onSent);
}
