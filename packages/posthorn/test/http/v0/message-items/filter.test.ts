import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MessageCriterion } from '../../../../src/domain/messages/message-query.ts';
import { namesMessages, parseFilter } from '../../../../src/http/v0/message-items/filter.ts';
import { refusalOf } from '../../../support/domain-values.ts';
import { uid } from '../../in-memory-mail-store.ts';

function parse(text: string): MessageCriterion | null {
  return parseFilter(new Map([['filter', [text]]]));
}

const UIDS: MessageCriterion = { kind: 'uids', uids: [uid(1), uid(2)] };
const RECENT: MessageCriterion = { kind: 'recent' };
const NEW: MessageCriterion = { kind: 'uid-at-least', uid: uid(1657) };

const CRITERIA: readonly (readonly [string, MessageCriterion | null])[] = [
  ['', null],
  ['[{"property":"id","operator":"in","value":["1","2"]}]', UIDS],
  ['[{"property":"id","operator":"IN","value":[1,2,1]}]', UIDS],
  ['[{"property":"id","operator":"in","value":[]}]', { kind: 'uids', uids: [] }],
  ['[{"property":"id","operator":">=","value":1657}]', NEW],
  ['[{"property":"id","operator":">=","value":"1657"}]', NEW],
  ['[{"property":"id","value":7}]', { kind: 'uids', uids: [uid(7)] }],
  ['[{"property":"recent","operator":"=","value":true}]', RECENT],
  ['[{"property":"recent","value":true}]', RECENT],
  [
    '[{"property":"recent","value":true,"operator":"="},{"property":"id","value":1657,"operator":">="}]',
    { kind: 'any-of', criteria: [RECENT, NEW] },
  ],
  ['{"IN":{"id":["1","2"]}}', UIDS],
  ['{"in":{"id":["1","2"]}}', UIDS],
  ['{">=":{"id":1657}}', NEW],
  ['{"=":{"recent":true}}', RECENT],
  ['{"==":{"id":"7"}}', { kind: 'uids', uids: [uid(7)] }],
  ['{"OR":[{">=":{"id":1657}},{"=":{"recent":true}}]}', { kind: 'any-of', criteria: [NEW, RECENT] }],
  ['{"||":[{"=":{"recent":true}}]}', RECENT],
];

const REFUSED = [
  'nonsense',
  '[',
  '[]',
  'null',
  '7',
  '{}',
  '[7]',
  '[[{"property":"recent","value":true}]]',
  '{"property":"recent","operator":"=","value":true}',
  '[{"property":"recent","operator":"=","value":false}]',
  '[{"property":"recent","operator":"=","value":"true"}]',
  '[{"property":"recent","operator":"in","value":true}]',
  '[{"property":"subject","operator":"=","value":"x\\" OR ALL"}]',
  '[{"property":"id","operator":"<","value":7}]',
  '[{"property":"id","operator":{"toString":1},"value":7}]',
  '[{"property":"id","operator":"in","value":"1"}]',
  '[{"property":"id","operator":"in","value":["1:*"]}]',
  '[{"property":"id","operator":"in","value":["1","abc"]}]',
  '[{"property":"id","operator":"in","value":[0]}]',
  '[{"property":"id","operator":"in","value":[1.5]}]',
  '[{"property":"id","operator":"in","value":[4294967296]}]',
  '[{"property":"id","operator":"in","value":[["1"]]}]',
  '[{"property":"id","operator":">=","value":"*"}]',
  '[{"property":"recent","value":true},{"property":"subject","value":"x"}]',
  '{"AND":[{"=":{"recent":true}}]}',
  '{"OR":[]}',
  '{"OR":{"=":{"recent":true}}}',
  '{"OR":[{"OR":[{"=":{"recent":true}}]}]}',
  '{"=":{"recent":true},">=":{"id":1}}',
  '{"=":{"recent":true,"id":1}}',
  '{"=":{}}',
  '{"__proto__":{"id":1}}',
];

describe('parseFilter', () => {
  it('is null without a filter', () => {
    assert.equal(parseFilter(new Map()), null);
  });

  for (const [text, criterion] of CRITERIA) {
    it(`reads ${text || 'an empty text'}`, () => {
      assert.deepEqual(parse(text), criterion);
    });
  }

  for (const text of REFUSED) {
    it(`refuses ${text}`, () => {
      assert.throws(() => parse(text), refusalOf('filter'));
    });
  }

  it('says that what is not JSON must be JSON decodable', () => {
    assert.throws(() => parse('nonsense'), { message: 'parameter "filter" must be JSON decodable' });
  });
});

describe('namesMessages', () => {
  it('is true for filters that hold a list of ids', () => {
    assert.deepEqual([UIDS, { kind: 'any-of', criteria: [RECENT, UIDS] } as const].map(namesMessages), [
      true,
      true,
    ]);
  });

  it('is false for all others', () => {
    assert.deepEqual([null, RECENT, NEW, { kind: 'uids', uids: [] } as const].map(namesMessages), [
      false,
      false,
      false,
      false,
    ]);
  });
});
