import type { ListUnsubscribe } from '../../domain/messages/list-unsubscribe.ts';
import type { HeaderFields } from './header-fields.ts';

const MAX_URIS = 20;
const MAX_URI_CHARACTERS = 4_096;
const ONE_CLICK = 'List-Unsubscribe=One-Click';
const WHITE_SPACE = /\s+/g;

/** The first field's targets (RFC 2369 §3.2, RFC 8058); null without a supported scheme. */
export function readListUnsubscribe(header: HeaderFields): ListUnsubscribe | null {
  const urls = parseListUris(header.first('List-Unsubscribe') ?? '').flatMap(toUrl);
  const ofScheme = (scheme: string) =>
    urls.filter(({ protocol }) => protocol === scheme).map(({ href }) => href);
  const [https, mailto] = [ofScheme('https:'), ofScheme('mailto:')];
  if (https.length + mailto.length === 0) return null;
  // RFC 8058 §3.1.
  const isOneClick = https.length > 0 && header.first('List-Unsubscribe-Post') === ONE_CLICK;
  return { https, mailto, isOneClick };
}

/** At most 20 bracketed URIs, in order; a malformed element ends the list (RFC 2369 §2). Linear. */
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

function toUrl(uri: string): readonly URL[] {
  const url = uri.length <= MAX_URI_CHARACTERS && URL.canParse(uri) ? new URL(uri) : undefined;
  return url === undefined ? [] : [url];
}

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
