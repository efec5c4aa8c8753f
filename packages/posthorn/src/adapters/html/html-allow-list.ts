import { isRemoteUrl, toSafeUrl } from './safe-url.ts';

/** Undefined removes the attribute. */
type AttributeFilter = (value: string) => string | undefined;

/** Longer ones are padding. */
const MAX_TEXT_CHARACTERS = 1000;
/** Ends comments or raw text in readers that parse attributes as markup. */
const MARKUP_END = /[-!\]]>|<\//;

const matches =
  (pattern: RegExp): AttributeFilter =>
  (value) =>
    pattern.test(value) ? value : undefined;

const number = matches(/^\d{1,4}$/);
/** Browsers are slow for large ones. */
const span = matches(/^\d{1,3}$/);
/** Pixels. */
const gap = matches(/^\d{1,2}$/);
const pixels = matches(/^(?:1?\d{1,3}|2000)(?:\.\d{1,4})?(?:px)?$/);
const percent = matches(/^(?:\d{1,2}(?:\.\d{1,4})?|100)%$/);
const length: AttributeFilter = (value) => pixels(value) ?? percent(value);
const color = matches(/^#?[a-z0-9]{1,30}$/i);
const word = matches(/^[a-z][a-z0-9-]{0,30}$/i);
const text: AttributeFilter = (value) =>
  value.length <= MAX_TEXT_CHARACTERS && !MARKUP_END.test(value) ? value : undefined;

const toRemoteUrl: AttributeFilter = (value) => {
  const url = toSafeUrl('src', value);
  return url !== undefined && isRemoteUrl(url) ? url : undefined;
};

/** A blocked image's address. */
export const REMOTE_SOURCE = 'data-remote-src';

export const GLOBAL_ATTRIBUTES: ReadonlyMap<string, AttributeFilter> = new Map([
  ['align', word],
  ['dir', word],
  ['lang', word],
  // Filtered before.
  ['style', (style) => style],
  ['title', text],
  ['valign', word],
]);

const BOX = new Map([
  ['bgcolor', color],
  ['height', length],
  ['width', length],
]);
const CELL = new Map([...BOX, ['colspan', span], ['rowspan', span], ['nowrap', text], ['scope', word]]);
const COLUMN = new Map([
  ['span', span],
  ['width', length],
]);
const NONE: ReadonlyMap<string, AttributeFilter> = new Map();

const PLAIN_ELEMENTS =
  'abbr address article aside b bdi bdo big blockquote caption center cite code dd del dfn div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header i ins kbd main mark nav p pre q rp rt ruby s samp section small span strike strong sub sup tbody tfoot thead tt u ul var wbr';

/** Elements and their attributes. Ids, names and classes could match the page's. */
export const ELEMENTS: ReadonlyMap<string, ReadonlyMap<string, AttributeFilter>> = new Map([
  ...PLAIN_ELEMENTS.split(' ').map((name) => [name, NONE] as const),
  ['a', new Map([['href', (url) => toSafeUrl('href', url)]])],
  ['br', new Map([['clear', word]])],
  ['col', COLUMN],
  ['colgroup', COLUMN],
  [
    'font',
    new Map([
      ['color', color],
      ['face', text],
      ['size', matches(/^[+-]?\d$/)],
    ]),
  ],
  [
    'hr',
    new Map([
      ['color', color],
      ['noshade', text],
      ['size', gap],
      ['width', length],
    ]),
  ],
  [
    'img',
    new Map([
      ['alt', text],
      ['border', gap],
      ['height', length],
      ['hspace', gap],
      ['src', (url) => toSafeUrl('src', url)],
      [REMOTE_SOURCE, toRemoteUrl],
      ['vspace', gap],
      ['width', length],
    ]),
  ],
  [
    'li',
    new Map([
      ['type', text],
      ['value', number],
    ]),
  ],
  [
    'ol',
    new Map([
      ['start', number],
      ['type', text],
    ]),
  ],
  ['table', new Map([...BOX, ['border', gap], ['cellpadding', gap], ['cellspacing', gap]])],
  ['td', CELL],
  ['th', CELL],
  ['time', new Map([['datetime', text]])],
  ['tr', BOX],
]);

/** Code or invisible. Unclosed, they take the rest, as in browsers. */
export const REMOVED_WITH_CONTENT: readonly string[] = [
  'embed',
  'iframe',
  'noembed',
  'noframes',
  'plaintext',
  'script',
  'style',
  'textarea',
  'title',
  'xmp',
];

/** Removed with content if closed; else browsers show it. */
export const REMOVED_WHEN_CLOSED: ReadonlySet<string> = new Set([
  'applet',
  'audio',
  'canvas',
  'frameset',
  'math',
  'object',
  'option',
  'svg',
  'template',
  'video',
]);
