import type { MessageRow } from './message.ts';
import { uidOf } from './message-id.ts';
import { uidTest } from './uid-set.ts';

/** Loaded rows on each side of the view; limits memory. */
const KEPT_ROWS = 1_000;

/** A folder's changes since its last state. */
export interface FolderChanges {
  readonly changed: readonly { readonly row: MessageRow; readonly isNew: boolean }[];
  readonly removed: readonly string[];
  /** Existing uids, when the server cannot name removed ones. */
  readonly presentUids: string | undefined;
}

/** The rows' movement. */
export interface Shift {
  /** Net insertions above an old index. */
  readonly rowsAbove: (index: number) => number;
  /** False: reload the view. */
  readonly isCertain: boolean;
}

/** A partly loaded list's rows. */
export class SparseRows {
  #rows: (MessageRow | undefined)[];

  constructor(total = 0) {
    this.#rows = new Array(total);
  }

  get total(): number {
    return this.#rows.length;
  }

  at(index: number): MessageRow | undefined {
    return this.#rows[index];
  }

  indexOf(id: string): number {
    return this.#rows.findIndex((row) => row?.id === id);
  }

  loaded(): readonly MessageRow[] {
    return this.#rows.filter((row) => row !== undefined);
  }

  /** `end` is exclusive. */
  has(start: number, end: number): boolean {
    const last = Math.min(end, this.total);
    for (let index = Math.max(0, start); index < last; index += 1) {
      if (this.#rows[index] === undefined) return false;
    }
    return true;
  }

  /** Stores a page. A different total drops other rows. */
  place(start: number, page: { readonly rows: readonly MessageRow[]; readonly total: number }): void {
    if (page.total !== this.total) this.#rows = new Array(page.total);
    for (const [index, row] of page.rows.entries()) {
      if (start + index < this.total) this.#rows[start + index] = row;
    }
  }

  append(rows: readonly MessageRow[], total: number): void {
    const known = this.loaded();
    this.#rows = [...known, ...rows];
    this.#rows.length = Math.max(total, this.#rows.length);
  }

  /** Unloads rows far from the view. */
  forgetFarFrom(first: number, last: number): void {
    const [start, end] = [first - KEPT_ROWS, last + KEPT_ROWS];
    for (let index = 0; index < this.total; index += 1) {
      if (index < start || index > end) this.#rows[index] = undefined;
    }
  }

  update(id: string, change: (row: MessageRow) => MessageRow): void {
    const index = this.indexOf(id);
    const row = this.#rows[index];
    if (row !== undefined) this.#rows[index] = change(row);
  }

  /** The number of loaded rows removed. */
  remove(ids: ReadonlySet<string>): number {
    const before = this.total;
    // `filter` would skip holes, which are rows too.
    this.#rows = Array.from(this.#rows).filter((row) => row === undefined || !ids.has(row.id));
    return before - this.total;
  }

  /** Applies the changes to a newest-first list. */
  apply({ changed, removed, presentUids }: FolderChanges): Shift {
    const isPresent = presentUids === undefined ? () => true : uidTest(presentUids);
    const before = Array.from(this.#rows, (row) => row?.id);
    const gone = new Set(removed);
    for (const row of this.loaded()) if (!isPresent(uidOf(row.id))) gone.add(row.id);
    const known = new Set(before.filter((id) => id !== undefined));
    const unknownGone = removed.some((id) => !known.has(id)) || presentUids !== undefined;
    this.remove(gone);
    for (const { row } of changed) this.update(row.id, () => row);
    const arrived = changed.filter(({ row, isNew }) => isNew && !known.has(row.id)).map(({ row }) => row);
    const isOnTop = this.#insertOnTop(arrived);
    return {
      rowsAbove: (index) => arrived.length - countGoneAbove(before, gone, index),
      isCertain: isOnTop && !unknownGone,
    };
  }

  /** False when a message may belong further down. */
  #insertOnTop(arrived: readonly MessageRow[]): boolean {
    const [top] = this.#rows;
    const newestFirst = arrived.toSorted((one, other) => timeOf(other) - timeOf(one));
    const oldest = newestFirst.at(-1);
    this.#rows.unshift(...newestFirst);
    if (oldest === undefined) return true;
    return top === undefined ? this.total === arrived.length : timeOf(oldest) >= timeOf(top);
  }
}

function countGoneAbove(
  ids: readonly (string | undefined)[],
  gone: ReadonlySet<string>,
  index: number,
): number {
  return ids.slice(0, index).filter((id) => id !== undefined && gone.has(id)).length;
}

function timeOf({ date }: MessageRow): number {
  return date === null ? 0 : Date.parse(date);
}
