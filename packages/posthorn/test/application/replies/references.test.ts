/** Ids that hold a thread together. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inReplyToOf, referencesOf } from '../../../src/application/replies/references.ts';

const CASES: readonly (readonly [
  description: string,
  original: Parameters<typeof referencesOf>[0],
  references: readonly string[],
])[] = [
  ['the message alone', { messageId: 'c@x' }, ['c@x']],
  ['its references and the message', { messageId: 'c@x', references: ['a@x', 'b@x'] }, ['a@x', 'b@x', 'c@x']],
  [
    'the message that it answers, without references',
    { messageId: 'c@x', inReplyTo: ['b@x'] },
    ['b@x', 'c@x'],
  ],
  [
    'its references, whatever it answers',
    { messageId: 'c@x', references: ['a@x'], inReplyTo: ['b@x'] },
    ['a@x', 'c@x'],
  ],
  ['no guess among several answered messages', { messageId: 'c@x', inReplyTo: ['a@x', 'b@x'] }, ['c@x']],
  ['the thread of a message without id', { messageId: null, references: ['a@x'] }, ['a@x']],
  ['nothing', {}, []],
  ['each id once', { messageId: 'a@x', references: ['a@x', 'b@x', 'b@x'] }, ['b@x', 'a@x']],
  [
    'only ids that can be written',
    { messageId: '\u00fc@x', references: ['a b', '<a@x>', '', 'a\r\nb@x', `${'x'.repeat(901)}`, 'b@x'] },
    ['b@x'],
  ],
];

describe('the references of a reply', () => {
  for (const [description, original, references] of CASES) {
    it(`are ${description}`, () => {
      assert.deepEqual(referencesOf(original), references);
    });
  }

  it('are found in a hundred thousand ids at once', () => {
    const references = Array.from({ length: 100_000 }, (_, index) => `${index}@x`);

    assert.equal(referencesOf({ messageId: 'a@x', references }).length, 100_001);
  });
});

describe('what a reply says it answers', () => {
  it('is the message', () => {
    assert.deepEqual(inReplyToOf({ messageId: 'c@x' }), ['c@x']);
  });

  it('is nothing when the message has no id that can be written', () => {
    assert.deepEqual([inReplyToOf({ messageId: null }), inReplyToOf({ messageId: '\u00fc@x' })], [[], []]);
  });
});
