import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseState } from '../../../../src/http/v1/json-api/message-state.ts';

const DIGEST = 'A'.repeat(22);
const tagOf = (state: string): string => `W/"${state}.${DIGEST}"`;

describe('parseState', () => {
  it('reads the message and the flags that the tag tells', () => {
    assert.deepEqual(parseState(tagOf('1.4356.s1f0kabcdef-_')), {
      segment: '1.4356',
      account: 'AAAAAA',
      flags: new Map([
        ['seen', true],
        ['flagged', false],
      ]),
      keywordsDigest: 'abcdef-_',
    });
  });

  it('reads a tag without flags', () => {
    assert.deepEqual(parseState(tagOf('1.4356.-')), {
      segment: '1.4356',
      account: 'AAAAAA',
      flags: new Map(),
      keywordsDigest: undefined,
    });
  });

  for (const tag of [
    '',
    '*',
    '"x"',
    tagOf('1.4356'),
    tagOf('1.4356.x1'),
    tagOf('1.4356.s2'),
    `W/"1.4356.s1.short"`,
  ]) {
    it(`knows no message by ${tag}`, () => {
      assert.equal(parseState(tag), undefined);
    });
  }
});
