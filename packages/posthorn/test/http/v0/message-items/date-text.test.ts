import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ZonedDate } from '../../../../src/domain/messages/message-item.ts';
import { formatDate } from '../../../../src/http/v0/message-items/date-text.ts';

const NOON = Date.UTC(2023, 4, 2, 12, 0, 5);
const NO_DATE = '1970-01-01 00:00:00 +0000';

const DATES: readonly (readonly [ZonedDate, string])[] = [
  [{ epochMs: NOON, offsetMinutes: 0 }, '2023-05-02 12:00:05 +0000'],
  [{ epochMs: NOON, offsetMinutes: 120 }, '2023-05-02 14:00:05 +0200'],
  [{ epochMs: NOON, offsetMinutes: -570 }, '2023-05-02 02:30:05 -0930'],
  [{ epochMs: NOON, offsetMinutes: 345 }, '2023-05-02 17:45:05 +0545'],
  [{ epochMs: -1000, offsetMinutes: 0 }, '1969-12-31 23:59:59 +0000'],
  [{ epochMs: Date.UTC(10_000, 0, 1), offsetMinutes: 0 }, NO_DATE],
  [{ epochMs: Date.UTC(9999, 11, 31, 23), offsetMinutes: 120 }, NO_DATE],
  [{ epochMs: Number.NaN, offsetMinutes: 0 }, NO_DATE],
  [{ epochMs: 8.65e15, offsetMinutes: 0 }, NO_DATE],
  [{ epochMs: NOON, offsetMinutes: 6000 }, NO_DATE],
];

describe('formatDate', () => {
  for (const [date, text] of DATES) {
    it(`writes ${date.epochMs} at ${date.offsetMinutes} minutes as ${text}`, () => {
      assert.equal(formatDate(date), text);
    });
  }
});
