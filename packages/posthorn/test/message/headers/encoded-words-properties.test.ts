/** Encoded words made by lot, each in a charset of its own: what holds for all of them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { decodeEncodedWords, EncodedWordBudget } from '../../../src/message/headers/encoded-words.ts';
import { testSeed } from '../../support/seeded-random.ts';

const CHARSETS = [
  ...[
    'us-ascii',
    'utf-8',
    'utf-7',
    'utf-16',
    'utf-16be',
    'utf-32',
    'iso-8859-1',
    'iso-8859-8-i',
    'iso-8859-16',
  ],
  ...['windows-1252', 'windows-1255', 'koi8-r', 'koi8-u', 'macintosh', 'cp437', 'cp850', 'ibm866', 'tis-620'],
  ...[
    'gb2312',
    'gb18030',
    'hz-gb-2312',
    'big5',
    'euc-jp',
    'shift_jis',
    'iso-2022-jp',
    'iso-2022-kr',
    'euc-kr',
  ],
  ...['x-none', '__proto__', 'constructor', '../../etc/passwd', 'utf-8*de', 'utf-8*', '*', 'a'.repeat(100)],
];
/** Charsets in which letters of ASCII are themselves. */
const LETTER_CHARSETS = ['us-ascii', 'utf-8*en', 'iso-8859-1', 'windows-1252', 'koi8-r', 'gb18030', 'big5'];
const RUNS = { numRuns: 2_000, seed: testSeed() };
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not occur
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

const octets = fc.uint8Array({ maxLength: 40 }).map((values) => Buffer.from(values));
/** Texts as senders write them, and such as nobody does. */
const encodings = fc.oneof(
  octets.map((content) => `b?${content.toString('base64')}`),
  octets.map((content) => `B?${content.toString('base64').replaceAll('=', '')}!`),
  octets.map((content) => `q?${content.toString('latin1').replace(/[^a-z]/gi, toHexEscape)}`),
  fc.string({ unit: 'binary', maxLength: 20 }).map((text) => `Q?${text}`),
  fc.constantFrom('x?abc', 'b', '?', 'q?=', 'q?=4', 'b?A', 'b?====', 'q?\u001b$B', 'b?GyRC'),
);
const words = fc
  .tuple(fc.constantFrom(...CHARSETS), encodings)
  .map(([charset, encoded]) => `=?${charset}?${encoded}?=`);
const separators = fc.constantFrom('', ' ', '\r\n ', '\t', ' a ', '"', ',', '=?', '?=', '\u0000');
const fields = fc
  .array(fc.tuple(words, separators), { maxLength: 30 })
  .map((pieces) => pieces.flat().join(''));

function toHexEscape(character: string): string {
  return `=${character.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`;
}

describe('Encoded words of changing charsets', () => {
  it('give well-formed text on one line without control characters', () => {
    fc.assert(
      fc.property(fields, (field) => {
        const text = decodeEncodedWords(field);

        assert.doesNotMatch(text, CONTROL);
        assert.ok(text.isWellFormed() || !field.isWellFormed());
      }),
      RUNS,
    );
  });

  it('are decoded each by its own charset, and the white space between them goes', () => {
    const letters = fc.stringMatching(/^[A-Za-z]{1,12}$/);
    const named = fc.tuple(fc.constantFrom(...LETTER_CHARSETS), letters, fc.boolean());
    fc.assert(
      fc.property(fc.array(named, { minLength: 1, maxLength: 40 }), (parts) => {
        const field = parts.map(([charset, text, isBase64]) => {
          return `=?${charset}?${isBase64 ? `B?${btoa(text)}` : `q?${text}`}?=`;
        });

        assert.equal(decodeEncodedWords(field.join(' ')), parts.map(([, text]) => text).join(''));
      }),
      RUNS,
    );
  });

  it('are decoded up to the budget, and stay as they are behind it', () => {
    const charset = (index: number) => LETTER_CHARSETS[index % LETTER_CHARSETS.length];
    const list = Array.from({ length: 20_000 }, (_, index) => `=?${charset(index)}?q?a?=`);
    const budget = new EncodedWordBudget();

    const text = decodeEncodedWords(list.join(' '), budget);

    assert.equal(text, `${'a'.repeat(500)} ${list.slice(500).join(' ')}`);
    assert.ok(budget.isExceeded);
  });
});
