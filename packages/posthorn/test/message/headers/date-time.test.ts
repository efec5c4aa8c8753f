import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseDateTime } from '../../../src/message/headers/date-time.ts';

/** The point in time and its offset in minutes. */
function read(value: string): readonly [string, number] | undefined {
  const date = parseDateTime(value);
  return date && [new Date(date.epochMs).toISOString(), date.offsetMinutes];
}

/** [what it reads, value, point in time, offset in minutes] */
const READABLE: readonly (readonly [string, string, string, number])[] = [
  ['the form of RFC 5322', 'Fri, 21 Nov 1997 09:55:06 -0600', '1997-11-21T15:55:06.000Z', -360],
  ['a date without the name of the day', '21 Nov 1997 09:55:06 +0530', '1997-11-21T04:25:06.000Z', 330],
  ['a wrong name of the day', 'Mon, 21 Nov 1997 09:55:06 +0000', '1997-11-21T09:55:06.000Z', 0],
  ['a time without seconds', 'Fri, 21 Nov 1997 09:55 +0100', '1997-11-21T08:55:00.000Z', 60],
  ['a comment behind', 'Fri, 21 Nov 1997 09:55:06 +0200 (CEST)', '1997-11-21T07:55:06.000Z', 120],
  [
    'comments and white space within',
    'Fri, 21(x) Nov 1997 09(c): 55 : 06 -0600',
    '1997-11-21T15:55:06.000Z',
    -360,
  ],
  ['two-digit years of this century', '21 Nov 49 09:55:06 GMT', '2049-11-21T09:55:06.000Z', 0],
  ['two-digit years of the last century', '21 Nov 50 09:55:06 GMT', '1950-11-21T09:55:06.000Z', 0],
  ['three-digit years', '21 Nov 103 09:55:06 GMT', '2003-11-21T09:55:06.000Z', 0],
  ['named zones', 'Fri, 21 Nov 1997 09:55:06 PDT', '1997-11-21T16:55:06.000Z', -420],
  ['military zones as UTC', '21 Nov 1997 09:55:06 K', '1997-11-21T09:55:06.000Z', 0],
  ['unknown zones as UTC', '21 Nov 1997 09:55:06 XYZ', '1997-11-21T09:55:06.000Z', 0],
  ['a missing zone as UTC', '21 Nov 1997 09:55:06', '1997-11-21T09:55:06.000Z', 0],
  ['the unknown zone -0000', '21 Nov 1997 09:55:06 -0000', '1997-11-21T09:55:06.000Z', 0],
  ['a zone with a colon', '21 Nov 1997 09:55:06 +01:00', '1997-11-21T08:55:06.000Z', 60],
  ['a zone with a name before', '21 Nov 1997 09:55:06 GMT+0100', '1997-11-21T08:55:06.000Z', 60],
  ['a zone that touches the time', '21 Nov 1997 09:55:06+0100', '1997-11-21T08:55:06.000Z', 60],
  ['an impossible zone as UTC', '21 Nov 1997 09:55:06 +9999', '1997-11-21T09:55:06.000Z', 0],
  ['names in any case', 'FRI, 21 NOV 1997 09:55:06 gmt', '1997-11-21T09:55:06.000Z', 0],
  ['full names of months', 'Friday, 21 November 1997 09:55:06 GMT', '1997-11-21T09:55:06.000Z', 0],
  ['hyphens in the date', '21-Nov-1997 09:55:06 GMT', '1997-11-21T09:55:06.000Z', 0],
  ['folding white space', 'Fri,\r\n 21 Nov 1997\t09:55:06 GMT', '1997-11-21T09:55:06.000Z', 0],
  ['one-digit days and hours', '1 Nov 1997 9:05:06 GMT', '1997-11-01T09:05:06.000Z', 0],
  ['twelve-hour time', 'Nov 21, 1997 12:05:06 AM', '1997-11-21T00:05:06.000Z', 0],
  ['twelve-hour time after noon', 'Nov 21, 1997 1:05 PM', '1997-11-21T13:05:00.000Z', 0],
  ['the form of asctime', 'Fri Nov 21 09:55:06 1997', '1997-11-21T09:55:06.000Z', 0],
  ['the form of date(1)', 'Fri Nov 21 09:55:06 EST 1997', '1997-11-21T14:55:06.000Z', -300],
  ['ISO 8601', '1997-11-21T09:55:06.123+02:00', '1997-11-21T07:55:06.000Z', 120],
  ['ISO 8601 in UTC', '1997-11-21T09:55:06Z', '1997-11-21T09:55:06.000Z', 0],
  ['ISO 8601 with a space', '1997-11-21 09:55:06 +0200', '1997-11-21T07:55:06.000Z', 120],
  ['slashes after the year', '1997/11/21 09:55:06', '1997-11-21T09:55:06.000Z', 0],
  ['a date without a time', '21 Nov 1997', '1997-11-21T00:00:00.000Z', 0],
  ['the leap day', '29 Feb 2000 00:00:00 GMT', '2000-02-29T00:00:00.000Z', 0],
  ['a leap second', '31 Dec 2016 23:59:60 +0000', '2017-01-01T00:00:00.000Z', 0],
  ['the first year', '1 Jan 0001 00:00:00 +0000', '0001-01-01T00:00:00.000Z', 0],
  ['the last year', '31 Dec 9999 23:59:59 +0000', '9999-12-31T23:59:59.000Z', 0],
];

/** [what it refuses, value] */
const UNREADABLE: readonly (readonly [string, string])[] = [
  ['an empty value', ''],
  ['a text', 'yesterday at noon'],
  ['a date without a year', 'Fri, 21 Nov 09:55:06 GMT'],
  ['a month that does not exist', '21 Foo 1997 09:55:06 GMT'],
  ['a day that does not exist', '31 Feb 1997 09:55:06 GMT'],
  ['a number of a month that does not exist', '1997-13-01 09:55:06'],
  ['the day 0', '0 Nov 1997 09:55:06 GMT'],
  ['an hour that does not exist', '21 Nov 1997 25:00:00 GMT'],
  ['a minute that does not exist', '21 Nov 1997 10:60:00 GMT'],
  ['numbers of which nobody knows the order', '01/02/2003 10:00:00'],
  ['the year 0', '1 Jan 0000 00:00:00 GMT'],
  ['the year 0 by its zone', '1 Jan 0001 00:00:00 +0100'],
  ['the year 10000 by its zone', '31 Dec 9999 23:59:59 -0100'],
  ['a date behind 300 characters', `${' '.repeat(300)}21 Nov 1997 09:55:06 GMT`],
];

describe('parseDateTime', () => {
  for (const [form, value, time, offset] of READABLE) {
    it(`reads ${form}`, () => {
      assert.deepEqual(read(value), [time, offset]);
    });
  }

  for (const [form, value] of UNREADABLE) {
    it(`cannot read ${form}`, () => {
      assert.equal(read(value), undefined);
    });
  }
});
