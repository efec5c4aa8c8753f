import { type ReadonlySignal, signal } from '@preact/signals';
import { ApiError, type Client } from '../api/client.ts';
import {
  changesOfFolder,
  firstPageOfSearch,
  nextPage,
  PAGE_ROWS,
  type Page,
  pageOfFolder,
} from '../api/messages.ts';
import type { Flags, MessageRow } from '../mail/message.ts';
import { parseSearch } from '../mail/search-query.ts';
import { SparseRows } from '../mail/sparse-rows.ts';
import { reasonOf } from './toasts.ts';

/** A folder or search. */
export interface ListSource {
  readonly folder: string;
  /** Empty for the folder itself. */
  readonly search: string;
}

export type ListStatus =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready' }
  /** `isPassing`: the same request may succeed later. */
  | { readonly kind: 'failed'; readonly reason: string; readonly isPassing: boolean };

/** Rows inserted above the view, which moves along. */
export interface Movement {
  readonly rows: number;
  readonly serial: number;
}

/** The visible list: a folder, loaded around the view, or a search. */
export interface MessageList {
  readonly source: ReadonlySignal<ListSource>;
  readonly status: ReadonlySignal<ListStatus>;
  readonly version: ReadonlySignal<number>;
  readonly movement: ReadonlySignal<Movement>;
  /** Unreachable folders. */
  readonly incomplete: ReadonlySignal<readonly string[]>;
  readonly rows: () => SparseRows;
  open(source: ListSource): Promise<void>;
  reload(): Promise<void>;
  want(first: number, last: number): void;
  follow(): Promise<void>;
  /** Undefined for a search. */
  state(): string | undefined;
  change(ids: ReadonlySet<string>, change: (row: MessageRow) => MessageRow): void;
  /** Gives these flags to rows arriving until `release`. */
  hold(ids: readonly string[], flags: Flags): Hold;
  /** Precedes the server. */
  remove(ids: ReadonlySet<string>): void;
}

/** Flags not yet on the server. */
export interface Hold {
  release(): void;
}

const EMPTY: ListSource = { folder: '', search: '' };

/** Lists a folder or a search. */
export class FolderOrSearch implements MessageList {
  readonly source = signal(EMPTY);
  readonly status = signal<ListStatus>({ kind: 'loading' });
  readonly version = signal(0);
  readonly movement = signal<Movement>({ rows: 0, serial: 0 });
  readonly incomplete = signal<readonly string[]>([]);
  readonly #client: Client;
  readonly #account: string;
  #rows = new SparseRows();
  #state: string | undefined;
  #next: string | null = null;
  #view = { first: 0, last: PAGE_ROWS };
  #loading = new Map<number, AbortController>();
  #opening = new AbortController();
  #following: Promise<void> = Promise.resolve();
  /** In order of time. */
  readonly #held = new Set<{ readonly ids: ReadonlySet<string>; readonly flags: Flags }>();

  constructor(client: Client, account: string) {
    this.#client = client;
    this.#account = account;
  }

  rows = (): SparseRows => this.#rows;
  state = (): string | undefined => this.#state;

  async open(source: ListSource): Promise<void> {
    this.#abortLoading();
    this.#opening = new AbortController();
    const { signal: opening } = this.#opening;
    this.source.value = source;
    this.status.value = { kind: 'loading' };
    this.#rows = new SparseRows();
    // A state is of one folder.
    this.#state = undefined;
    this.#next = null;
    this.#view = { first: 0, last: PAGE_ROWS };
    this.#show();
    try {
      const page = await this.#firstPage(source, opening);
      if (!opening.aborted) this.#takeFirst(page, source);
    } catch (error) {
      if (opening.aborted) return;
      const isPassing = !(error instanceof ApiError) || error.status >= 500 || error.status === 429;
      this.status.value = { kind: 'failed', reason: reasonOf(error), isPassing };
    }
  }

  reload = (): Promise<void> => this.open(this.source.value);

  #firstPage({ folder, search }: ListSource, opening: AbortSignal): Promise<Page> {
    if (search === '') return pageOfFolder(this.#client, { folder, start: 0 }, opening);
    const { filters, isEverywhere } = parseSearch(search);
    const searched = { account: this.#account, folder: isEverywhere ? undefined : folder, filters };
    return firstPageOfSearch(this.#client, searched, opening);
  }

  #takeFirst({ rows, total = rows.length, state, next, incomplete }: Page, { search }: ListSource): void {
    this.#rows.place(0, { rows: this.#withHeld(rows), total: search === '' ? total : rows.length });
    this.#state = search === '' ? state : undefined;
    this.#next = search === '' ? null : next;
    this.incomplete.value = incomplete;
    this.status.value = { kind: 'ready' };
    performance.mark('list-received');
    this.#show();
  }

  want(first: number, last: number): void {
    this.#view = { first, last };
    if (this.status.value.kind !== 'ready') return;
    if (this.source.value.search === '') this.#wantPages(first, last);
    else this.#wantNext(last);
  }

  #wantPages(first: number, last: number): void {
    const pages = pagesOf(first, last, this.#rows.total);
    for (const [start, controller] of this.#loading) {
      if (pages.includes(start)) continue;
      controller.abort();
      this.#loading.delete(start);
    }
    for (const start of pages) {
      const isThere = this.#rows.has(start, start + PAGE_ROWS) || this.#loading.has(start);
      if (!isThere) void this.#loadPage(start);
    }
  }

  #wantNext(last: number): void {
    const isNear = last + PAGE_ROWS / 2 >= this.#rows.total;
    if (!isNear || this.#next === null || this.#loading.size > 0) return;
    void this.#loadNext(this.#next);
  }

  async #loadNext(next: string): Promise<void> {
    await this.#load(-1, async (aborted) => {
      const page = await nextPage(this.#client, next, aborted);
      this.#next = page.next;
      this.#rows.append(this.#withHeld(page.rows), 0);
    });
  }

  async #loadPage(start: number): Promise<void> {
    await this.#load(start, async (aborted) => {
      const page = await pageOfFolder(this.#client, { folder: this.source.value.folder, start }, aborted);
      if (aborted.aborted) return;
      this.#rows.place(start, { rows: this.#withHeld(page.rows), total: page.total ?? this.#rows.total });
      this.#rows.forgetFarFrom(this.#view.first, this.#view.last);
    });
  }

  async #load(key: number, read: (aborted: AbortSignal) => Promise<void>): Promise<void> {
    const controller = new AbortController();
    this.#loading.set(key, controller);
    try {
      await read(controller.signal);
      if (!controller.signal.aborted) this.#show();
    } catch {
      // The rows stay empty until the list moves or reconnects.
    } finally {
      if (this.#loading.get(key) === controller) this.#loading.delete(key);
    }
  }

  follow(): Promise<void> {
    this.#following = this.#following.then(
      () => this.#followOnce(),
      () => this.#followOnce(),
    );
    return this.#following;
  }

  async #followOnce(): Promise<void> {
    const { folder } = this.source.value;
    const since = this.#state;
    if (since === undefined) return;
    try {
      const { changes, state } = await changesOfFolder(this.#client, folder, since);
      if (this.#state !== since) return;
      this.#state = state;
      for (const change of changes) this.#apply(change);
      this.want(this.#view.first, this.#view.last);
    } catch (error) {
      const isStale = error instanceof ApiError && (error.status === 400 || error.status === 410);
      if (isStale) await this.reload();
      else throw error;
    }
  }

  #apply({ changed, ...others }: Parameters<SparseRows['apply']>[0]): void {
    const shown = changed.map(({ row, isNew }) => ({ row: this.#withFlags(row), isNew }));
    const { rowsAbove, isCertain } = this.#rows.apply({ ...others, changed: shown });
    this.#move(rowsAbove(this.#view.first));
    this.#show();
    if (!isCertain) this.#readViewAgain();
  }

  #move(rows: number): void {
    if (rows !== 0) this.movement.value = { rows, serial: this.movement.value.serial + 1 };
  }

  /** Unloaded rows may have moved. */
  #readViewAgain(): void {
    this.#abortLoading();
    for (const start of pagesOf(this.#view.first, this.#view.last, this.#rows.total + PAGE_ROWS)) {
      void this.#loadPage(start);
    }
  }

  change(ids: ReadonlySet<string>, change: (row: MessageRow) => MessageRow): void {
    for (const id of ids) this.#rows.update(id, change);
    this.#show();
  }

  hold(ids: readonly string[], flags: Flags): Hold {
    const held = { ids: new Set(ids), flags };
    this.#held.add(held);
    return { release: () => void this.#held.delete(held) };
  }

  #withHeld = (rows: readonly MessageRow[]): readonly MessageRow[] =>
    this.#held.size === 0 ? rows : rows.map((row) => this.#withFlags(row));

  #withFlags(row: MessageRow): MessageRow {
    const held = [...this.#held].filter(({ ids }) => ids.has(row.id));
    return Object.assign({}, row, ...held.map(({ flags }) => flags));
  }

  remove(ids: ReadonlySet<string>): void {
    this.#rows.remove(ids);
    this.#show();
    this.want(this.#view.first, this.#view.last);
  }

  #abortLoading(): void {
    this.#opening.abort();
    for (const controller of this.#loading.values()) controller.abort();
    this.#loading.clear();
  }

  #show(): void {
    this.version.value += 1;
  }
}

function pagesOf(first: number, last: number, total: number): readonly number[] {
  const pages: number[] = [];
  for (let start = first - (first % PAGE_ROWS); start <= last && start < total; start += PAGE_ROWS) {
    pages.push(start);
  }
  return pages;
}
