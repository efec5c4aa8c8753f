/** Nodes as processes, for tests. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import type { Holding, NodeJob, NodeReport, NotedStep } from './owning-node.ts';

const PROGRAM = join(import.meta.dirname, 'owning-node.ts');
const FLAGS = ['--conditions=posthorn-source', '--import', 'tsx', PROGRAM];
const START_MS = 60_000;
const ANSWER_MS = 10_000;
const POLL_MS = 100;

/** A running node. */
export class OwningNode {
  readonly #child: ChildProcess;
  readonly #reader: Interface;
  readonly #steps: NotedStep[] = [];
  readonly #holdings: Holding[] = [];
  #output = '';

  private constructor(child: ChildProcess, reader: Interface) {
    this.#child = child;
    this.#reader = reader;
    child.stderr?.on('data', (chunk: Buffer) => {
      this.#output += chunk.toString();
    });
  }

  /** Settles when it has joined. */
  static async start(job: NodeJob): Promise<OwningNode> {
    const child = spawn(process.execPath, FLAGS, { stdio: ['pipe', 'pipe', 'pipe'] });
    const reader = createInterface(child.stdout);
    const node = new OwningNode(child, reader);
    const started = once(reader, 'line', { signal: AbortSignal.timeout(START_MS) });
    child.stdin.on('error', () => undefined);
    child.stdin.write(`${JSON.stringify(job)}\n`);
    await started.catch((error: unknown) => {
      throw new Error(`The node did not start: ${String(error)} ${node.#output}`);
    });
    return node;
  }

  get isAlive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** The ids that it owns; its steps are kept. */
  async owned(): Promise<readonly string[]> {
    const answer = once(this.#reader, 'line', { signal: AbortSignal.timeout(ANSWER_MS) });
    this.#child.stdin?.write('\n');
    const [line] = (await answer) as [string];
    const report = JSON.parse(line) as NodeReport;
    this.#steps.push(...report.steps);
    this.#holdings.push(...report.holdings);
    return report.owned;
  }

  /** All steps since the last call, of those the ones from a moment on. */
  async steps(from = 0): Promise<readonly string[]> {
    await this.owned();
    return this.#steps.splice(0).flatMap(({ step, at }) => (at >= from ? step : []));
  }

  /** What it has had so far, in order. */
  async holdings(): Promise<readonly Holding[]> {
    await this.owned();
    return this.#holdings;
  }

  send(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
    this.#child.kill(signal);
  }

  /** Ends in good order. */
  async stop(): Promise<void> {
    if (!this.isAlive) return;
    const ended = once(this.#child, 'exit');
    this.#child.stdin?.end();
    await ended;
  }
}

/** The ids of accounts that no node owns, and of those that several own. */
export async function examineOwners(nodes: readonly OwningNode[], accounts: number) {
  const counts = new Map<string, number>();
  const owned = await Promise.all(nodes.map((node) => node.owned()));
  for (const id of owned.flat()) counts.set(id, (counts.get(id) ?? 0) + 1);
  return {
    missing: accounts - counts.size,
    doubled: [...counts.values()].filter((count) => count > 1).length,
    sizes: owned.map(({ length }) => length),
  };
}

/** Waits until all accounts are owned and shared well enough; returns the milliseconds. Throws after `limitMs`. */
export async function untilOwned(
  nodes: readonly OwningNode[],
  {
    accounts,
    limitMs,
    smallest,
  }: { readonly accounts: number; readonly limitMs: number; readonly smallest: number },
): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const { missing, doubled, sizes } = await examineOwners(nodes, accounts);
    const tookMs = performance.now() - startedAt;
    if (doubled > 0) throw new Error(`${doubled} accounts have two owners`);
    if (missing === 0 && sizes.every((size) => size >= smallest)) return tookMs;
    if (tookMs > limitMs) throw new Error(`after ${limitMs} ms ${missing} accounts have no owner: ${sizes}`);
    await wait(POLL_MS);
  }
}

/** How many shards two nodes had at one time, and the longest of these times in milliseconds. */
export async function measureSharing(nodes: readonly OwningNode[]) {
  const shared = new Set<number>();
  let longestMs = 0;
  const spans = (await Promise.all(nodes.map(spansOf))).flat().sort((a, b) => a.from - b.from);
  const last = new Map<number, Span>();
  for (const span of spans) {
    const earlier = last.get(span.shard);
    const ms = earlier === undefined ? 0 : Math.min(earlier.to, span.to) - span.from;
    if (ms > 0 && earlier?.node !== span.node) {
      shared.add(span.shard);
      longestMs = Math.max(longestMs, ms);
    }
    if (earlier === undefined || span.to >= earlier.to) last.set(span.shard, span);
  }
  return { shards: shared.size, longestMs };
}

interface Span {
  readonly node: OwningNode;
  readonly shard: number;
  readonly from: number;
  readonly to: number;
}

async function spansOf(node: OwningNode): Promise<readonly Span[]> {
  const holdings = await node.holdings();
  const now = Date.now();
  return holdings.flatMap(({ shards, at: from }, index) =>
    shards.map((shard) => ({ node, shard, from, to: holdings[index + 1]?.at ?? now })),
  );
}
