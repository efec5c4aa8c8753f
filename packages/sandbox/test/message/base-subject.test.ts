/** Base subjects (RFC 5256 §2.1). */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { baseSubject } from '../../src/message/base-subject.ts';

describe('baseSubject', () => {
  const cases: readonly (readonly [subject: string, base: string])[] = [
    ['Hello', 'HELLO'],
    ['  Hello \t world ', 'HELLO WORLD'],
    ['Re: Hello', 'HELLO'],
    ['RE : re: Fwd: fw: Hello', 'HELLO'],
    ['Re[2]: Hello', 'HELLO'],
    ['[list] Re: [tag] Hello', 'HELLO'],
    ['Re: [list] Hello (fwd) (FWD)', 'HELLO'],
    ['[Fwd: Re: Hello]', 'HELLO'],
    ['[only a tag]', '[ONLY A TAG]'],
    ['Re: [only a tag]', '[ONLY A TAG]'],
    ['Regards', 'REGARDS'],
    ['', ''],
  ];
  for (const [subject, base] of cases) {
    it(`of ${JSON.stringify(subject)} is ${JSON.stringify(base)}`, () => {
      assert.equal(baseSubject(subject).text, base);
    });
  }

  it('tells whether a reply or forward mark was there', () => {
    const isMarked = (subject: string) => baseSubject(subject).isReplyOrForward;

    assert.deepEqual(['Re: a', '[x] Fwd: a', 'a (fwd)', '[Fwd: a]'].map(isMarked), [true, true, true, true]);
    assert.deepEqual(['a', '[x] a', '[x]', 'Regards', ''].map(isMarked), [false, false, false, false, false]);
  });

  it('is found quickly for a subject of prefixes', () => {
    const start = performance.now();
    baseSubject('[a] re: '.repeat(200_000));
    assert.ok(performance.now() - start < 1000);
  });
});
