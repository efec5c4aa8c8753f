import { join } from 'node:path';
import { createPosthorn, type Posthorn } from '../composition/create-posthorn.ts';
import { optimiseEarly } from '../composition/early-optimisation.ts';
import { loadBindings } from '../composition/load-bindings.ts';
import { loadReloadable } from '../composition/load-configuration.ts';
import { peerNodeOf, requestKeysOptions } from '../composition/node-peers.ts';
import { createWorkerOwnership, type ProcessOwnership } from '../composition/open-ownership.ts';
import { closeOnFailure, openStore } from '../composition/open-store.ts';
import type { Configuration, Overrides } from '../composition/services.ts';
import { keepHeapSmall } from '../composition/small-heap.ts';
import { stateBindings } from '../composition/state-bindings.ts';
import { readCertificateAuthorities } from '../config/certificate-authorities.ts';
import { ConfigurationError } from '../config/configuration-error.ts';
import { createWorkerRoute } from '../http/peers/peer-route.ts';
import { createPeers, type Peers } from '../http/peers/peers.ts';
import { chooseWorker } from '../http/peers/rendezvous.ts';
import { exitAfterLog } from '../observability/logger.ts';
import type { PrimaryMessage, WorkerMessage, WorkerStart } from './messages.ts';
import { type CallResult, createSharedState, resultValue, type SharedCall } from './shared-state.ts';
import { workerSettings } from './worker-settings.ts';

const STOP_SIGNALS = ['SIGTERM', 'SIGINT'] as const;

const calls = new Map<number, (result: CallResult) => void>();
let posthorn: Posthorn | undefined;
let ownership: ProcessOwnership | undefined;
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
  if (message.kind === 'view' && ownership && 'show' in ownership) ownership.show(message.view);
  if (message.kind === 'result') settleCall(message);
});
// The primary process reloads.
process.on('SIGHUP', () => undefined);
keepHeapSmall();
say({ kind: 'listening' });

async function start(order: WorkerStart): Promise<void> {
  try {
    posthorn = await createWorker(order);
    // Terminals and service managers signal all processes.
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
  const bindings = await loadBindings({ rootDirectory, configuration });
  const shared: Overrides = {
    ...stateBindings(() => createSharedState(sendCall)),
    logger: (_services, inherited) => inherited().child({ worker }),
  };
  // The primary process locks the file.
  const store = await openStore(configuration, { isServer: false });
  ownership = createWorkerOwnership(
    store?.nodes ?? null,
    (account) => chooseWorker(account, workersOf(order)) === worker,
  );
  const others = { peers: peersOf(order, ownership), shared, ownership };
  return closeOnFailure(store, async () => createPosthorn(configuration, bindings, { ...others, store }));
}

function workersOf({ processCount }: WorkerStart): readonly number[] {
  return Array.from({ length: processCount }, (_, index) => index + 1);
}

function peersOf(order: WorkerStart, ofWorker: ProcessOwnership): Peers {
  const { worker, directory } = order;
  const socketOf = (owner: number): string => join(directory, `${owner}.sock`);
  const node = peerNodeOf({
    settings: order.settings,
    ownership: ofWorker,
    onMissed: () => say({ kind: 'missed' }),
    onForwarded: () => posthorn?.services.telemetry.addForward(),
  });
  const peers = createPeers({
    ...requestKeysOptions(order.settings),
    socketPath: socketOf(worker),
    findWorker: createWorkerRoute({ worker, workers: workersOf(order), socketOf }),
    ...(node && { node }),
  });
  return {
    createListener: (serve) => peers.createListener(serve),
    isWithoutOwner: (request) => peers.isWithoutOwner(request),
    isForged: (request) => peers.isForged(request),
    isNodeAddress: (address) => peers.isNodeAddress(address),
    get isJoined() {
      return peers.isJoined;
    },
    listen: () => peers.listen(),
    // Other workers' clients may use this one's accounts.
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
  const result = new Promise<CallResult>((resolve) => {
    calls.set(id, resolve);
    say({ kind: 'call', id, ...call });
  });
  return result.then(resultValue);
}

function settleCall({
  id,
  kind: _kind,
  ...result
}: CallResult & { readonly id: number; readonly kind: string }): void {
  calls.get(id)?.(result);
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

/** Exits with 0; 1 after a timeout. */
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  const { stopDelaySeconds = 0, stopTimeoutSeconds = 0 } = settings ?? {};
  setTimeout(() => process.exit(1), (stopDelaySeconds + stopTimeoutSeconds) * 1000).unref();
  if (posthorn === undefined) process.exit(0);
  const { close, services } = posthorn;
  const code = await close().then(
    () => 0,
    () => 1,
  );
  exitAfterLog(services.logger, code);
}

/** The process ends with this channel (node:cluster). */
function say(message: WorkerMessage, onSent: () => void = () => undefined): void {
  process.send?.(message, undefined, undefined, onSent);
}
