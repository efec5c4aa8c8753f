/** Dates, sizes and places as the page shows them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileSize } from '../../src/mail/file-size.ts';
import { folderIdOf, groupByFolder, uidOf } from '../../src/mail/message-id.ts';
import { scrollMap, scrollTopFor } from '../../src/mail/scroll-map.ts';
import { longDate, shortDate } from '../../src/mail/shown-date.ts';

describe('shortDate', () => {
  const words = { now: new Date(2026, 10, 25, 12), locale: 'en-GB' };
  const short = (...date: [number, number, number, number]) =>
    shortDate(new Date(...date).toISOString(), words);

  it('gives the time of today, the day of this week, else the date', () => {
    assert.deepEqual(
      [short(2026, 10, 25, 9), short(2026, 10, 23, 9), short(2026, 10, 1, 9), short(2025, 0, 2, 9)],
      ['09:00', 'Mon', '1 Nov', '2 Jan 2025'],
    );
  });

  it('gives the date of what claims to come from the future, and nothing without a date', () => {
    assert.deepEqual([short(2026, 10, 27, 9), shortDate(null, words)], ['27 Nov', '']);
  });
});

describe('longDate', () => {
  it('gives the day and the time', () => {
    const words = { now: new Date(2026, 10, 25), locale: 'en-GB' };

    // Versions of ICU differ in the comma.
    assert.match(longDate(new Date(2026, 10, 23, 20, 34).toISOString(), words), /^Mon,? 23 Nov,? 20:34$/);
  });
});

describe('fileSize', () => {
  it('has one digit behind the point below ten', () => {
    assert.deepEqual([0, 999, 1_400, 212_000, 1_400_000].map(fileSize), [
      '0 B',
      '999 B',
      '1.4 KB',
      '212 KB',
      '1.4 MB',
    ]);
  });
});

describe('ids of messages', () => {
  it('have the folder and the uid', () => {
    assert.deepEqual([folderIdOf('a.Work~2FB.17.4'), uidOf('a.Work~2FB.17.4')], ['a.Work~2FB', 4]);
  });

  it('are grouped by their folders', () => {
    assert.deepEqual(
      [...groupByFolder(['a.X.1.1', 'a.Y.1.1', 'a.X.1.2'])],
      [
        ['a.X', ['a.X.1.1', 'a.X.1.2']],
        ['a.Y', ['a.Y.1.1']],
      ],
    );
  });
});

describe('scrollMap', () => {
  it('is exact for 100,000 rows', () => {
    const { height, first, last, topOf } = scrollMap({
      total: 100_000,
      rowHeight: 80,
      scrollTop: 800,
      viewHeight: 160,
    });

    assert.deepEqual([height, first, last, topOf(10)], [8_000_000, 10, 12, 800]);
  });

  it('reaches both ends of a list that no browser can draw', () => {
    const view = { total: 1_000_000, rowHeight: 80, viewHeight: 160 };
    const end = scrollMap({ ...view, scrollTop: 15_000_000 - 160 });

    assert.deepEqual(
      [scrollMap({ ...view, scrollTop: 0 }).first, end.last, Math.round(end.topOf(999_999))],
      [0, 999_999, 14_999_920],
    );
  });
});

describe('scrollTopFor', () => {
  const view = { total: 100, rowHeight: 80, scrollTop: 800, viewHeight: 160 };

  it('moves no further than the row needs', () => {
    assert.deepEqual(
      [9, 10, 11, 12].map((index) => scrollTopFor(index, view)),
      [720, 800, 800, 880],
    );
  });
});
