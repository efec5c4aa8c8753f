import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type FolderChanges, SparseRows } from '../../src/mail/sparse-rows.ts';
import { rowsWithUids } from '../support/message-row.ts';

const NOTHING: FolderChanges = { changed: [], removed: [], presentUids: undefined };
const idsOf = (rows: SparseRows) =>
  Array.from({ length: rows.total }, (_, index) => rows.at(index)?.id ?? null);

function rowsAt(start: number, total: number, ...uids: readonly number[]): SparseRows {
  const rows = new SparseRows(total);
  rows.place(start, { rows: rowsWithUids(...uids), total });
  return rows;
}

describe('SparseRows', () => {
  it('keeps pages where they belong, and knows which rows are missing', () => {
    const rows = rowsAt(2, 5, 3, 2);

    assert.deepEqual(idsOf(rows), [null, null, 'a.INBOX.1.3', 'a.INBOX.1.2', null]);
    assert.deepEqual([rows.has(2, 4), rows.has(2, 5), rows.has(0, 1)], [true, false, false]);
  });

  it('forgets everything else when the number of messages has changed', () => {
    const rows = rowsAt(0, 4, 4, 3);

    rows.place(2, { rows: rowsWithUids(1), total: 3 });

    assert.deepEqual(idsOf(rows), [null, null, 'a.INBOX.1.1']);
  });

  it('takes rows out, and moves those below up', () => {
    const rows = rowsAt(1, 4, 3, 2);

    rows.remove(new Set(['a.INBOX.1.3']));

    assert.deepEqual(idsOf(rows), [null, 'a.INBOX.1.2', null]);
  });

  it('forgets rows that are far from those in view', () => {
    const rows = rowsAt(0, 5_000, 9);

    rows.forgetFarFrom(3_000, 3_010);

    assert.equal(rows.at(0), undefined);
  });

  it('appends pages of a list that is read by cursor', () => {
    const rows = rowsAt(0, 1, 2);

    rows.append(rowsWithUids(1), 0);

    assert.deepEqual(idsOf(rows), ['a.INBOX.1.2', 'a.INBOX.1.1']);
  });
});

describe('SparseRows.apply', () => {
  it('puts new messages on top, and reports how far the rows in view have moved', () => {
    const rows = rowsAt(0, 2, 2, 1);
    const changed = rowsWithUids(3, 4).map((row) => ({ row, isNew: true }));

    const shift = rows.apply({ ...NOTHING, changed });

    assert.deepEqual(idsOf(rows).slice(0, 3), ['a.INBOX.1.4', 'a.INBOX.1.3', 'a.INBOX.1.2']);
    assert.deepEqual([shift.rowsAbove(1), shift.isCertain], [2, true]);
  });

  it('counts a message once that is reported twice', () => {
    const rows = rowsAt(0, 1, 1);

    rows.apply({ ...NOTHING, changed: rowsWithUids(1).map((row) => ({ row, isNew: true })) });

    assert.equal(rows.total, 1);
  });

  it('replaces changed rows that are loaded, and passes over others', () => {
    const rows = rowsAt(0, 2, 2);
    const changed = rowsWithUids(2, 1).map((row) => ({ row: { ...row, flagged: true }, isNew: false }));

    const { isCertain } = rows.apply({ ...NOTHING, changed });

    assert.deepEqual([rows.at(0)?.flagged, rows.at(1), isCertain], [true, undefined, true]);
  });

  it('moves the view back for messages that are gone from above it', () => {
    const rows = rowsAt(0, 3, 3, 2, 1);

    const { rowsAbove } = rows.apply({ ...NOTHING, removed: ['a.INBOX.1.3'] });

    assert.deepEqual([rowsAbove(2), rows.total], [-1, 2]);
  });

  it('is not certain when a message is gone that was not loaded', () => {
    assert.equal(rowsAt(0, 2, 2).apply({ ...NOTHING, removed: ['a.INBOX.1.1'] }).isCertain, false);
  });

  it('is not certain when an old message arrives', () => {
    const changed = rowsWithUids(1).map((row) => ({ row, isNew: true }));

    assert.equal(rowsAt(0, 1, 2).apply({ ...NOTHING, changed }).isCertain, false);
  });

  it('removes what is not among the uids that are there', () => {
    const rows = rowsAt(0, 3, 3, 2, 1);

    rows.apply({ ...NOTHING, presentUids: '1,3:4' });

    assert.deepEqual(idsOf(rows), ['a.INBOX.1.3', 'a.INBOX.1.1']);
  });
});
