import { randomUUID } from 'node:crypto';
import { createFixedOwnership } from '../application/ownership/fixed-ownership.ts';
import { NodeMembership } from '../application/ownership/node-membership.ts';
import type { NodeView } from '../application/ownership/node-view.ts';
import { ShardOwnership } from '../application/ownership/shard-ownership.ts';
import type { AccountOwnership } from '../application/ports/account-ownership.ts';
import type { NodeRun, Nodes, StoredNode } from '../application/ports/state/nodes.ts';
import { PROGRAM_VERSION } from '../config/program-version.ts';
import type { Settings } from '../config/settings.ts';
import type { Shard } from '../domain/accounts/account-shard.ts';
import { MailError } from '../domain/errors/mail-error.ts';
import { type MachineClock, timeUntil } from '../domain/values/deadline.ts';
import type { Logger } from '../observability/logger.ts';
import type { NodeMeasures } from '../observability/metrics.ts';
import { hasProcessEnded, machineName } from './machine-name.ts';

/** A node of its database. */
export interface OpenNode {
  /** Settles after the first beat, even without the database. */
  start(): Promise<void>;
  /** Looks for changed owners at once. */
  hurry(): void;
  /** Lets others take the accounts; running requests end here. */
  retire(): Promise<void>;
  /** Without the database: the last count. */
  measure(): Promise<NodeMeasures>;
  /** Hands all accounts over. */
  close(): Promise<void>;
}

/** A node's parts. */
export interface NodeOptions {
  readonly nodes: Nodes;
  readonly settings: Settings;
  readonly logger: Logger;
  readonly onView: (view: NodeView | null) => void;
}

const NANOSECONDS_PER_MS = 1_000_000;
const MS_PER_SECOND = 1_000;
const COUNT_MS = 30_000;

/** The machine's processes share `hrtime`. */
export const NODE_CLOCK: MachineClock = {
  monotonic: () => Number(process.hrtime.bigint()) / NANOSECONDS_PER_MS,
  wall: Date.now,
};

/** A node that has not joined. */
export function openNode({ nodes, settings, logger, onView }: NodeOptions): OpenNode {
  const machine = machineName();
  const self: Omit<NodeRun, 'id'> = {
    ...{ url: settings.nodeUrl, version: PROGRAM_VERSION, roles: settings.roles },
    ...{ capacity: settings.workers, machine, pid: process.pid },
  };
  let isAway = false;
  let shown: NodeView | null = null;
  const membership = new NodeMembership({
    ...{ nodes, self, clock: NODE_CLOCK, newId: randomUUID },
    hasEnded: (node: StoredNode) => machine !== null && node.machine === machine && hasProcessEnded(node.pid),
    onView(view) {
      if (view !== null && isAway) logger.info('the database answers again');
      if (view !== null) isAway = false;
      shown = view;
      onView(view);
    },
    onError(error) {
      const isOutage = error instanceof MailError && error.code === 'store-unavailable';
      if (!isOutage) logger.error({ err: error }, 'the accounts of the nodes could not be distributed');
      else if (!isAway) logger.warn('the database does not answer: this node lets go of its accounts soon');
      if (isOutage) isAway = true;
    },
  });
  const count = createAccountCount(nodes);
  return {
    start: () => membership.start(),
    hurry: () => membership.hurry(),
    retire: () => membership.retire(),
    close: () => membership.close(),
    async measure() {
      const view = shown !== null && timeUntil(NODE_CLOCK, shown.endsAt) > 0 ? shown : null;
      const ownedAccounts = view === null ? 0 : await count([...view.held.keys()]);
      const leaseAgeSeconds = view && (NODE_CLOCK.monotonic() - view.beatAt) / MS_PER_SECOND;
      return { ownedAccounts, leaseAgeSeconds };
    },
  };
}

/** At most twice a minute: it reads all the node's accounts. */
function createAccountCount(nodes: Nodes): (shards: readonly Shard[]) => Promise<number> {
  let last = { at: Number.NEGATIVE_INFINITY, mark: '', count: 0 };
  return async (shards) => {
    const at = NODE_CLOCK.monotonic();
    const mark = shards.join();
    if (mark === last.mark && at - last.at < COUNT_MS) return last.count;
    const count = await nodes.countAccounts(shards).catch(() => last.count);
    last = { at, mark, count };
    return count;
  };
}

/** Fixed, or a node's, which receives its views. */
export type ProcessOwnership = AccountOwnership | ShardOwnership;

/** Owns all accounts at a file, else the node's. */
export function createOwnership(nodes: Nodes | null): ProcessOwnership {
  return nodes === null ? createFixedOwnership() : new ShardOwnership({ clock: NODE_CLOCK });
}

/** Owns accounts whose requests this worker gets. */
export function createWorkerOwnership(
  nodes: Nodes | null,
  isOfWorker: (account: string) => boolean,
): ProcessOwnership {
  return nodes === null
    ? createFixedOwnership(isOfWorker)
    : new ShardOwnership({ clock: NODE_CLOCK, isOfProcess: isOfWorker });
}
