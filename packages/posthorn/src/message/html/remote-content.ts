import { Tokenizer } from 'htmlparser2';
import type { BlockedContent } from '../../domain/messages/remote-content.ts';
import { withoutComments } from './css-comments.ts';
import { IGNORE_TOKENS } from './ignored-tokens.ts';

const MAX_LISTED = 100;
const MAX_LISTED_CHARACTERS = 2_048;
const MAX_VALUE_CHARACTERS = 256 * 1024;

const ADDRESS_ATTRIBUTES = new Set(
  'src background poster data lowsrc dynsrc action formaction manifest classid codebase archive profile icon'.split(
    ' ',
  ),
);
const TEXT_ATTRIBUTES = new Set(
  'style srcset imagesrcset ping content filter fill stroke mask clip-path cursor marker-start marker-mid marker-end'.split(
    ' ',
  ),
);
const WITH_BACKGROUND = new Set(['body', 'table', 'td', 'th', 'tr']);
const BEFORE_BACKGROUND = /(?:^|[;{\s])background(?:-image)?\s*:[^;{}]*\burl\(\s*["']?$/i;
/** In declarations, the sanitiser refuses addresses with these. */
const REFUSED_IN_STYLES = /\\|\/\*/;
const MAX_PROPERTY_CHARACTERS = 200;
const LOADING_ELEMENTS = new Set(
  'link image use base feimage script pattern lineargradient radialgradient'.split(' '),
);
const REMOTE = /^(?:(?:https?|ftps?|wss?):|[\\/]{2})/i;
const REMOTE_WITHIN = /(?:\b(?:https?|ftps?|wss?):|(?<![:\w/\\])[\\/]{2}(?=[\w[]))[^\s"'()<>,;]*/gi;
// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers skip them in addresses
const SKIPPED = /[\u0000-\u0020]+/g;
const CSS_ESCAPE = /\\([0-9a-f]{1,6})\s?/gi;
const MAX_CODE_POINT = 0x10ffff;

/** References to other servers. */
export interface RemoteContent {
  /** `img` elements and backgrounds. */
  readonly images: BlockedContent;
  /** Style sheets, fonts, frames, media, forms, prefetches, pings. */
  readonly others: BlockedContent;
}

/**
 * References to http, https, ftp and wss that display may load, except links; rather too many. Linear; never
 * throws.
 */
export function findRemoteContent(html: string): RemoteContent {
  const images = createList();
  const others = createList();
  let element = '';
  let attribute = '';
  let value = '';
  let styleSheet: string | undefined;

  function endAttribute(): void {
    if (isImage(element, attribute) && !value.includes('\\')) addAddress(images, value);
    else if (isAddress(element, attribute)) addAddress(others, value);
    else if (element === 'img' && attribute === 'srcset')
      addAddressesWithin({ images, others: images }, value);
    else if (TEXT_ATTRIBUTES.has(attribute)) addAddressesWithin({ images, others }, value);
    value = '';
  }

  function endStyleSheet(): void {
    if (styleSheet !== undefined) addAddressesWithin({ images, others }, withoutComments(styleSheet));
    styleSheet = undefined;
  }

  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ...IGNORE_TOKENS,
      onopentagname(start, end) {
        endStyleSheet();
        element = html.slice(start, end).toLowerCase();
        if (element === 'style') styleSheet = '';
      },
      onattribname: (start, end) => {
        attribute = html
          .slice(start, end)
          .toLowerCase()
          .replace(/^xlink:/, '');
      },
      onattribdata: (start, end) => {
        if (isRead(attribute)) value = appended(value, html, { start, end });
      },
      onattribentity: (codePoint) => {
        if (value.length < MAX_VALUE_CHARACTERS) value += String.fromCodePoint(codePoint);
      },
      onattribend: endAttribute,
      ontext(start, end) {
        if (styleSheet !== undefined) styleSheet = appended(styleSheet, html, { start, end });
      },
      onclosetag: endStyleSheet,
      onend: endStyleSheet,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return { images: images.found(), others: others.found() };
}

function isImage(element: string, attribute: string): boolean {
  if (attribute === 'background') return WITH_BACKGROUND.has(element);
  return element === 'img' && attribute === 'src';
}

function isAddress(element: string, attribute: string): boolean {
  return ADDRESS_ATTRIBUTES.has(attribute) || (attribute === 'href' && LOADING_ELEMENTS.has(element));
}

function isRead(attribute: string): boolean {
  return ADDRESS_ATTRIBUTES.has(attribute) || TEXT_ATTRIBUTES.has(attribute) || attribute === 'href';
}

function appended(text: string, html: string, { start, end }: { start: number; end: number }): string {
  const room = MAX_VALUE_CHARACTERS - text.length;
  return room > 0 ? text + html.slice(start, Math.min(end, start + room)) : text;
}

interface AddressList {
  add(address: string): void;
  found(): BlockedContent;
}

function createList(): AddressList {
  const urls = new Set<string>();
  let count = 0;
  return {
    add(address) {
      count += 1;
      if (urls.size < MAX_LISTED) urls.add(address.slice(0, MAX_LISTED_CHARACTERS).toWellFormed());
    },
    found: () => ({ count, urls: [...urls] }),
  };
}

function addAddress(list: AddressList, value: string): void {
  const address = value.replace(SKIPPED, '');
  if (REMOTE.test(address)) list.add(address);
}

function addAddressesWithin(
  { images, others }: { readonly images: AddressList; readonly others: AddressList },
  value: string,
): void {
  const text = withoutComments(value).replace(CSS_ESCAPE, unescapeCss);
  const isPlain = !REFUSED_IN_STYLES.test(value);
  for (const { 0: address, index } of text.matchAll(REMOTE_WITHIN)) {
    const before = text.slice(Math.max(0, index - MAX_PROPERTY_CHARACTERS), index);
    (isPlain && BEFORE_BACKGROUND.test(before) ? images : others).add(address);
  }
}

function unescapeCss(_escape: string, digits: string): string {
  const codePoint = Number.parseInt(digits, 16);
  return codePoint > MAX_CODE_POINT ? '' : String.fromCodePoint(codePoint);
}
