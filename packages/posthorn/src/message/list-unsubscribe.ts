/** Reads how a message's mailing list is left (RFC 2369 §3.2, RFC 8058). */
import type { ListUnsubscribe } from '../domain/list-unsubscribe.ts';
import type { HeaderFields } from './header-fields.ts';

/** Real fields name one or two targets. */
const MAX_URIS = 20;
/** Tokens of lists are long; a field of kilobytes without an end is not one of them. */
const MAX_URI_CHARACTERS = 4_096;
/** The only value that the field may have (RFC 8058 §3.1). */
const ONE_CLICK = 'List-Unsubscribe=One-Click';
const WHITE_SPACE = /\s+/g;

/** The targets of the first List-Unsubscribe field; null when it names none of a scheme that is shown. */
export function readListUnsubscribe(header: HeaderFields): ListUnsubscribe | null {
  const urls = parseListUris(header.first('List-Unsubscribe') ?? '').flatMap(toUrl);
  const ofScheme = (scheme: string) =>
    urls.filter(({ protocol }) => protocol === scheme).map(({ href }) => href);
  const [https, mailto] = [ofScheme('https:'), ofScheme('mailto:')];
  if (https.length + mailto.length === 0) return null;
  // Without an https target there is nothing to send the POST to (RFC 8058 §3.1).
  const isOneClick = https.length > 0 && header.first('List-Unsubscribe-Post') === ONE_CLICK;
  return { https, mailto, isOneClick };
}

/**
 * At most the first 20 URIs in angle brackets, in the order of preference, without white space. What follows the first element that is
 * not one is ignored (RFC 2369 §2). The time is linear in the length of the value.
 */
export function parseListUris(value: string): readonly string[] {
  const uris: string[] = [];
  let index = skipComments(value, 0);
  while (value[index] === '<' && uris.length < MAX_URIS) {
    const end = value.indexOf('>', index);
    if (end < 0) break;
    uris.push(value.slice(index + 1, end).replace(WHITE_SPACE, ''));
    index = skipComments(value, end + 1);
    if (value[index] !== ',') break;
    index = skipComments(value, index + 1);
  }
  return uris;
}

/** The URL in ASCII, without characters that a page or a command could misread. */
function toUrl(uri: string): readonly URL[] {
  const url = uri.length <= MAX_URI_CHARACTERS && URL.canParse(uri) ? new URL(uri) : undefined;
  return url === undefined ? [] : [url];
}

/** The index of the first character at or after `start` that is neither white space nor in a comment (RFC 5322 §3.2.2). */
function skipComments(value: string, start: number): number {
  let depth = 0;
  let index = start;
  for (; index < value.length; index++) {
    const character = value[index] ?? '';
    if (character === '(') depth++;
    else if (depth > 0 && character === ')') depth--;
    else if (depth > 0 && character === '\\') index++;
    else if (depth === 0 && character.trim() !== '') break;
  }
  return index;
}
