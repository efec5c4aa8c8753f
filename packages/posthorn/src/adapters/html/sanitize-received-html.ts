/** Makes received HTML safe with sanitize-html, and allow-lists of our own for everything that has a value. */
import sanitizeHtml from 'sanitize-html';
import type { SanitizedHtml } from '../../application/ports/html-sanitizer.ts';
import type { BlockedContent, RemoteImages } from '../../domain/remote-content.ts';
import { type DocumentStyle, findDocumentStyle } from '../../message/document-style.ts';
import { findRemoteContent } from '../../message/remote-content.ts';
import { withoutUnclosedElements } from '../../message/unclosed-elements.ts';
import { elementStyle, imageAddress, rootElements, wrapperAttributes } from './element-look.ts';
import {
  ELEMENTS,
  GLOBAL_ATTRIBUTES,
  REMOTE_SOURCE,
  REMOVED_WHEN_CLOSED,
  REMOVED_WITH_CONTENT,
} from './html-allow-list.ts';
import { withinHtmlBounds } from './html-bounds.ts';
import { toPlainHtml } from './plain-html.ts';
import { isRemoteUrl } from './safe-url.ts';
import { type StyledElement, toStyledElement } from './style-selector.ts';
import { createStyleSheet, type StyleSheet } from './style-sheet.ts';

/** Browsers stop at 512. The parser searches its open elements at each tag, so depth multiplies the work. */
const MAX_DEPTH = 256;
/** Each reading drops one line feed there, so that the tree would be another one each time (HTML standard, "in body", start tag pre). */
const PRE_WITH_LINE_FEEDS = /(<pre(?: [^>]*)?>)\n+/g;
/** Elements whose beginning ends another one that is open (HTML standard, "optional tags"). */
const ENDING: ReadonlySet<string> = new Set(
  'address article aside blockquote dd div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre rp rt section table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
);
/** The elements that they end. */
const ENDED: ReadonlySet<string> = new Set('dd dt li p rp rt tbody td th thead tr'.split(' '));
type Attributes = Readonly<Record<string, string>>;

/** Thrown out of the parser, which has no other way to stop. */
class TooDeepError extends Error {}

/**
 * Keeps the elements, attributes, URL schemes and CSS declarations of the allow-lists and nothing else. Links lead to
 * http, https, mailto and tel; images come from cid and data, and with `allow` from http and https. Blocked, the addresses of images are in
 * `data-remote-src`, which loads nothing. The rules of style sheets move into the elements, and the look of the body into a `div` around
 * all. HTML nested deeper than 256 elements is shown as its text. Input beyond a million characters or a hundred thousand tags is
 * cut off. What follows an unclosed `<svg>`, `<object>` or the like is kept. Never throws.
 */
export function sanitizeReceivedHtml(html: string, images: RemoteImages): SanitizedHtml {
  const bounded = withinHtmlBounds(html).toWellFormed();
  const document = findDocumentStyle(bounded);
  const sheet = createStyleSheet(document.css, { images, characters: bounded.length });
  const reading = { images, document, sheet, wrapper: wrapperAttributes(sheet, document) };
  return {
    html: toSafeHtml(withoutUnclosedElements(bounded, REMOVED_WHEN_CLOSED), reading),
    isTruncated: bounded.length < html.length,
    blocked: blockedOf(bounded, images),
  };
}

/** What is known of the HTML before it is rebuilt. */
interface Reading {
  readonly images: RemoteImages;
  readonly document: DocumentStyle;
  readonly sheet: StyleSheet;
  /** The attributes of the element around all. */
  readonly wrapper: Attributes | undefined;
}

function toSafeHtml(html: string, reading: Reading): string {
  try {
    const safe = rebuild(html, reading);
    return reading.wrapper === undefined || safe === '' ? safe : wrap(safe, reading.wrapper);
  } catch (error) {
    if (error instanceof TooDeepError) return toPlainHtml(html);
    throw error;
  }
}

function rebuild(html: string, reading: Reading): string {
  const guard = createTreeGuard(reading);
  const safe = sanitizeHtml(html, { ...OPTIONS, ...guard.options }).replace(PRE_WITH_LINE_FEEDS, '$1');
  return guard.isOtherTree() ? rebuild(safe, reading) : safe;
}

function wrap(html: string, attributes: Attributes): string {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeValue(value)}"`);
  return `<div${written.join('')}>${html}</div>`;
}

function escapeValue(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function blockedOf(html: string, images: RemoteImages): BlockedContent {
  const found = findRemoteContent(html);
  if (images === 'allow') return found.others;
  return {
    count: found.images.count + found.others.count,
    urls: [...new Set([...found.images.urls, ...found.others.urls])],
  };
}

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [...ELEMENTS.keys()],
  // The tree guard has already applied the same list.
  allowedAttributes: {
    '*': [...GLOBAL_ATTRIBUTES.keys()],
    ...Object.fromEntries([...ELEMENTS].map(([name, attributes]) => [name, [...attributes.keys()]])),
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https', 'cid', 'data'] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: [...REMOVED_WITH_CONTENT, ...REMOVED_WHEN_CLOSED],
  selfClosing: ['br', 'col', 'hr', 'img', 'wbr'],
  // safe-style.ts reads them; the parser of sanitize-html keeps `!important` and takes far longer.
  parseStyleAttributes: false,
};

interface TreeGuard {
  readonly options: Pick<sanitizeHtml.IOptions, 'onOpenTag' | 'onCloseTag' | 'transformTags'>;
  /**
   * True when an element that was removed stood between two of which the inner one ends the outer one, as in `<p><x><p>`. Without it
   * readers build another tree, of which all elements are known.
   */
  isOtherTree(): boolean;
}

/**
 * Stops at the bound of depth, and makes links within links plain text: browsers close the outer link there,
 * and where a table lies between they build another tree at each reading.
 */
function createTreeGuard({ images, document, sheet, wrapper }: Reading): TreeGuard {
  const roots = rootElements(document);
  const open: StyledElement[] = [...roots];
  const maxOpen = MAX_DEPTH + roots.length - (wrapper === undefined ? 0 : 1);
  /** How many children each open element has had. */
  const children: number[] = roots.map(() => 0);
  let openLinks = 0;
  let isOtherTree = false;
  return {
    isOtherTree: () => isOtherTree,
    options: {
      onOpenTag(name, attributes) {
        isOtherTree ||= endsOuterElement(name, open);
        const position = (children.at(-1) ?? 0) + 1;
        children[children.length - 1] = position;
        children.push(0);
        open.push(toStyledElement(name, attributes, position));
        if (name === 'a') openLinks++;
        if (open.length > maxOpen) throw new TooDeepError();
      },
      onCloseTag(name) {
        open.pop();
        children.pop();
        if (name === 'a') openLinks--;
      },
      transformTags: {
        '*': (element, attributes) => {
          const tagName = element === 'a' && openLinks > 1 ? 'span' : element;
          if (!ELEMENTS.has(tagName)) return { tagName, attribs: {} };
          const style = sheet.styleOf(open, elementStyle(element, attributes));
          const src = tagName === 'img' ? imageAddress(attributes) : undefined;
          const chosen = chooseAttributes(tagName, attributes, { style, src });
          return { tagName, attribs: images === 'allow' ? chosen : withoutRemoteSource(chosen) };
        },
      },
    },
  };
}

/** True where the element would end the innermost one that is kept, and one that is removed stands between them. */
function endsOuterElement(name: string, open: readonly StyledElement[]): boolean {
  const parent = open.at(-1)?.name;
  if (parent === undefined || ELEMENTS.has(parent) || !ENDING.has(name)) return false;
  return ENDED.has(open.findLast((outer) => ELEMENTS.has(outer.name))?.name ?? '');
}

/** Goes through the allowed names, not through those that the sender wrote, which may be a hundred thousand. */
function chooseAttributes(
  element: string,
  attributes: Attributes,
  look: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const chosen: Record<string, string> = {};
  for (const [name, filter] of [...GLOBAL_ATTRIBUTES, ...(ELEMENTS.get(element) ?? [])]) {
    const received = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
    const value = Object.hasOwn(look, name) ? look[name] : received;
    const kept = value === undefined ? undefined : filter(value);
    if (kept !== undefined) chosen[name] = kept;
  }
  return chosen;
}

function withoutRemoteSource({ src, ...others }: Attributes): Record<string, string> {
  if (src === undefined) return others;
  return isRemoteUrl(src) ? { ...others, [REMOTE_SOURCE]: src } : { ...others, src };
}
