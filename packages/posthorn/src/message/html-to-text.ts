/** Turns HTML into plain text. */
import { Tokenizer } from 'htmlparser2';
import { takeCodePoints } from './code-points.ts';
import { IGNORE_TOKENS } from './ignored-tokens.ts';
import { withoutPadding } from './invisible-characters.ts';
import { withoutControls } from './text-controls.ts';
import { createTextLayout, type TextLayout } from './text-layout.ts';
import { createTextMarks, type TextMarks } from './text-marks.ts';

/** A code point has at most two code units, so twice as many code units hold enough code points. */
const UNITS_PER_CODE_POINT = 2;
/** Elements whose content no reader sees as text. Other elements of a head have no content. */
const HIDDEN = new Set(['script', 'style', 'title', 'template', 'iframe', 'noframes', 'noembed', 'textarea']);
const PARAGRAPHS = new Set('p h1 h2 h3 h4 h5 h6 blockquote ul ol dl pre table hr'.split(' '));
const LINES = new Set(
  'address article aside caption center dd details div dt fieldset figcaption figure footer form header legend li main nav option section summary tr'.split(
    ' ',
  ),
);
const CELLS = new Set(['td', 'th']);

/** Which hidden element is open, and how deep within its kind. */
interface Hiding {
  readonly name: string;
  depth: number;
}

/** Attributes that are read: addresses, the words of pictures, and the numbers of lists. */
const READ_ATTRIBUTES = new Set(['href', 'alt', 'start']);
/** Of one attribute. */
const MAX_VALUE_CHARACTERS = 4_096;
/** Of the words of all pictures. */
const MAX_PICTURE_CHARACTERS = 1_000;

/** What the tags of a document do to its text. */
interface TagReader {
  readonly isHidden: boolean;
  open(name: string, attributes: ReadonlyMap<string, string>): void;
  close(name: string): void;
}

/** Receives what is seen of a document. */
interface Reader extends TagReader {
  text(text: string): void;
  /** True when nothing more has to be read. */
  isFull(): boolean;
}

/**
 * The text that a reader of the HTML sees, at most `maxCharacters` code points of it, with white space folded as a
 * browser does, `\n` for line breaks and an empty line between paragraphs. Links are `text <address>`, items of lists begin with `- `
 * or their number, quoted lines with `> `; a picture is its `alt`. Entities are decoded once.
 *
 * Stops reading when the text is long enough. Works on tokens without a tree, so nesting costs nothing; never throws.
 */
export function htmlToText(html: string, maxCharacters: number): string {
  const layout = createTextLayout();
  const marks = createTextMarks(layout);
  readTokens(html, createReader(layout, { marks, maxCharacters }));
  marks.end();
  return finish(withoutPadding(layout.toString()), maxCharacters);
}

/** The same without marks, links and pictures. It is never longer than the HTML. */
export function htmlToWords(html: string, maxCharacters: number): string {
  const layout = createTextLayout();
  readTokens(html, createReader(layout, { maxCharacters }));
  return finish(layout.toString(), maxCharacters);
}

/** The same for a preview: words, and where there are none those of the pictures. */
export function htmlToPreview(html: string, maxCharacters: number): string {
  const layout = createTextLayout();
  let pictures = '';
  const marks: TextMarks = {
    open(name, attributes) {
      const words = name === 'img' ? (attributes.get('alt') ?? '') : '';
      if (words !== '' && pictures.length < MAX_PICTURE_CHARACTERS) pictures += ` ${words}`;
    },
    close: () => undefined,
    note: () => undefined,
    end: () => undefined,
  };
  readTokens(html, createReader(layout, { marks, maxCharacters }));
  const text = finish(layout.toString(), maxCharacters);
  return withoutPadding(text).trim() === '' ? finish(pictures.trim(), maxCharacters) : text;
}

function finish(text: string, maxCharacters: number): string {
  return takeCodePoints(withoutControls(text.toWellFormed()), maxCharacters);
}

interface ReaderOptions {
  readonly marks?: TextMarks;
  readonly maxCharacters: number;
}

function createReader(layout: TextLayout, { marks, maxCharacters }: ReaderOptions): Reader {
  const tags = createTagReader(layout, marks);
  return {
    get isHidden() {
      return tags.isHidden;
    },
    open: tags.open,
    close: tags.close,
    text(text) {
      if (tags.isHidden) return;
      layout.addText(text);
      marks?.note(text);
    },
    isFull: () => layout.length > maxCharacters * UNITS_PER_CODE_POINT,
  };
}

function readTokens(html: string, reader: Reader): void {
  let element = '';
  let attribute = '';
  let attributes = new Map<string, string>();

  function addText(text: string): void {
    reader.text(text);
    if (reader.isFull()) tokenizer.pause();
  }

  function addValue(text: string): void {
    const value = attributes.get(attribute);
    if (value !== undefined && value.length < MAX_VALUE_CHARACTERS) {
      attributes.set(attribute, value + text.slice(0, MAX_VALUE_CHARACTERS));
    }
  }

  function openElement(): void {
    reader.open(element, attributes);
    if (reader.isFull()) tokenizer.pause();
    attributes = new Map();
  }

  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ...IGNORE_TOKENS,
      ontext: (start, end) => addText(html.slice(start, end)),
      ontextentity: (codePoint) => addText(String.fromCodePoint(codePoint)),
      onopentagname(start, end) {
        element = html.slice(start, end).toLowerCase();
        if (attributes.size > 0) attributes = new Map();
      },
      onattribname(start, end) {
        const name = html.slice(start, end).toLowerCase();
        attribute = READ_ATTRIBUTES.has(name) && !attributes.has(name) ? name : '';
        if (attribute !== '') attributes.set(attribute, '');
      },
      onattribdata: (start, end) => addValue(html.slice(start, end)),
      onattribentity: (codePoint) => addValue(String.fromCodePoint(codePoint)),
      onopentagend: openElement,
      onselfclosingtag: openElement,
      onclosetag: (start, end) => reader.close(html.slice(start, end).toLowerCase()),
    },
  );
  tokenizer.write(html);
  tokenizer.end();
}

function createTagReader(layout: TextLayout, marks: TextMarks | undefined): TagReader {
  let hiding: Hiding | undefined;
  let tables = 0;

  /** A table within a table is a layout, of which each row would be a paragraph. */
  function separate(name: string): void {
    const isInner = name === 'table' && tables > 1;
    if (PARAGRAPHS.has(name) && !isInner) layout.separateParagraph();
    else if (LINES.has(name) || isInner) layout.separateLine();
    else if (CELLS.has(name)) layout.separateWord();
  }

  function openVisible(name: string, attributes: ReadonlyMap<string, string>): void {
    if (name === 'table') tables += 1;
    if (name === 'br') layout.breakLine();
    else separate(name);
    if (name === 'pre') layout.openPreformatted();
    marks?.open(name, attributes);
  }

  function closeVisible(name: string): void {
    separate(name);
    if (name === 'table') tables = Math.max(tables - 1, 0);
    if (name === 'pre') layout.closePreformatted();
    marks?.close(name);
  }

  return {
    get isHidden() {
      return hiding !== undefined;
    },
    open(name, attributes) {
      if (hiding !== undefined) hiding.depth += name === hiding.name ? 1 : 0;
      else if (HIDDEN.has(name)) hiding = { name, depth: 1 };
      else openVisible(name, attributes);
    },
    close(name) {
      if (hiding === undefined) closeVisible(name);
      else if (name === hiding.name) {
        hiding.depth--;
        if (hiding.depth === 0) hiding = undefined;
      }
    },
  };
}
