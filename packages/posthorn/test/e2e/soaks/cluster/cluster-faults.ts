/** Faults of nodes and of their database, one soon after the other. */
import { setTimeout as wait } from 'node:timers/promises';
import { pick } from '../../../support/seeded-random.ts';
import type { NodeCluster } from '../../node-cluster.ts';
import type { StoreNode } from '../../store-node.ts';

const KINDS = {
  kill: 0.3,
  freeze: 0.25,
  stop: 0.2,
  'restart PostgreSQL': 0.1,
  'crash PostgreSQL': 0.05,
  'PostgreSQL away': 0.05,
  'freeze PostgreSQL': 0.05,
} as const;
type Kind = keyof typeof KINDS;

const LEAST_PAUSE_MS = 300;
const MOST_PAUSE_MS = 2_500;
const LONG_FREEZE = 0.15;
/** As long as nodes are away from the database after it has been away. */
const RECOVERY_MS = 10_000;
const FIND_MS = 50;

/** What nodes and their database meet. */
export class ClusterFaults {
  readonly counts: Record<string, number> = {};
  readonly problems: string[] = [];
  readonly #cluster: NodeCluster;
  readonly #random: () => number;
  /** Null: not running, or not answering. */
  readonly #nodes: (StoreNode | null)[];
  readonly #running = new Set<Promise<void>>();
  #isDatabaseTouched = false;
  #lastOutage = Number.NEGATIVE_INFINITY;

  constructor(cluster: NodeCluster, random: () => number) {
    this.#cluster = cluster;
    this.#random = random;
    this.#nodes = [...cluster.nodes];
  }

  /** True when the database was away, or a node away from it, at some time since. */
  isDivided = (since: number): boolean => this.#isDatabaseTouched || this.#lastOutage + RECOVERY_MS > since;

  /** Makes so many faults. Everything runs again when it settles. */
  async run(faults: number, onFault: (fault: number, kind: string) => void): Promise<void> {
    for (let fault = 1; fault <= faults; fault += 1) {
      const kind = this.#choose();
      await this.#begin(kind);
      this.counts[kind] = (this.counts[kind] ?? 0) + 1;
      onFault(fault, kind);
      await wait(this.#between(LEAST_PAUSE_MS, MOST_PAUSE_MS));
    }
    await Promise.all(this.#running);
  }

  /** Stops all nodes in good order. */
  async stopAll(): Promise<void> {
    for (const node of this.#nodes) if (node !== null) this.#noteStop(node, await node.server.stop());
  }

  #choose(): Kind {
    let left = this.#random();
    for (const [kind, share] of Object.entries(KINDS)) {
      left -= share;
      if (left < 0) return kind as Kind;
    }
    return 'kill';
  }

  /** Settles when the fault is there; its end follows by itself. */
  async #begin(kind: Kind): Promise<void> {
    if (kind === 'kill' || kind === 'stop' || kind === 'freeze') {
      const index = await this.#takeNode();
      this.#track(kind === 'freeze' ? this.#freeze(index) : this.#restart(index, kind));
      return;
    }
    while (this.#isDatabaseTouched) await wait(FIND_MS);
    this.#isDatabaseTouched = true;
    this.#track(this.#touchDatabase(kind));
  }

  #track(work: Promise<void>): void {
    const noted = work
      .catch((error: unknown) => {
        this.problems.push(`a fault failed: ${error instanceof Error ? error.stack : String(error)}`);
      })
      .finally(() => this.#running.delete(noted));
    this.#running.add(noted);
  }

  /** At least one other node goes on. */
  async #takeNode(): Promise<number> {
    for (;;) {
      const running = this.#nodes.flatMap((node, index) => (node === null ? [] : [index]));
      if (running.length >= 2) return pick(running, this.#random);
      if (this.#running.size === 0)
        throw new Error(`Only ${running.length} nodes run. ${this.problems.join('\n')}`);
      await wait(FIND_MS);
    }
  }

  async #restart(index: number, kind: 'kill' | 'stop'): Promise<void> {
    const node = this.#take(index);
    const code = await node.server.stop(kind === 'kill' ? 'SIGKILL' : 'SIGTERM');
    if (kind === 'stop') this.#noteStop(node, code);
    await wait(this.#between(0, 2_000));
    this.#nodes[index] = await this.#startAgain(index);
  }

  /** As a service manager does: a server ends that finds no database within half a minute. */
  async #startAgain(index: number): Promise<StoreNode> {
    for (;;) {
      try {
        return await this.#cluster.restart(index);
      } catch (error) {
        const isAway = error instanceof Error && /The database .* cannot be used/.test(error.message);
        if (!isAway) throw error;
        this.counts['no database at a start'] = (this.counts['no database at a start'] ?? 0) + 1;
      }
    }
  }

  /** A request may take as long as the time for a stop, and is cut off then. */
  #noteStop({ server }: StoreNode, code: number | null): void {
    const isLate = server.output().includes('not everything had ended');
    if (code !== 0 && !isLate)
      this.problems.push(`a stop ended with ${code}: ${server.output().slice(-3_000)}`);
  }

  async #freeze(index: number): Promise<void> {
    const node = this.#take(index);
    process.kill(node.server.pid, 'SIGSTOP');
    const isLong = this.#random() < LONG_FREEZE;
    await wait(isLong ? this.#between(8_000, 30_000) : this.#between(200, 8_000));
    process.kill(node.server.pid, 'SIGCONT');
    this.#nodes[index] = node;
  }

  #take(index: number): StoreNode {
    const node = this.#nodes[index];
    if (!node) throw new Error('the node is not there');
    this.#nodes[index] = null;
    if (!isAlive(node)) {
      this.problems.push(`a node ended by itself: ${node.server.output().slice(-3_000)}`);
    }
    return node;
  }

  async #touchDatabase(kind: Kind): Promise<void> {
    const { postgres } = this.#cluster;
    try {
      if (kind === 'crash PostgreSQL') await postgres.crash();
      else if (kind === 'freeze PostgreSQL') {
        await postgres.freeze();
        await wait(this.#between(500, 8_000));
        await postgres.thaw();
      } else {
        await postgres.halt();
        if (kind === 'PostgreSQL away') await wait(this.#between(1_000, 12_000));
        await postgres.resume();
      }
    } finally {
      this.#lastOutage = performance.now();
      this.#isDatabaseTouched = false;
    }
  }

  #between(least: number, most: number): number {
    return least + this.#random() * (most - least);
  }
}

function isAlive({ server }: StoreNode): boolean {
  try {
    process.kill(server.pid, 0);
    return true;
  } catch {
    return false;
  }
}
