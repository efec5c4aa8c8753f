/** Dates of messages. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseSentDate } from '../../src/message/sent-date.ts';

function parse(text: string): string | undefined {
  const date = parseSentDate(text);
  return date && `${new Date(date.dayMs).toISOString().slice(0, 10)} ${new Date(date.utcMs).toISOString()}`;
}

describe('parseSentDate', () => {
  const cases: readonly (readonly [text: string, result: string | undefined])[] = [
    ['Thu, 01 Feb 2024 23:30:00 -0500', '2024-02-01 2024-02-02T04:30:00.000Z'],
    ['1 feb 2024 10:00 +0530', '2024-02-01 2024-02-01T04:30:00.000Z'],
    ['Fri, 21 Nov 97 09:55:06 GMT', '1997-11-21 1997-11-21T09:55:06.000Z'],
    ['1 Jan 24 00:00:00 EST', '2024-01-01 2024-01-01T05:00:00.000Z'],
    ['1 Jan 103 00:00:00 UT', '2003-01-01 2003-01-01T00:00:00.000Z'],
    ['1 (first) Jan 2024 00:00 (CET)', '2024-01-01 2024-01-01T00:00:00.000Z'],
    ['1 Foo 2024 00:00', undefined],
    ['yesterday', undefined],
    ['', undefined],
  ];
  for (const [text, result] of cases) {
    it(`reads ${JSON.stringify(text)} as ${result}`, () => {
      assert.equal(parse(text), result);
    });
  }
});
