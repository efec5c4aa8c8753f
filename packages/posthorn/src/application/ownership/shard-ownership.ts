import { SHARDS, type Shard, shardOf } from '../../domain/accounts/account-shard.ts';
import type { MailAccountId } from '../../domain/accounts/mail-account.ts';
import { type MachineClock, timeUntil } from '../../domain/values/deadline.ts';
import type { AccountOwnership, Fence } from '../ports/account-ownership.ts';
import type { StoredNode } from '../ports/state/nodes.ts';
import type { NodeView } from './node-view.ts';

/** The clock, and this process's part of the node's accounts. */
export interface ShardOwnershipOptions {
  readonly clock: MachineClock;
  /** Default: all. */
  readonly isOfProcess?: (account: MailAccountId) => boolean;
}

/** Ownership by a node's shards, until its lease ends by this machine's clocks. */
export class ShardOwnership implements AccountOwnership {
  readonly #clock: MachineClock;
  readonly #isOfProcess: (account: MailAccountId) => boolean;
  readonly #listeners = new Set<() => void>();
  #view: NodeView | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor({ clock, isOfProcess = () => true }: ShardOwnershipOptions) {
    this.#clock = clock;
    this.#isOfProcess = isOfProcess;
  }

  owns(account: MailAccountId): boolean {
    return this.fenceOf(account) !== null;
  }

  listShards(): readonly Shard[] | null {
    const held = this.#held();
    if (held?.size === SHARDS) return null;
    return held === undefined ? [] : [...held.keys()];
  }

  fenceOf(account: MailAccountId): Fence | null {
    const shard = shardOf(account);
    const epoch = this.#isOfProcess(account) ? this.#held()?.get(shard) : undefined;
    return epoch === undefined || this.#view === null ? null : { shard, owner: this.#view.id, epoch };
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  holds(shard: Shard): boolean {
    return this.#held()?.has(shard) === true;
  }

  /**
   * The URL of a shard's node. `here`: this node, one without a URL, or any while this node is outside the service.
   * `nowhere`: none.
   */
  locate(shard: Shard): string {
    const held = this.#held();
    if (this.#view === null || held === undefined || held.has(shard)) return 'here';
    const owner = this.#view.owners[shard]?.owner;
    const node = this.#living().find(({ id }) => id === owner);
    if (node === undefined || node.id === this.#view.id) return 'nowhere';
    return node.url ?? 'here';
  }

  /** True if no living node has the URL. */
  hasEnded(url: string): boolean {
    return this.#held() !== undefined && !this.#living().some((node) => node.url === url);
  }

  /** True while this node has a lease. */
  get isJoined(): boolean {
    return this.#held() !== undefined;
  }

  get heldShards(): number {
    return this.#held()?.size ?? 0;
  }

  /** Milliseconds since the last extension; null without a lease. */
  get leaseAgeMs(): number | null {
    return this.#held() === undefined || this.#view === null
      ? null
      : this.#clock.monotonic() - this.#view.beatAt;
  }

  /** Null: nothing is owned. */
  show(view: NodeView | null): void {
    const earlier = this.#view;
    this.#view = view;
    clearTimeout(this.#timer);
    if (view !== null) {
      this.#timer = setTimeout(() => this.#end(), Math.max(0, timeUntil(this.#clock, view.endsAt))).unref();
    }
    if (!haveSameShards(earlier, view)) this.#announce();
  }

  #held(): ReadonlyMap<Shard, number> | undefined {
    const view = this.#view;
    return view === null || timeUntil(this.#clock, view.endsAt) <= 0 ? undefined : view.held;
  }

  #living(): readonly StoredNode[] {
    return this.#view?.nodes.filter(({ isLapsed }) => !isLapsed) ?? [];
  }

  /** Timers may fire a millisecond early. */
  #end(): void {
    if (this.#held() === undefined) this.show(null);
    else this.show(this.#view);
  }

  #announce(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

function haveSameShards(one: NodeView | null, other: NodeView | null): boolean {
  if (one === null || other === null) return (one?.held.size ?? 0) === (other?.held.size ?? 0);
  if (one.id !== other.id || one.held.size !== other.held.size) return false;
  return [...one.held].every(([shard, epoch]) => other.held.get(shard) === epoch);
}
