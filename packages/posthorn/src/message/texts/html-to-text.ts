import { Tokenizer } from 'htmlparser2';
import { IGNORE_TOKENS } from '../html/ignored-tokens.ts';
import { takeCodePoints } from './code-points.ts';
import { withoutPadding } from './invisible-characters.ts';
import { withoutControls } from './text-controls.ts';
import { createTextLayout, type TextLayout } from './text-layout.ts';
import { createTextMarks, type TextMarks } from './text-marks.ts';

const UNITS_PER_CODE_POINT = 2;
const HIDDEN = new Set(['script', 'style', 'title', 'template', 'iframe', 'noframes', 'noembed', 'textarea']);
const PARAGRAPHS = new Set('p h1 h2 h3 h4 h5 h6 blockquote ul ol dl pre table hr'.split(' '));
const LINES = new Set(
  'address article aside caption center dd details div dt fieldset figcaption figure footer form header legend li main nav option section summary tr'.split(
    ' ',
  ),
);
const CELLS = new Set(['td', 'th']);

interface Hiding {
  readonly name: string;
  depth: number;
}

const READ_ATTRIBUTES = new Set(['href', 'alt', 'start']);
const MAX_VALUE_CHARACTERS = 4_096;
const MAX_PICTURE_CHARACTERS = 1_000;

interface TagReader {
  readonly isHidden: boolean;
  open(name: string, attributes: ReadonlyMap<string, string>): void;
  close(name: string): void;
}

interface Reader extends TagReader {
  text(text: string): void;
  isFull(): boolean;
}

/**
 * Visible text, at most `maxCharacters` code points: folded white space, LF, empty lines between paragraphs,
 * links as `text <address>`; lists, quotations and `alt` are marked. Stops at the limit; nesting is free;
 * never throws.
 */
export function htmlToText(html: string, maxCharacters: number): string {
  const layout = createTextLayout();
  const marks = createTextMarks(layout);
  readTokens(html, createReader(layout, { marks, maxCharacters }));
  marks.end();
  return finish(withoutPadding(layout.toString()), maxCharacters);
}

/** `htmlToText` without marks, links and pictures. */
export function htmlToWords(html: string, maxCharacters: number): string {
  const layout = createTextLayout();
  readTokens(html, createReader(layout, { maxCharacters }));
  return finish(layout.toString(), maxCharacters);
}

/** Words, else the texts of pictures. */
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

  /** Nested tables are layout. */
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
