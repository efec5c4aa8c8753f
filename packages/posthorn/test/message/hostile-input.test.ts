/** What no function of the message layer does on any input: throw, or take more than linear time. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { decodeCharset } from '../../src/message/charsets/charset.ts';
import { parseAddressList } from '../../src/message/headers/address-list.ts';
import { parseDateTime } from '../../src/message/headers/date-time.ts';
import { decodeEncodedWords } from '../../src/message/headers/encoded-words.ts';
import { parseHeaderFields } from '../../src/message/headers/header-fields.ts';
import { parseMessageIds } from '../../src/message/headers/message-ids.ts';
import { decodeParameters, fileNameOf } from '../../src/message/headers/parameters.ts';
import { decodeTransferEncoding } from '../../src/message/octets/transfer-encoding.ts';
import { unfoldFlowedText } from '../../src/message/texts/flowed-text.ts';
import { htmlToText } from '../../src/message/texts/html-to-text.ts';
import { decodePartText } from '../../src/message/texts/part-text.ts';
import { toPreviewText } from '../../src/message/texts/preview-text.ts';
import { cpuMs } from '../support/cpu-time.ts';
import { bodyPart } from './body-part.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not occur
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
/** TAB and LF are part of text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not occur
const CONTROL_OF_TEXT = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;
const CHARSETS = [
  'utf-8',
  'utf-7',
  'utf-16',
  'iso-2022-jp',
  'iso-2022-kr',
  'hz',
  'gb18030',
  'cp437',
  'x-none',
];
const PIECES = [
  '=?',
  '?=',
  '?',
  'utf-8',
  'Q',
  'B',
  '=',
  '=C3',
  '<',
  '>',
  '"',
  '(',
  ')',
  '[',
  ']',
  ':',
  ';',
  ',',
  '@',
  '.',
  '\\',
  ' ',
  '\r\n',
  '\t',
  'a',
  '1',
  '-',
  '+0100',
  'Jan',
  '2000',
  '%',
  '%C3',
  "'",
  '*0',
  '*',
  '>',
  '&',
  '&#',
  'p',
  'script',
  'pre',
  '!--',
  '/',
  '\u0000',
  '\u00e9',
  '\ud83d',
  '\ude00',
  '\u200d',
];

/** Texts of the characters that mean something, and texts of any. */
const texts = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 80 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary', maxLength: 200 }),
);
const octets = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  texts.map((text) => Buffer.from(text)),
);

/** Each function on a text. */
const TEXT_FUNCTIONS: readonly (readonly [string, (text: string) => unknown])[] = [
  ['decodeEncodedWords', decodeEncodedWords],
  ['parseAddressList', parseAddressList],
  ['parseDateTime', parseDateTime],
  ['parseMessageIds', parseMessageIds],
  ['unfoldFlowedText', (text) => unfoldFlowedText(text, true)],
  ['htmlToText', (text) => htmlToText(text, 100)],
  ['toPreviewText', (text) => toPreviewText(text, { mediaType: 'text/html', maxCharacters: 100 })],
  [
    'decodeParameters',
    (text) =>
      decodeParameters(
        new Map([
          [text, text],
          ['name*', text],
          ['name*0*', text],
        ]),
      ),
  ],
  [
    'fileNameOf',
    (text) =>
      fileNameOf(
        bodyPart({
          parameters: new Map([
            ['name', text],
            ['name*', text],
          ]),
        }),
      ),
  ],
];

describe('The message layer', () => {
  for (const [name, read] of TEXT_FUNCTIONS) {
    it(`never throws in ${name}`, () => {
      fc.assert(
        fc.property(texts, (text) => void read(text)),
        { numRuns: 500 },
      );
    });
  }

  it('never throws in parseHeaderFields', () => {
    fc.assert(fc.property(octets, (header) => void parseHeaderFields(header).first('a')));
  });

  it('never throws and gives no unpaired surrogate in decodeCharset', () => {
    fc.assert(
      fc.property(octets, fc.oneof(fc.constantFrom(...CHARSETS), texts), (text, charset) => {
        assert.ok(decodeCharset(text, charset).isWellFormed());
      }),
      { numRuns: 1000 },
    );
  });

  it('never throws and leaves no control characters in decodePartText', () => {
    const encodings = fc.constantFrom('base64', 'quoted-printable', 'x-uuencode', '8bit');
    fc.assert(
      fc.property(octets, encodings, fc.constantFrom(...CHARSETS), (content, encoding, charset) => {
        const text = decodePartText(
          content,
          bodyPart({ encoding, parameters: new Map([['charset', charset]]) }),
        );
        assert.doesNotMatch(text, CONTROL_OF_TEXT);
      }),
      { numRuns: 500 },
    );
  });

  it('leaves no control characters in decoded words, names and addresses', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const addresses = parseAddressList(text).flatMap(({ address, name }) => [address, name]);
        assert.doesNotMatch([decodeEncodedWords(text), ...addresses].join(''), CONTROL);
      }),
      { numRuns: 500 },
    );
  });
});

/**
 * This many characters take well under a second in linear time and minutes in quadratic time, so the bound need not
 * be tight to tell them apart.
 */
const MAX_MS = 10_000;
const SIZE = 300_000;

/** [function, repeated piece] */
const BOMBS: readonly (readonly [string, (text: string) => unknown, readonly string[]])[] = [
  [
    'decodeEncodedWords',
    decodeEncodedWords,
    [
      '=?',
      '=?utf-8?q?a?= ',
      '=?utf-8?q?a',
      '=?a?b?',
      '=?a?q?x=',
      '=?gb2312?b?4eHh?= =?koi8-r?q?a?=',
      '?',
      '=?a',
    ],
  ],
  [
    'parseAddressList',
    (text) => parseAddressList(text),
    [
      '(',
      '()',
      '"',
      '"\\',
      '(\\',
      '[',
      '<',
      '<a',
      'a@',
      'a,',
      ':',
      '@',
      'a.',
      '=?',
      '=?a?q?',
      ' ',
      'a ',
      'g:a@b;',
      "'",
    ],
  ],
  ['parseDateTime', parseDateTime, ['(', '1 ', ' ', '-jan-', '1:', '1997-11-21T']],
  ['parseMessageIds', parseMessageIds, ['<', '>', '<a', 'a', 'a ', '@', ',']],
  ['unfoldFlowedText', (text) => unfoldFlowedText(text, true), ['>', '> ', ' \n', '\n', '>\n', '-- \n']],
  [
    'htmlToText',
    (text) => htmlToText(text, SIZE),
    ['<', '<b>', '</b>', '<!--', '&', '&amp;', '<pre>', '<a b="', '<title>', '<template>', ' \n'],
  ],
  [
    'toPreviewText',
    (text) => toPreviewText(text, { mediaType: 'text/plain', maxCharacters: 200 }),
    [' ', '\u200d', 'a\u200d', '\ud83d'],
  ],
  [
    'parseHeaderFields',
    (text) => parseHeaderFields(Buffer.from(text)).first('a'),
    ['a:b\r\n', ' \r\n', 'a', '\r', ':\n', 'x\n a\n'],
  ],
  [
    'decodeParameters',
    (text) =>
      decodeParameters(
        new Map([
          ['a', text],
          ['b*', text],
        ]),
      ),
    ['%', '%C3', "'", '=?', '\u00e9'],
  ],
  ['base64', (text) => decodeTransferEncoding(Buffer.from(text), 'base64'), ['=', 'A=', '!', 'AAAA']],
  [
    'quoted-printable',
    (text) => decodeTransferEncoding(Buffer.from(text), 'quoted-printable'),
    ['=', ' ', '=\n', '=C3', ' \n'],
  ],
  [
    'decodeCharset',
    (text) => decodeCharset(Buffer.from(text), 'iso-2022-jp'),
    ['\u001b', '\u001b$B', '\u001b(B'],
  ],
];

describe('Long hostile input', () => {
  for (const [name, read, pieces] of BOMBS) {
    for (const piece of pieces) {
      it(`of ${JSON.stringify(piece)} passes through ${name}`, () => {
        const text = piece.repeat(SIZE / piece.length);
        const started = cpuMs();
        read(text);

        assert.ok(cpuMs() - started < MAX_MS);
      });
    }
  }

  it('of 100,000 continuations passes through decodeParameters', () => {
    const parameters = new Map(Array.from({ length: 100_000 }, (_, index) => [`name*${index}*`, '%41']));

    assert.equal(decodeParameters(parameters).get('name'), 'A'.repeat(128));
  });
});
