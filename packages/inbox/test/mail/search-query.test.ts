import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseSearch, toggleTerm } from '../../src/mail/search-query.ts';

const filtersOf = (text: string) => parseSearch(text).filters;

describe('parseSearch', () => {
  it('looks for words anywhere, and for what is in quotes as a whole', () => {
    assert.deepEqual(filtersOf('coffee "opening day"'), [
      ['text', 'coffee'],
      ['text', 'opening day'],
    ]);
  });

  it('knows fields, states, files, days and sizes', () => {
    assert.deepEqual(filtersOf('from:ann subject:"big day" is:unread has:file after:2026-01-31 larger:2m'), [
      ['from', 'ann'],
      ['subject', 'big day'],
      ['seen', 'false'],
      ['hasAttachments', 'true'],
      ['since', '2026-01-31'],
      ['larger', '2000000'],
    ]);
  });

  it('takes what it does not know as words', () => {
    assert.deepEqual(filtersOf('re:plan before:soon https://example.org'), [
      ['text', 're:plan'],
      ['text', 'before:soon'],
      ['text', 'https://example.org'],
    ]);
  });

  it('leaves an unfinished filter out', () => {
    assert.deepEqual(filtersOf('from: ann'), [
      ['text', 'from:'],
      ['text', 'ann'],
    ]);
  });

  it('searches all folders unless the text says otherwise', () => {
    assert.deepEqual(
      [parseSearch('coffee').isEverywhere, parseSearch('coffee in:here').isEverywhere],
      [true, false],
    );
  });
});

describe('toggleTerm', () => {
  it('adds a term, and takes it away', () => {
    assert.deepEqual(
      [toggleTerm('ann', 'is:unread'), toggleTerm('ann is:unread', 'is:unread')],
      ['ann is:unread', 'ann'],
    );
  });
});
