import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toIsoDate } from '../../src/resources/iso-date.ts';

const NOON = Date.UTC(2024, 0, 31, 12, 0, 5);

describe('toIsoDate', () => {
  const DATES: readonly (readonly [number, number, string | null])[] = [
    [NOON, 0, '2024-01-31T12:00:05+00:00'],
    [NOON, 120, '2024-01-31T14:00:05+02:00'],
    [NOON, -570, '2024-01-31T02:30:05-09:30'],
    [NOON, 765, '2024-02-01T00:45:05+12:45'],
    [Date.UTC(9999, 11, 31, 23), 120, null],
    [-62_167_219_200_000, -60, null],
    [NOON, 1_440, null],
    [Number.NaN, 0, null],
  ];
  for (const [epochMs, offsetMinutes, expected] of DATES) {
    it(`writes ${epochMs} at ${offsetMinutes} minutes as ${expected}`, () => {
      assert.equal(toIsoDate({ epochMs, offsetMinutes }), expected);
    });
  }
});
