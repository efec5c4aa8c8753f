/** Texts of messages and of drafts. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { draftTexts, wordsToHtml } from '../../src/mail/draft-text.ts';
import { canTakeColours } from '../../src/mail/html-colours.ts';
import { findLinks, splitQuotes } from '../../src/mail/text-pieces.ts';

describe('findLinks', () => {
  it('finds addresses of pages and of people, without the punctuation behind them', () => {
    assert.deepEqual(findLinks('See https://example.org/a?b=1. Or ann@example.org!'), [
      { kind: 'text', text: 'See ' },
      { kind: 'link', text: 'https://example.org/a?b=1', href: 'https://example.org/a?b=1' },
      { kind: 'text', text: '. Or ' },
      { kind: 'link', text: 'ann@example.org', href: 'mailto:ann@example.org' },
      { kind: 'text', text: '!' },
    ]);
  });

  it('makes no link of other schemes', () => {
    assert.deepEqual(findLinks('javascript:alert(1)'), [{ kind: 'text', text: 'javascript:alert(1)' }]);
  });
});

describe('splitQuotes', () => {
  it('separates quoted lines from those of the author', () => {
    assert.deepEqual(splitQuotes('> Coffee?\r\n> Tea?\r\n\r\nCoffee.\r\n'), [
      { isQuote: true, text: '> Coffee?\n> Tea?' },
      { isQuote: false, text: '\nCoffee.' },
    ]);
  });
});

describe('draftTexts', () => {
  it('is plain text without a quote, and with a plain one', () => {
    assert.deepEqual(draftTexts('Yes.', null), { textPlain: 'Yes.' });
    assert.deepEqual(draftTexts('Yes.', { plain: '> Tea?', html: '' }), { textPlain: 'Yes.\n\n> Tea?' });
  });

  it('keeps the HTML of a quote below the words', () => {
    const quoted = { plain: 'Tea?', html: '<blockquote>Tea?</blockquote>' };

    assert.deepEqual(draftTexts('<Yes>', quoted), {
      textHtml: '<p>&#60;Yes&#62;</p><blockquote>Tea?</blockquote>',
    });
  });
});

describe('wordsToHtml', () => {
  it('makes paragraphs and line breaks', () => {
    assert.equal(wordsToHtml('Hi\nAnn\n\nBye'), '<p>Hi<br>Ann</p>\n<p>Bye</p>');
  });
});

describe('canTakeColours', () => {
  it('is false for HTML with colours of its own', () => {
    const colours = [
      '<p>x</p>',
      '<p style="margin: 0">x</p>',
      '<td bgcolor="red">',
      '<p style="color: red">',
    ];

    assert.deepEqual(colours.map(canTakeColours), [true, true, false, false]);
  });
});
