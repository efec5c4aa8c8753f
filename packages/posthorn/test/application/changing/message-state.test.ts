import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { attributesOf, digestKeywords, isInState } from '../../../src/application/changing/message-state.ts';
import { asUid } from '../../support/domain-values.ts';

describe('a message state', () => {
  const flags = new Map([
    ['seen', true],
    ['draft', false],
  ] as const);
  const item = { uid: asUid(1), seen: true, draft: false };

  it('depends on the flags that it names only', () => {
    const state = { flags, keywordsDigest: undefined };

    assert.equal(isInState({ ...item, flagged: true, keywords: ['Later'] }, state), true);
    assert.equal(isInState({ ...item, seen: false }, state), false);
    assert.deepEqual(attributesOf(state), ['seen', 'draft']);
  });

  it('depends on the keywords where it tells them, in any order and case', () => {
    const state = { flags: new Map(), keywordsDigest: digestKeywords(['Later', '$Junk']) };

    assert.equal(isInState({ ...item, keywords: ['$junk', 'LATER'] }, state), true);
    assert.equal(isInState({ ...item, keywords: ['Later'] }, state), false);
    assert.deepEqual(attributesOf(state), ['keywords']);
  });
});
