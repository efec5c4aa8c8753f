/** Quoted text. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { quote, quotePlain } from '../../../src/application/replies/quoted-text.ts';

const CASES: readonly (readonly [description: string, text: string, quoted: string])[] = [
  ['marks each line', 'one\ntwo', '> one\n> two'],
  ['puts marks side by side', 'new\n> old\n>> older', '> new\n>> old\n>>> older'],
  ['leaves no space behind the mark of an empty line', 'one\n\ntwo', '> one\n>\n> two'],
  ['leaves no space behind the marks of an empty quoted line', '> one\n> \n> two', '>> one\n>>\n>> two'],
  ['drops empty lines at both ends', '\n \none\n\n\n', '> one'],
  ['drops the signature', 'one\n-- \nJane\nExample Ltd.', '> one'],
  ['keeps what only looks like a signature', 'one\n--\ntwo\n-- x', '> one\n> --\n> two\n> -- x'],
  ['keeps the signature of what is quoted', 'one\n> -- \n> Ann', '> one\n>> --\n>> Ann'],
  ['knows all line ends', 'one\r\ntwo\rthree', '> one\n> two\n> three'],
  ['is empty for a text that is nothing but a signature', '-- \nJane', ''],
  ['is empty for an empty text', '', ''],
];

describe('quotePlain', () => {
  for (const [description, text, quoted] of CASES) {
    it(description, () => {
      assert.equal(quotePlain(text), quoted);
    });
  }

  it('has a mark on each line and no space at the end of any', () => {
    const text = fc.string({ unit: fc.constantFrom('\n', ' ', '>', 'a', '-', '\r') });
    fc.assert(
      fc.property(text, (value) => {
        const lines = quotePlain(value).split('\n');
        assert.ok(lines.every((line) => /^>.*(?<! )$/.test(line)) || lines.join() === '');
      }),
    );
  });

  it('cuts a text of five million characters', () => {
    assert.equal(quotePlain('x'.repeat(5_000_000)).length, 1_000_002);
  });

  it('takes a million lines in its stride', () => {
    assert.equal(quotePlain('a\n'.repeat(600_000)).length, 4 * 500_000 - 1);
  });
});

describe('quote', () => {
  const DATE = { epochMs: Date.UTC(2023, 4, 2, 11, 54, 14), offsetMinutes: 120 };
  const ANN = { address: 'ann@example.com', name: 'Ann' };
  const TEXTS = { plain: 'Hi', html: undefined };

  it('says who wrote when', () => {
    assert.deepEqual(quote({ from: [ANN], date: DATE }, TEXTS), {
      textPlain: 'On 2023-05-02 13:54 +02:00, Ann wrote:\n> Hi',
    });
  });

  it('names an author without name by the address', () => {
    const { textPlain } = quote({ from: [{ ...ANN, name: '' }], date: DATE }, TEXTS);

    assert.match(textPlain, /^On 2023-05-02 13:54 \+02:00, ann@example\.com wrote:\n/);
  });

  it('does without author and date', () => {
    assert.equal(quote({}, TEXTS).textPlain, 'somebody wrote:\n> Hi');
  });

  it('does without a date that cannot be written', () => {
    const date = { epochMs: Number.NaN, offsetMinutes: 0 };

    assert.equal(quote({ from: [ANN], date }, TEXTS).textPlain, 'Ann wrote:\n> Hi');
  });

  it('is the line alone when there is nothing to quote', () => {
    assert.equal(quote({ from: [ANN] }, { plain: ' ', html: undefined }).textPlain, 'Ann wrote:');
  });

  it('quotes the HTML below a paragraph', () => {
    assert.equal(
      quote({ from: [ANN], date: DATE }, { plain: 'Hi', html: '<b>Hi</b>' }).textHtml,
      '<p>On 2023-05-02 13:54 +02:00, Ann wrote:</p>\n<blockquote type="cite"><b>Hi</b></blockquote>',
    );
  });

  it('makes no markup and no line of a name', () => {
    const from = [{ ...ANN, name: '<img src=x onerror="alert(1)">\r\n> & \'' }];
    const { textPlain, textHtml } = quote({ from }, { plain: 'Hi', html: 'Hi' });

    assert.equal(textPlain, '<img src=x onerror="alert(1)"> > & \' wrote:\n> Hi');
    assert.match(
      textHtml ?? '',
      /^<p>&lt;img src=x onerror=&quot;alert\(1\)&quot;&gt; &gt; &amp; &#39; wrote:<\/p>\n/,
    );
  });
});
