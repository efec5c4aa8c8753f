/** Dates for people. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { showDate } from '../../../src/application/replies/shown-date.ts';

const NOON = Date.UTC(2024, 1, 29, 12, 30, 59);

const CASES: readonly (readonly [epochMs: number, offsetMinutes: number, shown: string | null])[] = [
  [NOON, 0, '2024-02-29 12:30 +00:00'],
  [NOON, 60, '2024-02-29 13:30 +01:00'],
  [NOON, -570, '2024-02-29 03:00 -09:30'],
  [NOON, 720, '2024-03-01 00:30 +12:00'],
  [Date.UTC(9999, 11, 31, 23, 59), 0, '9999-12-31 23:59 +00:00'],
  [Date.UTC(9999, 11, 31, 23, 59), 1, null],
  [Number.NaN, 0, null],
  [1e20, 0, null],
  [NOON, 1440, null],
  [NOON, Number.NaN, null],
];

describe('showDate', () => {
  for (const [epochMs, offsetMinutes, shown] of CASES) {
    it(`gives ${shown} for ${epochMs} at ${offsetMinutes}`, () => {
      assert.equal(showDate({ epochMs, offsetMinutes }), shown);
    });
  }
});
