import type { Secret } from '../domain/logins/secret.ts';
import type { ApiKeyId } from '../domain/rights/api-key.ts';
import type { RowVersion } from './ports/state/row-version.ts';

/** A stored row that API keys manage. */
export interface ManagedRow extends RowVersion {
  readonly id: string;
}

/** A page request, oldest first. */
export interface RowListRequest<Row extends ManagedRow> {
  readonly after: Pick<Row, 'createdAt' | 'id'> | null;
  /** 1 to 200. */
  readonly limit: number;
}

/** A page of rows; `next`: its last row if more follow. */
export interface RowPage<Row> {
  readonly rows: readonly Row[];
  readonly next: Row | null;
}

/** True if the client allows this version; undefined: any. */
export function isExpected(row: RowVersion, expected: readonly RowVersion[] | undefined): boolean {
  if (expected === undefined) return true;
  return expected.some(({ createdAt, epoch }) => createdAt === row.createdAt && epoch === row.epoch);
}

/**
 * Removes the row that `find` returns; with `expected`, only that version, so that no change in between is
 * lost. `remove` returns false for a missing row or another version. Throws like `find`.
 */
export async function removeExpected<
  Removal extends { readonly expected?: readonly RowVersion[] | undefined },
>(
  removal: Removal,
  find: (removal: Removal) => Promise<RowVersion>,
  remove: (version: RowVersion | undefined) => Promise<boolean>,
): Promise<void> {
  for (;;) {
    const { createdAt, epoch } = await find(removal);
    const isRemoved = await remove(removal.expected && { createdAt, epoch });
    if (isRemoved || removal.expected === undefined) return;
  }
}

/** A row and the allowed versions; absent: any. */
export interface NamedRow<Row extends ManagedRow> {
  readonly id: Row['id'];
  readonly expected?: readonly RowVersion[] | undefined;
}

/** A row change. */
export interface RowChange<Row extends ManagedRow, Values> extends NamedRow<Row> {
  /** Throws for contradictory values. */
  readonly change: (row: Row) => Values;
}

/** A row and its new secret, shown once. */
export interface SecretRow<Row> {
  readonly row: Row;
  readonly secret: Secret;
}

/** Rows that a maker may see and change. */
export interface ManagedRows<Row extends ManagedRow, Values, Maker = ApiKeyId> {
  list(maker: Maker, page: RowListRequest<Row>): Promise<RowPage<Row>>;
  get(maker: Maker, id: Row['id']): Promise<Row>;
  create(maker: Maker, values: Values): Promise<SecretRow<Row>>;
  change(maker: Maker, change: RowChange<Row, Values>): Promise<Row>;
  remove(maker: Maker, removal: NamedRow<Row>): Promise<void>;
}

const READ_AT_ONCE = 200;

/** Reads rows until a page of visible ones is full. */
export async function listVisible<Row extends ManagedRow>(
  { after, limit }: RowListRequest<Row>,
  {
    list,
    isVisible,
  }: {
    readonly list: (request: RowListRequest<Row>) => Promise<readonly Row[]>;
    readonly isVisible: (row: Row) => boolean | Promise<boolean>;
  },
): Promise<RowPage<Row>> {
  const visible: Row[] = [];
  for (let position = after; ; ) {
    const found = await list({ after: position, limit: READ_AT_ONCE });
    for (const row of found) if (await isVisible(row)) visible.push(row);
    position = found.at(-1) ?? null;
    if (visible.length > limit || found.length < READ_AT_ONCE || position === null) break;
  }
  return pageOf(visible, limit);
}

/** A page of rows; `found` may exceed `limit`. */
export function pageOf<Row>(found: readonly Row[], limit: number): RowPage<Row> {
  const rows = found.slice(0, limit);
  return { rows, next: found.length > limit ? (rows.at(-1) ?? null) : null };
}
