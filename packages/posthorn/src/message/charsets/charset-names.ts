import iconv from 'iconv-lite';
import type { Shift } from './shifted-charsets.ts';

/** A charset's decoder. */
export type Charset =
  /** Includes US-ASCII, a default label. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'utf-8' }
  | { readonly kind: 'iso-2022-jp' }
  /** `name`: of TextDecoder. */
  | { readonly kind: 'multi-octet'; readonly name: string }
  /** A seven-bit form of TextDecoder's `name`. */
  | { readonly kind: 'shifted'; readonly name: string; readonly shift: Shift }
  | { readonly kind: 'table'; readonly name: string };

const MAX_LABEL_CHARACTERS = 60;
const NAME = /[a-z0-9][a-z0-9_.+-]*/;
const CODE_PAGE = /^(?:windows|win|cp|ibm|dos|oem|ms|codepage)?0*(\d{3,5})$/;
/** iconv-lite encodings that are no charsets. */
const NO_CHARSETS = new Set(['base64', 'hex']);
const UNKNOWN: Charset = { kind: 'unknown' };

const multiOctet = (name: string): Charset => ({ kind: 'multi-octet', name });
const table = (name: string): Charset => ({ kind: 'table', name });

/** Without punctuation and leading `x`. */
const CHARSETS: readonly (readonly [Charset, readonly string[]])[] = [
  [UNKNOWN, ['usascii', 'ascii', 'ansix341968', 'iso646us', 'us', 'cp20127', '7bit', '8bit', 'binary']],
  [{ kind: 'utf-8' }, ['utf8', 'unicode11utf8', 'utf8mac', 'utf8mb4', 'utf', 'cp65001']],
  [multiOctet('utf-16le'), ['utf16le', 'cp1200']],
  [multiOctet('utf-16be'), ['utf16be', 'cp1201']],
  [multiOctet('shift_jis'), ['shiftjis', 'sjis', 'mskanji', 'windows31j', 'cp932', 'cp943', 'csshiftjis']],
  [multiOctet('euc-jp'), ['eucjp', 'eucjpms', 'cp51932', 'cseucpkdfmtjapanese']],
  [
    multiOctet('euc-kr'),
    ['euckr', 'ksc56011987', 'ksc56011989', 'ksc5601', 'cp949', 'uhc', 'korean', 'cp51949'],
  ],
  [
    multiOctet('gb18030'),
    ['gb18030', 'gbk', 'gb2312', 'gb231280', 'euccn', 'cp936', 'cp54936', 'chinese', 'csgb2312'],
  ],
  [multiOctet('big5'), ['big5', 'big5hkscs', 'cp950', 'cnbig5', 'csbig5', 'big5eten']],
  [
    { kind: 'iso-2022-jp' },
    ['iso2022jp', 'iso2022jp1', 'iso2022jp2', 'iso2022jp3', 'iso2022jpms', 'jis', 'cp50220', 'cp50221'],
  ],
  [{ kind: 'shifted', name: 'euc-kr', shift: 'shift-out' }, ['iso2022kr', 'csiso2022kr', 'cp50225']],
  [{ kind: 'shifted', name: 'gb18030', shift: 'tilde' }, ['hzgb2312', 'hz', 'cp52936']],
  [table('windows-1252'), ['iso88591', 'latin1', 'l1', 'ansi', 'iso885911987', 'cp819', 'western']],
  [table('windows-1254'), ['iso88599', 'latin5', 'l5', 'cp28599']],
  [table('windows-874'), ['iso885911', 'tis620', 'cp874']],
  [table('iso-8859-8'), ['iso88598i', 'iso88598e', 'logical', 'visual']],
  [table('iso-8859-6'), ['iso88596i', 'iso88596e']],
  [table('utf-7'), ['utf7', 'unicode11utf7', 'unicode20utf7', 'cp65000']],
  [table('utf-32'), ['utf32', 'ucs4', 'iso10646ucs4']],
  [table('utf-16'), ['utf16', 'ucs2', 'unicode', 'iso10646ucs2']],
  [table('macintosh'), ['mac', 'macintosh', 'macroman', 'cp10000']],
  [table('maccyrillic'), ['maccyrillic', 'cp10007']],
  [table('koi8-r'), ['koi8', 'koi8r', 'cp20866']],
  [table('koi8-u'), ['koi8u', 'cp21866']],
  [table('macgreek'), ['cp10006']],
];

const BY_NAME = new Map(
  CHARSETS.flatMap(([charset, names]) => names.map((name) => [name, charset] as const)),
);

/** A label's charset (RFC 2978, IANA aliases, misspellings), else `unknown`. */
export function findCharset(label: string): Charset {
  const name = NAME.exec(label.slice(0, MAX_LABEL_CHARACTERS).toLowerCase())?.[0] ?? '';
  const squashed = name.replace(/[^a-z0-9]/g, '');
  return findByKey(squashed) ?? findByKey(squashed.replace(/^x/, '')) ?? UNKNOWN;
}

function findByKey(key: string): Charset | undefined {
  const codePage = CODE_PAGE.exec(key)?.[1];
  if (codePage !== undefined) return findExact(`cp${codePage}`);
  return findExact(key);
}

function findExact(key: string): Charset | undefined {
  const known = BY_NAME.get(key);
  if (known !== undefined) return known;
  return isInTables(key) && !NO_CHARSETS.has(key) ? table(key) : undefined;
}

/** iconv-lite throws for unknown names, and a header may have 1,000. */
function isInTables(key: string): boolean {
  if (iconv.encodings === null) iconv.encodingExists('utf8');
  return iconv.encodings !== null && Object.hasOwn(iconv.encodings, key);
}
