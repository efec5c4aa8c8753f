/** Prints tokens of the grammar in one of the forms that it allows, chosen by lot (RFC 9051 §4, §9). */
import type { Random } from '../../fuzz/random.ts';

const ATOM = /^[A-Za-z0-9$._/-]+$/;
/** What a quoted string may not hold. */
const UNQUOTABLE = /[\0\r\n]/;

/** Octets, with one character an octet, so that they can be joined. */
export type Octets = string;

export function utf8(text: string): Octets {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** An atom where it may be one, a quoted string or a literal. */
export function printString(text: string, random: Random): Octets {
  if (ATOM.test(text) && text.toUpperCase() !== 'NIL' && random.oneIn(4)) return text;
  return printOctets(utf8(text), random);
}

/** A quoted string where it may be one, or a literal. */
export function printOctets(octets: Octets, random: Random): Octets {
  if (UNQUOTABLE.test(octets) || random.oneIn(4)) {
    return `${random.oneIn(4) ? '~' : ''}{${octets.length}${random.oneIn(8) ? '+' : ''}}\r\n${octets}`;
  }
  return `"${octets.replace(/["\\]/g, '\\$&')}"`;
}

export function printNullable(text: string | null, random: Random): Octets {
  return text === null ? printCase('NIL', random) : printString(text, random);
}

/** The word with its letters in any case. */
export function printCase(word: string, random: Random): Octets {
  if (!random.oneIn(4)) return word;
  return word.replace(/[A-Za-z]/g, (letter) =>
    random.oneIn(2) ? letter.toLowerCase() : letter.toUpperCase(),
  );
}

/** The elements between parentheses. */
export function printList(elements: readonly Octets[]): Octets {
  return `(${elements.join(' ')})`;
}

/** A list, or NIL for an empty one. */
export function printListOrNil(elements: readonly Octets[], random: Random): Octets {
  return elements.length === 0 ? printCase('NIL', random) : printList(elements);
}

/** A value of an extension: a number, a string, NIL, or a list of such. */
export function printAnyValue(random: Random, depth = 0): Octets {
  if (depth < 3 && random.oneIn(3)) {
    return printList(Array.from({ length: random.below(4) }, () => printAnyValue(random, depth + 1)));
  }
  return random.pick([
    `${random.next()}`,
    'NIL',
    printString('a) ("{5}\\', random),
    'atom[x]',
    printString('', random),
  ]);
}

/** Another order of the values. */
export function shuffled<Value>(values: readonly Value[], random: Random): Value[] {
  const rest = [...values];
  const result: Value[] = [];
  while (rest.length > 0) result.push(...rest.splice(random.below(rest.length), 1));
  return result;
}

/** The ranges as in the grammar. */
export function printSet(ranges: Uint32Array): Octets {
  const texts: string[] = [];
  for (let index = 0; index < ranges.length; index += 2) {
    const [first, last] = [ranges[index], ranges[index + 1]];
    texts.push(first === last ? `${first}` : `${first}:${last}`);
  }
  return texts.join(',');
}

/** Modified UTF-7 by the letter of RFC 3501 §5.1.3: 16-bit units, in base64 with a comma, between & and -. */
export function printModifiedUtf7(text: string): Octets {
  return text.replace(/&|[^ -~]+/g, (run) => {
    if (run === '&') return '&-';
    const octets = [...Array(run.length).keys()].flatMap((index) => {
      const unit = run.charCodeAt(index);
      return [unit >> 8, unit & 0xff];
    });
    return `&${btoa(String.fromCharCode(...octets))
      .replace(/=+$/, '')
      .replaceAll('/', ',')}-`;
  });
}
