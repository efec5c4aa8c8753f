import sanitizeHtml from 'sanitize-html';
import type { SanitizedHtml } from '../../application/ports/html-sanitizer.ts';
import type { BlockedContent, RemoteImages } from '../../domain/messages/remote-content.ts';
import { type DocumentStyle, findDocumentStyle } from '../../message/html/document-style.ts';
import { findRemoteContent } from '../../message/html/remote-content.ts';
import { withoutUnclosedElements } from '../../message/html/unclosed-elements.ts';
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

/** Browsers stop at 512; tags search all open elements. */
const MAX_DEPTH = 256;
/** Each parse drops a line feed (HTML standard, "in body", start tag pre). */
const PRE_WITH_LINE_FEEDS = /(<pre(?: [^>]*)?>)\n+/g;
/** Their start ends an open one (HTML standard, "optional tags"). */
const ENDING: ReadonlySet<string> = new Set(
  'address article aside blockquote dd div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre rp rt section table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
);
const ENDED: ReadonlySet<string> = new Set('dd dt li p rp rt tbody td th thead tr'.split(' '));
type Attributes = Readonly<Record<string, string>>;

/** Stops the parser. */
class TooDeepError extends Error {}

/**
 * Keeps only allow-listed elements, attributes, URL schemes and CSS. Links: http, https, mailto, tel; images:
 * cid, data and, with `allow`, http and https. `data-remote-src` has a blocked image's address. Style rules
 * move into elements, the body's look into an outer `div`. HTML deeper than 256 elements becomes text. Cuts
 * off after a million characters or 100,000 tags. Keeps content after an unclosed `<svg>`, `<object>` and
 * others. Never throws.
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

interface Reading {
  readonly images: RemoteImages;
  readonly document: DocumentStyle;
  readonly sheet: StyleSheet;
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
  // The tree guard applied it.
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
  // safe-style.ts reads them; this parser is far slower, and keeps `!important`.
  parseStyleAttributes: false,
};

interface TreeGuard {
  readonly options: Pick<sanitizeHtml.IOptions, 'onOpenTag' | 'onCloseTag' | 'transformTags'>;
  /**
   * An element was removed between two that end each other (`<p><x><p>`): readers would build another tree.
   */
  isOtherTree(): boolean;
}

/**
 * Limits depth, and unnests links: browsers end the outer one, and around a table each parse changes the
 * tree.
 */
function createTreeGuard({ images, document, sheet, wrapper }: Reading): TreeGuard {
  const roots = rootElements(document);
  const open: StyledElement[] = [...roots];
  const maxOpen = MAX_DEPTH + roots.length - (wrapper === undefined ? 0 : 1);
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

function endsOuterElement(name: string, open: readonly StyledElement[]): boolean {
  const parent = open.at(-1)?.name;
  if (parent === undefined || ELEMENTS.has(parent) || !ENDING.has(name)) return false;
  return ENDED.has(open.findLast((outer) => ELEMENTS.has(outer.name))?.name ?? '');
}

/** Senders may write 100,000 attributes. */
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
