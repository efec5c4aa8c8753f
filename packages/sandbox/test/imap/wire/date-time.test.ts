/** Dates of the protocol. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatDateTime, parseDate, parseDateTime } from '../../../src/imap/wire/date-time.ts';

describe('parseDateTime', () => {
  it('takes the zone into account', () => {
    assert.deepEqual(parseDateTime(' 1-jan-2024 00:30:00 +0100'), new Date('2023-12-31T23:30:00Z'));
    assert.deepEqual(parseDateTime('01-Jan-2024 00:30:00 -0130'), new Date('2024-01-01T02:00:00Z'));
  });

  for (const text of ['1-Jan-2024 00:30:00 +0100', '01-Jan-2024', '01-Foo-2024 00:00:00 +0000', '']) {
    it(`rejects ${JSON.stringify(text)}`, () => {
      assert.throws(() => parseDateTime(text), { status: 'BAD' });
    });
  }
});

describe('formatDateTime', () => {
  it('writes UTC', () => {
    assert.equal(formatDateTime(new Date('2024-02-03T04:05:06Z')), ' 3-Feb-2024 04:05:06 +0000');
  });
});

describe('parseDate', () => {
  it('gives the start of the day in UTC', () => {
    assert.equal(parseDate('03-feb-2024'), Date.UTC(2024, 1, 3));
  });

  for (const text of ['3 Feb 2024', '0-Feb-2024', '3-Feb-24']) {
    it(`rejects ${text}`, () => {
      assert.throws(() => parseDate(text), { status: 'BAD' });
    });
  }
});
