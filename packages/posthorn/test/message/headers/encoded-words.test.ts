import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeEncodedWords } from '../../../src/message/headers/encoded-words.ts';

/** [what it does, value, decoded value] */
const CASES: readonly (readonly [string, string, string])[] = [
  ['keeps plain text', 'Hello', 'Hello'],
  ['decodes the Q encoding', '=?utf-8?Q?Gr=C3=BC=C3=9Fe?=', 'Gr\u00fc\u00dfe'],
  ['decodes the B encoding', '=?UTF-8?B?R3LDvMOfZQ==?=', 'Gr\u00fc\u00dfe'],
  ['reads the underscore of the Q encoding as a space', '=?utf-8?q?a_b_?=', 'a b '],
  ['keeps the underscore in text around words', 'a_b =?utf-8?q?c?=', 'a_b c'],
  ['decodes ISO-8859-1 as windows-1252', '=?iso-8859-1?Q?=80_caf=E9?=', '\u20ac caf\u00e9'],
  ['drops a language tag', '=?utf-8*en?Q?caf=C3=A9?=', 'caf\u00e9'],
  ['drops white space between words', '=?utf-8?Q?a?= \t =?utf-8?Q?b?=', 'ab'],
  ['drops white space between words of different charsets', '=?utf-8?Q?a?= =?koi8-r?B?wg==?=', 'a\u0431'],
  ['keeps white space between words and text', 'x =?utf-8?Q?a?= y', 'x a y'],
  ['decodes words that touch text', 'x=?utf-8?Q?a?=y', 'xay'],
  ['decodes words that touch each other', '=?utf-8?Q?a?==?utf-8?Q?b?=', 'ab'],
  ['joins a character that was split in Q', '=?utf-8?Q?=E2=82?= =?utf-8?Q?=AC?=', '\u20ac'],
  ['joins a character that was split in B', '=?utf-8?B?4oI=?= =?utf-8?B?rA==?=', '\u20ac'],
  ['joins base64 that was split within a group', '=?utf-8?B?4o?= =?utf-8?B?Ks?=', '\u20ac'],
  [
    'joins words of ISO-2022-JP',
    '=?ISO-2022-JP?B?GyRCJUYbKEI=?= =?ISO-2022-JP?B?GyRCJTkbKEI=?=',
    '\u30c6\u30b9',
  ],
  ['tolerates spaces in a word', '=?utf-8?Q?a b c?=', 'a b c'],
  ['tolerates a question mark in a word', '=?utf-8?Q?really?_yes?=', 'really? yes'],
  ['decodes a word without text to nothing', 'a =?utf-8?Q??= b', 'a  b'],
  ['keeps a word without an end', '=?utf-8?Q?abc', '=?utf-8?Q?abc'],
  ['keeps a word with an unknown encoding', '=?utf-8?X?abc?=', '=?utf-8?X?abc?='],
  ['keeps a word without a charset', '=??Q?abc?=', '=??Q?abc?='],
  ['decodes the word behind an unclosed one', '=?utf-8?Q?a =?utf-8?Q?b?=', '=?utf-8?Q?a b'],
  ['reads an unknown charset as UTF-8 where valid', '=?x-nope?Q?=C3=BC?=', '\u00fc'],
  ['takes charset names of object members as unknown', '=?__proto__?Q?a?= =?constructor?Q?b?=', 'ab'],
  ['makes each encoded line break one space', '=?utf-8?Q?a=0D=0Ab=0Ac=09d?=', 'a b c d'],
  ['makes raw line breaks one space', 'a\r\nb', 'a b'],
  ['removes control characters', '=?utf-8?Q?a=00=1B=7Fb?=\u0000\u0085', 'ab '],
  ['decodes octets without escapes once', '=?iso-8859-1?Q?Fr\u00f6sche_=FC?=', 'Fr\u00f6sche \u00fc'],
  ['decodes UTF-8 without escapes', '=?utf-8?Q?Fr\u00f6sche_=C3=BC?=', 'Fr\u00f6sche \u00fc'],
  ['reads octets without escapes in the charset of the word', '=?koi8-r?Q?\u00d0=D2?=', '\u043f\u0440'],
  ['keeps characters that the charset of the word cannot be', '=?koi8-r?Q?\u041f=D2?=', '\u041f\u0440'],
  ['decodes each word that has padding of its own', '=?utf-8?B?YQ==?= =?utf-8?B?YmM=?=', 'abc'],
  ['removes overrides of the direction', '=?utf-8?Q?=E2=80=AEa=E2=81=A6b?= \u202bc', 'ab c'],
  [
    'keeps right-to-left text and its marks',
    '\u05e9\u05dc\u05d5\u05dd\u200f 12',
    '\u05e9\u05dc\u05d5\u05dd\u200f 12',
  ],
  ['decodes once only', '=?utf-8?Q?=3D=3Futf-8=3FQ=3Fa=3F=3D?=', '=?utf-8?Q?a?='],
  ['removes surrogates without a partner', '=?utf-16be?B?2D0AYQ==?=', '\ufffda'],
];

describe('decodeEncodedWords', () => {
  for (const [behaviour, value, expected] of CASES) {
    it(behaviour, () => {
      assert.equal(decodeEncodedWords(value), expected);
    });
  }
});
