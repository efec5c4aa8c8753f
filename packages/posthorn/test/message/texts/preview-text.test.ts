import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { toPreviewText } from '../../../src/message/texts/preview-text.ts';

/** [what it does, plain text, preview] */
const PLAIN: readonly (readonly [string, string, string])[] = [
  ['folds white space to single spaces', ' a\r\n\r\n b\t\u00a0 c\u2003d ', 'a b c d'],
  ['removes zero-width padding', 'a\u200b\u200c\u200d\u2060\ufeff\u00ad\u034fb', 'ab'],
  ['folds padding with white space between to one space', 'a \u034f \u200c\u00a0\ufeff \u2800 b', 'a b'],
  ['removes padding at both ends', '\ufeff\u200b a \u034f\u2800', 'a'],
  [
    'keeps a joiner within an emoji',
    '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
    '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
  ],
  ['keeps a non-joiner within a word', '\u0645\u06cc\u200c\u062e', '\u0645\u06cc\u200c\u062e'],
  ['removes marks of the writing direction', 'a\u202eb\u2066c', 'abc'],
  ['makes control characters a space', 'a\u0000\u001bb', 'a b'],
  ['replaces surrogates without a partner', 'a\ud83d', 'a\ufffd'],
  ['keeps markup of plain text', '<b>a</b> &amp; b', '<b>a</b> &amp; b'],
  ['gives nothing for blank text', ' \u200b\n\u2800', ''],
];

describe('toPreviewText', () => {
  for (const [behaviour, text, preview] of PLAIN) {
    it(behaviour, () => {
      assert.equal(toPreviewText(text, { mediaType: 'text/plain', maxCharacters: 200 }), preview);
    });
  }

  it('takes the text out of HTML', () => {
    const html = '<style>p{}</style><p>Hello&nbsp;<b>you</b></p><p>5 &lt; 6</p>';

    assert.equal(toPreviewText(html, { mediaType: 'text/html', maxCharacters: 200 }), 'Hello you 5 < 6');
  });

  it('shows no addresses and marks', () => {
    const html =
      '<ul><li><a href="https://x.test/">Offer</a></ul><blockquote>all</blockquote><img alt="Logo">';

    assert.equal(toPreviewText(html, { mediaType: 'text/html', maxCharacters: 200 }), 'Offer all');
  });

  it('takes the words of pictures where there is no other text', () => {
    const html = '<p>&nbsp;</p><img src="a" alt="Summer sale"><img alt="Up to 50&nbsp;%"><p>&zwnj;</p>';

    assert.equal(
      toPreviewText(html, { mediaType: 'text/html', maxCharacters: 200 }),
      'Summer sale Up to 50 %',
    );
  });

  it('finds the text behind the padding of a newsletter', () => {
    const html = `<div>Offer</div><div>${'&zwnj;&nbsp;&#847;'.repeat(500)}</div><p>Dear customer</p>`;

    assert.equal(toPreviewText(html, { mediaType: 'text/html', maxCharacters: 200 }), 'Offer Dear customer');
  });

  it('folds a text of any length as it folds its beginning', () => {
    const piece = fc.constantFrom('a', '\u{1f600}', ' ', '\u200c', '\u034f', '\n', 'word ', '\ud83d');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 200 }), fc.integer({ min: 1, max: 20 }), (pieces, max) => {
        const text = pieces.join('');
        const whole = toPreviewText(text, { mediaType: 'text/plain', maxCharacters: 10_000 });

        assert.equal(
          toPreviewText(text, { mediaType: 'text/plain', maxCharacters: max }),
          Array.from(whole).slice(0, max).join('').trimEnd(),
        );
      }),
    );
  });

  it('cuts at the number of code points and splits no character', () => {
    assert.equal(
      toPreviewText('\u{1f600}'.repeat(5), { mediaType: 'text/plain', maxCharacters: 3 }),
      '\u{1f600}'.repeat(3),
    );
  });

  it('has no space at the end when it is cut behind a word', () => {
    assert.equal(toPreviewText('one two', { mediaType: 'text/plain', maxCharacters: 4 }), 'one');
  });

  it('keeps text of exactly the length', () => {
    assert.equal(toPreviewText('abc', { mediaType: 'text/plain', maxCharacters: 3 }), 'abc');
  });
});
