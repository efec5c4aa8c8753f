import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MessageSort } from '../../../../src/domain/messages/message-query.ts';
import { parseSort } from '../../../../src/http/v0/message-items/sort.ts';
import { refusalOf } from '../../../support/domain-values.ts';

function parse(text: string): MessageSort {
  return parseSort(new Map([['sort', [text]]]));
}

const ORDERS: readonly (readonly [string, MessageSort])[] = [
  ['[{"property":"date","direction":"DESC"}]', { key: 'date', isDescending: true }],
  ['[{"property":"subject","direction":"ASC"}]', { key: 'subject', isDescending: false }],
  ['[{"property":"from","direction":"desc"}]', { key: 'from', isDescending: true }],
  ['[{"property":"to"}]', { key: 'to', isDescending: false }],
  ['{"property":"size","direction":"DESC"}', { key: 'size', isDescending: true }],
  ['[{"property":"size"},{"property":"nonsense"}]', { key: 'size', isDescending: false }],
  ['[{"property":"seen","direction":"DESC"}]', { key: 'uid', isDescending: true }],
  ['[{"property":"hasAttachments"}]', { key: 'uid', isDescending: false }],
  ['', { key: 'date', isDescending: true }],
];

const REFUSED = [
  '-date',
  '[]',
  'null',
  '7',
  '"date"',
  '[[{"property":"date"}]]',
  '{}',
  '[{"property":"__proto__"}]',
  '[{"property":["date"]}]',
  '[{"property":"date","direction":"UP"}]',
  '[{"property":"date","direction":{"toString":1}}]',
];

describe('parseSort', () => {
  it('orders by date, newest first, when the parameter is missing', () => {
    assert.deepEqual(parseSort(new Map()), { key: 'date', isDescending: true });
  });

  for (const [text, sort] of ORDERS) {
    it(`reads ${text}`, () => {
      assert.deepEqual(parse(text), sort);
    });
  }

  for (const text of REFUSED) {
    it(`refuses ${text}`, () => {
      assert.throws(() => parse(text), refusalOf('sort'));
    });
  }
});
