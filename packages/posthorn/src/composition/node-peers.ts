import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeConnectionData } from '../adapters/auth/connection-data.ts';
import type { ShardOwnership } from '../application/ownership/shard-ownership.ts';
import type { Settings } from '../config/settings.ts';
import { shardOf } from '../domain/accounts/account-shard.ts';
import type { FindRoute } from '../http/peers/peer-route.ts';
import { createPeers, type PeerNode, type Peers } from '../http/peers/peers.ts';
import type { RequestKey, RequestKeysOptions } from '../http/peers/request-key.ts';
import { installationKey } from './installation-key.ts';
import type { OpenNode, ProcessOwnership } from './open-ownership.ts';
import type { Services } from './services.ts';

/** A process and its node's accounts. */
export interface NodePeersOptions {
  readonly settings: Settings;
  readonly ownership: ProcessOwnership;
  readonly onMissed: () => void;
  readonly onForwarded: () => void;
}

/** Peers of a process without workers; undefined without APP_NODE_URL. */
export function nodePeers({
  services,
  ownership,
  node: open,
}: {
  readonly services: Services;
  readonly ownership: ProcessOwnership;
  readonly node: OpenNode | null;
}): Peers | undefined {
  const { settings } = services.configuration;
  const onForwarded = (): void => services.telemetry.addForward();
  const onMissed = (): void => open?.hurry();
  const node = peerNodeOf({ settings, ownership, onMissed, onForwarded });
  if (node === undefined) return undefined;
  const socketPath = join(tmpdir(), `posthorn-${randomUUID()}.sock`);
  return createPeers({ ...requestKeysOptions(settings), socketPath, node, findWorker: () => 'here' });
}

/** The node as seen by peers; undefined without APP_NODE_URL. */
export function peerNodeOf({ settings, ownership, ...events }: NodePeersOptions): PeerNode | undefined {
  const { nodeUrl: url, key, host, port } = settings;
  if (url === null || !('locate' in ownership)) return undefined;
  const ownPort = Number(new URL(url).port || 80);
  return {
    ...{ url, ...events, now: Date.now },
    key: installationKey(key, 'node'),
    findNode: nodeRoute(ownership),
    owns: ({ name }: RequestKey) => ownership.holds(shardOf(name)),
    isJoined: () => ownership.isJoined,
    hasEnded: (nodeUrl) => ownership.hasEnded(nodeUrl),
    listener: ownPort === port ? null : { host, port: ownPort },
  };
}

/** Options that find a request's user, account or key. */
export function requestKeysOptions({
  key,
  authProvider,
  authPath,
  databaseUrl,
}: Settings): RequestKeysOptions {
  return {
    decodeConnectionData,
    downloadKey: installationKey(key, 'download link'),
    authPath: authProvider === 'single-imap-user' ? authPath : null,
    hasKeys: databaseUrl !== null,
  };
}

function nodeRoute(ownership: ShardOwnership): FindRoute {
  return ({ name }) => {
    const place = ownership.locate(shardOf(name));
    return place === 'here' || place === 'nowhere' ? place : { nodeUrl: place };
  };
}
