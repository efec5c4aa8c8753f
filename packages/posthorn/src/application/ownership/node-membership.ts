import { setTimeout as wait } from 'node:timers/promises';
import type { Shard } from '../../domain/accounts/account-shard.ts';
import { type Deadline, deadlineIn, type MachineClock, timeUntil } from '../../domain/values/deadline.ts';
import type { NodeRun, NodeSurvey, Nodes, OwnedShard, StoredNode } from '../ports/state/nodes.ts';
import { NodeHistory } from './node-history.ts';
import { shareOf } from './node-share.ts';
import type { NodeView } from './node-view.ts';

/** A node and its dependencies. */
export interface NodeMembershipOptions {
  readonly nodes: Nodes;
  readonly self: Omit<NodeRun, 'id'>;
  readonly clock: MachineClock;
  readonly newId: () => string;
  /** True for a run known to have ended: its shards are free before its lease ends. */
  readonly hasEnded: (node: StoredNode) => boolean;
  /** Called with each view before the next query; null: nothing is owned. */
  readonly onView: (view: NodeView | null) => void;
  readonly onError: (error: unknown) => void;
}

/** A dead node is replaced after the lease and a beat. */
export const LEASE_MS = 6_000;
export const BEAT_MS = 2_000;
/** The node stops owning earlier than in the database, to finish running work. */
const MARGIN_MS = 500;
const RETRY_MS = 500;
const MIN_PAUSE_MS = 100;
/** Others take shards too. */
const MAX_PASSES = 5;

interface Run {
  readonly id: string;
  /** Since the last failed beat. */
  steadySince: number;
  endsAt: Deadline;
  beatAt: number;
  owners: readonly OwnedShard[];
  mark: string | null;
}

/**
 * Keeps a node's lease and its share of shards. After a lease's end, the node continues as another run. At
 * rest, a beat needs two queries.
 */
export class NodeMembership {
  readonly #options: NodeMembershipOptions;
  readonly #stopping = new AbortController();
  /** This process's earlier runs, perhaps still with rows. */
  readonly #former = new Set<string>();
  #run: Run | null = null;
  #isRetired = false;
  /** When the database last returned an earlier state, or another time. */
  #doubtedAt = Number.NEGATIVE_INFINITY;
  readonly #history = new NodeHistory();
  #shown: ReadonlyMap<Shard, number> = new Map();
  #pause = new AbortController();
  #work: Promise<void> | null = null;

  constructor(options: NodeMembershipOptions) {
    this.#options = options;
  }

  /** Settles after the first beat, even if it fails. */
  async start(): Promise<void> {
    const first = this.#beatOnce();
    this.#work = first.then((pauseMs) => this.#goOn(pauseMs));
    await first;
  }

  /** Beats at once, after an owner was not at its address. */
  hurry(): void {
    this.#pause.abort();
  }

  /** Lets others take all shards, while running work ends here. */
  async retire(): Promise<void> {
    this.#isRetired = true;
    const { nodes, onError } = this.#options;
    if (this.#run !== null) await nodes.retire(this.#run.id).catch(onError);
    this.hurry();
  }

  /** Hands all shards over. */
  async close(): Promise<void> {
    this.#stopping.abort();
    this.#pause.abort();
    await this.#work;
    const ids = [...this.#former, ...(this.#run === null ? [] : [this.#run.id])];
    this.#drop();
    for (const id of ids) await this.#options.nodes.leave(id).catch(this.#options.onError);
  }

  async #goOn(firstPauseMs: number): Promise<void> {
    let pauseMs = firstPauseMs;
    while (!this.#stopping.signal.aborted) {
      const { signal } = this.#pause;
      await wait(pauseMs, undefined, { signal }).catch(() => wait(MIN_PAUSE_MS));
      this.#pause = new AbortController();
      if (!this.#stopping.signal.aborted) pauseMs = await this.#beatOnce();
    }
  }

  /** The pause before the next. */
  async #beatOnce(): Promise<number> {
    const { clock, onError } = this.#options;
    const startedAt = clock.monotonic();
    try {
      const run = await this.#living();
      await this.#balance(run);
      return Math.max(MIN_PAUSE_MS, BEAT_MS - (clock.monotonic() - startedAt));
    } catch (error) {
      if (this.#run !== null) this.#run.steadySince = clock.monotonic();
      if (this.#run !== null && this.#isOver(this.#run)) this.#drop();
      onError(error);
      return RETRY_MS;
    }
  }

  /** A suspended process stops owning before its first query. */
  async #living(): Promise<Run> {
    const run = this.#run;
    if (run === null) return this.#join();
    if (this.#isOver(run)) {
      this.#drop();
      return this.#join();
    }
    const { nodes, clock } = this.#options;
    const endsAt = deadlineIn(clock, LEASE_MS - MARGIN_MS);
    const beatAt = clock.monotonic();
    const isLiving = await nodes.beat(run.id, LEASE_MS);
    if (isLiving && !this.#isOver(run)) {
      Object.assign(run, { endsAt, beatAt });
      return run;
    }
    if (!isLiving && !this.#isOver(run)) this.#doubt();
    this.#drop();
    return this.#join();
  }

  async #join(): Promise<Run> {
    const { nodes, self, clock, newId, hasEnded } = this.#options;
    const id = newId();
    const { nodes: known } = await nodes.survey();
    const replaces = [...this.#former, ...known.filter(hasEnded).map((node) => node.id)];
    const beatAt = clock.monotonic();
    const endsAt = deadlineIn(clock, LEASE_MS - MARGIN_MS);
    // The response may be lost.
    this.#former.add(id);
    const capacity = this.#isRetired ? 0 : self.capacity;
    await nodes.join({ ...self, capacity, id }, { leaseMs: LEASE_MS, replaces });
    this.#former.clear();
    this.#run = { id, steadySince: beatAt, endsAt, beatAt, owners: [], mark: null };
    return this.#run;
  }

  async #balance(run: Run): Promise<void> {
    for (let pass = 1; pass <= MAX_PASSES; pass += 1) {
      const { nodes, mark } = await this.#survey(run);
      if (mark !== run.mark && !this.#isOver(run)) {
        run.owners = await this.#options.nodes.shards();
        run.mark = mark;
        if (this.#history.hasEarlierOwners(run.owners)) this.#doubt();
      }
      if (this.#isOver(run)) return this.#drop();
      const changes = this.#changesOf(run, nodes);
      this.#show(run, nodes, changes.released);
      if (changes.released.length > 0) {
        const shards = changes.released.map(({ shard }) => shard);
        await this.#options.nodes.release(run.id, shards);
      } else if (changes.claimed.length > 0 && !this.#isInDoubt) {
        await this.#options.nodes.claim(run.id, changes.claimed);
      } else return;
    }
  }

  /**
   * A failover may restore an older state, where living nodes' leases have ended. So a node sweeps only after
   * a lease without failed beats: then owners have noticed too.
   */
  async #survey(run: Run): Promise<NodeSurvey> {
    const { nodes, clock } = this.#options;
    const survey = await nodes.survey();
    if (this.#history.hasEarlierLeases(survey.nodes)) this.#doubt();
    const isSteady = clock.monotonic() - run.steadySince > LEASE_MS;
    if (!isSteady || this.#isOver(run) || !survey.nodes.some(({ isLapsed }) => isLapsed)) return survey;
    await nodes.sweep();
    return nodes.survey();
  }

  #changesOf(run: Run, nodes: readonly StoredNode[]) {
    const share = shareOf(run.id, nodes);
    const held = run.owners.filter(({ owner }) => owner === run.id);
    const free = run.owners.filter(({ owner }) => !nodes.some(({ id }) => id === owner));
    return {
      released: held.slice(share),
      claimed: rotated(free).slice(0, Math.max(0, share - held.length)),
    };
  }

  #show(run: Run, nodes: readonly StoredNode[], without: readonly OwnedShard[]): void {
    const { id, endsAt, beatAt, owners } = run;
    const held = owners.filter((shard) => shard.owner === id && !without.includes(shard));
    const kept = this.#isInDoubt ? held.filter((each) => this.#shown.get(each.shard) === each.epoch) : held;
    this.#shown = new Map(kept.map(({ shard, epoch }) => [shard, epoch]));
    this.#options.onView({ ...{ id, endsAt, beatAt, owners, nodes }, held: this.#shown });
  }

  /**
   * A lagging standby, once promoted, has earlier owners and leases, which others may not have noticed. So
   * for a lease's time, a node keeps its shards and takes none.
   */
  #doubt(): void {
    this.#doubtedAt = this.#options.clock.monotonic();
    if (this.#run !== null) this.#run.steadySince = this.#doubtedAt;
  }

  get #isInDoubt(): boolean {
    return this.#options.clock.monotonic() - this.#doubtedAt <= LEASE_MS;
  }

  #isOver({ endsAt }: Run): boolean {
    return timeUntil(this.#options.clock, endsAt) <= 0;
  }

  #drop(): void {
    if (this.#run !== null) this.#former.add(this.#run.id);
    this.#run = null;
    this.#shown = new Map();
    this.#options.onView(null);
  }
}

/** Nodes starting together begin at different shards. */
function rotated<Item>(items: readonly Item[]): readonly Item[] {
  const start = Math.floor(Math.random() * items.length);
  return [...items.slice(start), ...items.slice(0, start)];
}
