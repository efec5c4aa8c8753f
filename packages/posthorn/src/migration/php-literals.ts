import type { Encapsed, EncapsedPart, Node, Number as PhpNumber, String as PhpString } from 'php-parser';

export type LiteralReading<Value> = { readonly value: Value } | { readonly reason: string };

const ESCAPE = /\\(?:[xX]([0-9a-fA-F]{1,2})|([0-7]{1,3})|[\s\S])/g;
const LAST_ASCII = 0x7f;
const INTEGERS: readonly (readonly [syntax: RegExp, prefix: RegExp, radix: number])[] = [
  [/^0[xX][0-9a-fA-F]+$/, /^0[xX]/, 16],
  [/^0[bB][01]+$/, /^0[bB]/, 2],
  [/^0[oO]?[0-7]+$/, /^0[oO]?/, 8],
];

/** A single- or double-quoted string without variables. */
export function readPhpString({ value, raw, isDoubleQuote }: PhpString): LiteralReading<string> {
  return isDoubleQuote && hasOctetEscape(raw) ? OCTET_ESCAPE : { value };
}

/** A heredoc without variables; undefined for other composed strings. */
export function readPhpHeredoc({ type, value: parts }: Encapsed): LiteralReading<string> | undefined {
  const texts = (parts as readonly EncapsedPart[]).map((part) => part.expression);
  if (type !== 'heredoc' || !texts.every(isString)) return undefined;
  if (texts.some((text) => hasOctetEscape(text.raw))) return OCTET_ESCAPE;
  return { value: texts.map((text) => text.value).join('') };
}

/** An integer in any notation, or a decimal number. */
export function readPhpNumber({ value }: PhpNumber): LiteralReading<number> {
  const text = String(value).replaceAll('_', '');
  const integer = INTEGERS.find(([syntax]) => syntax.test(text));
  const number = integer ? Number.parseInt(text.replace(integer[1], ''), integer[2]) : Number(text);
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER
    ? { value: number }
    : { reason: 'a number of this size' };
}

const OCTET_ESCAPE = { reason: 'a text with an escape for an octet above 127 (write the character itself)' };

/** PHP strings are octets: two escapes would become two characters, not one. */
function hasOctetEscape(raw: string): boolean {
  return [...raw.matchAll(ESCAPE)].some(([, hexadecimal, octal]) => {
    const code = hexadecimal ? Number.parseInt(hexadecimal, 16) : Number.parseInt(octal ?? '0', 8);
    return code > LAST_ASCII;
  });
}

function isString(node: Node): node is PhpString {
  return node.kind === 'string';
}
