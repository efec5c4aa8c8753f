import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  attributesOf,
  parseState,
  stillStands,
} from '../../../../src/http/v1/message-items/message-state.ts';
import { uid } from '../../in-memory-mail-store.ts';

const DIGEST = 'A'.repeat(22);
const tagOf = (state: string): string => `W/"${state}.${DIGEST}"`;

describe('parseState', () => {
  it('reads the message and the flags that the tag tells', () => {
    assert.deepEqual(parseState(tagOf('1.4356.s1f0kabcdef-_')), {
      segment: '1.4356',
      flags: new Map([
        ['seen', true],
        ['flagged', false],
      ]),
      keywordsDigest: 'abcdef-_',
    });
  });

  it('reads a tag without flags', () => {
    const told = parseState(tagOf('1.4356.-'));

    assert.deepEqual(told, { segment: '1.4356', flags: new Map(), keywordsDigest: undefined });
    assert.deepEqual(told && attributesOf(told), []);
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

describe('stillStands', () => {
  const told = parseState(tagOf('1.4356.s1d0'));
  const item = { uid: uid(4356), seen: true, draft: false };

  it('looks at the flags that were told only', () => {
    assert.equal(told && stillStands(told, { ...item, flagged: true }), true);
    assert.equal(told && stillStands(told, { ...item, seen: false }), false);
  });
});
