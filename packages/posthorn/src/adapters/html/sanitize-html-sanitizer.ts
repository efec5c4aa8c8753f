/** The HTML sanitizer on top of sanitize-html, with allow-lists of our own for everything that has a value. */
import sanitizeHtml from 'sanitize-html';
import type { HtmlSanitizer } from '../../application/ports/html-sanitizer.ts';
import { htmlToText } from '../../message/html-to-text.ts';
import { ELEMENTS, GLOBAL_ATTRIBUTES, REMOVED_WITH_CONTENT } from './html-allow-list.ts';

/** Mail programs send less; parsing takes time and about twenty times the memory. */
const MAX_HTML_CHARACTERS = 1_048_576;
/** Browsers stop at 512. The parser searches its open elements at each tag, so depth multiplies the work. */
const MAX_DEPTH = 256;
type Attributes = Record<string, string>;

/** Thrown out of the parser, which has no other way to stop. */
class TooDeepError extends Error {}

/**
 * Keeps the elements, attributes, URL schemes and CSS declarations of the allow-lists and nothing else. Links lead to
 * http, https, mailto and tel; images come from http, https and cid. HTML nested deeper than 256 elements is shown as
 * its text. Input beyond a million characters is cut off.
 */
export function createSanitizeHtmlSanitizer(): HtmlSanitizer {
  return {
    sanitize(html) {
      const bounded = html.slice(0, MAX_HTML_CHARACTERS).toWellFormed();
      try {
        return sanitizeHtml(bounded, { ...OPTIONS, ...createTreeGuard() });
      } catch (error) {
        if (error instanceof TooDeepError) return toTextHtml(bounded);
        throw error;
      }
    },
  };
}

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [...ELEMENTS.keys()],
  // The transformation of the tree guard has already chosen; this list says the same once more.
  allowedAttributes: {
    '*': [...GLOBAL_ATTRIBUTES.keys()],
    ...Object.fromEntries([...ELEMENTS].map(([name, attributes]) => [name, [...attributes.keys()]])),
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https', 'cid'] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: [...REMOVED_WITH_CONTENT],
  selfClosing: ['br', 'col', 'hr', 'img', 'wbr'],
  // safe-style.ts reads them; the parser of sanitize-html keeps `!important` and takes far longer.
  parseStyleAttributes: false,
};

/**
 * Stops at the bound of depth, and makes links within links plain text: browsers close the outer link there,
 * and where a table lies between they build another tree at each reading.
 */
function createTreeGuard(): Pick<sanitizeHtml.IOptions, 'onOpenTag' | 'onCloseTag' | 'transformTags'> {
  let depth = 0;
  let openLinks = 0;
  return {
    onOpenTag(name) {
      depth++;
      if (name === 'a') openLinks++;
      if (depth > MAX_DEPTH) throw new TooDeepError();
    },
    onCloseTag(name) {
      depth--;
      if (name === 'a') openLinks--;
    },
    transformTags: {
      '*': (element, attributes) => {
        const tagName = element === 'a' && openLinks > 1 ? 'span' : element;
        return { tagName, attribs: chooseAttributes(tagName, attributes) };
      },
    },
  };
}

/** Goes through the allowed names, not through those that the sender wrote: he may have written a hundred thousand. */
function chooseAttributes(element: string, attributes: Attributes): Attributes {
  const chosen: Attributes = {};
  for (const [name, filter] of [...GLOBAL_ATTRIBUTES, ...(ELEMENTS.get(element) ?? [])]) {
    const value = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
    const kept = value === undefined ? undefined : filter(value);
    if (kept !== undefined) chosen[name] = kept;
  }
  return chosen;
}

function toTextHtml(html: string): string {
  const text = htmlToText(html, MAX_HTML_CHARACTERS);
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '<br />');
}
