import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseRoots } from '../../../../src/http/request/url/root-folders.ts';
import { refusalOf } from '../../../support/domain-values.ts';

function parse(text: string): readonly string[] | undefined {
  return parseRoots(new Map([['filter', [text]]]));
}

const ROOTS: readonly (readonly [string, readonly string[] | undefined])[] = [
  ['', undefined],
  ['{"AND":[{"IN":{"id":["INBOX","[Gmail]"]}}]}', ['INBOX', '[Gmail]']],
  ['{"AND":[{"IN":{"id":["inbox"]}},{"other":1}]}', ['INBOX']],
  ['{"IN":{"id":["INBOX"]}}', ['INBOX']],
  ['{"in":{"id":["Entwürfe"]}}', ['Entwürfe']],
  ['{"IN":{"id":[]}}', []],
];

const REFUSED = [
  'nonsense',
  '[]',
  '{}',
  'null',
  '{"AND":[]}',
  '{"AND":{"IN":{"id":["INBOX"]}}}',
  '{"IN":{"id":"INBOX"}}',
  '{"IN":{"name":["INBOX"]}}',
  '{"IN":{"id":[7]}}',
  '{"IN":{"id":["a\\r\\nb"]}}',
  '{"IN":{"id":[""]}}',
];

describe('parseRoots', () => {
  it('is undefined when the client names none', () => {
    assert.equal(parseRoots(new Map()), undefined);
  });

  for (const [text, roots] of ROOTS) {
    it(`reads ${text || 'an empty text'}`, () => {
      assert.deepEqual(parse(text), roots);
    });
  }

  for (const text of REFUSED) {
    it(`refuses ${text}`, () => {
      assert.throws(() => parse(text), refusalOf('filter'));
    });
  }
});
