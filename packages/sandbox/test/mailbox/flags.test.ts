/** Spellings of flags. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FlagNames } from '../../src/mailbox/flags.ts';

describe('FlagNames', () => {
  it('spells system flags one way and keywords as they first came', () => {
    const names = new FlagNames();
    assert.deepEqual(
      ['\\sEEn', '$Work', '$WORK', '__proto__'].map((flag) => names.canonical(flag)),
      ['\\Seen', '$Work', '$Work', '__proto__'],
    );
    assert.deepEqual(names.keywords, ['$Work', '__proto__']);
  });

  it('has no spelling for \\Recent and unknown system flags', () => {
    assert.deepEqual(
      ['\\Recent', '\\Nope'].map((flag) => new FlagNames().canonical(flag)),
      [undefined, undefined],
    );
  });

  it('looks up without remembering', () => {
    const names = new FlagNames();
    assert.equal(names.lookUp('$new'), '$new');
    assert.deepEqual(names.keywords, []);
  });
});
