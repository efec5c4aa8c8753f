import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatInternalDate, parseInternalDate } from '../../../../src/adapters/imap/fetch/internal-date.ts';

describe('parseInternalDate', () => {
  it('reads date, time and zone', () => {
    assert.deepEqual(parseInternalDate('17-Jul-1996 02:44:25 -0700'), {
      epochMs: Date.UTC(1996, 6, 17, 9, 44, 25),
      offsetMinutes: -420,
    });
  });

  it('reads a day that is padded with a space', () => {
    assert.deepEqual(parseInternalDate(' 7-Feb-2024 00:00:00 +0000'), {
      epochMs: Date.UTC(2024, 1, 7),
      offsetMinutes: 0,
    });
  });

  it('gives nothing for anything else', () => {
    assert.deepEqual(['', 'now', '17-Foo-1996 02:44:25 -0700'].map(parseInternalDate), [
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('formatInternalDate', () => {
  for (const [text, date] of [
    ['17-Jul-1996 02:44:25 -0700', { epochMs: Date.UTC(1996, 6, 17, 9, 44, 25), offsetMinutes: -420 }],
    ['01-Jan-2024 00:14:00 +0545', { epochMs: Date.UTC(2023, 11, 31, 18, 29), offsetMinutes: 345 }],
    ['29-Feb-2024 00:00:00 +0000', { epochMs: Date.UTC(2024, 1, 29), offsetMinutes: 0 }],
  ] as const) {
    it(`writes ${text}, which is read back`, () => {
      assert.equal(formatInternalDate(date), text);
      assert.deepEqual(parseInternalDate(text), date);
    });
  }

  it('writes a date of no zone in UTC', () => {
    assert.equal(
      formatInternalDate({ epochMs: Date.UTC(2024, 1, 29), offsetMinutes: 23 * 60 }),
      '29-Feb-2024 00:00:00 +0000',
    );
  });
});
