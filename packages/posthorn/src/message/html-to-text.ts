/** Turns HTML into plain text. */
import { Tokenizer } from 'htmlparser2';
import { takeCodePoints } from './code-points.ts';
import { IGNORE_TOKENS } from './ignored-tokens.ts';
import { withoutControls } from './text-controls.ts';
import { createTextLayout, type TextLayout } from './text-layout.ts';

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

/** What the tags of a document do to its text. */
interface TagReader {
  readonly isHidden: boolean;
  open(name: string): void;
  close(name: string): void;
}

/**
 * The text that a reader of the HTML sees, at most `maxCharacters` code points of it, with white space folded as a
 * browser does, `\n` for line breaks and an empty line between paragraphs. Entities are decoded once.
 *
 * Stops reading when the text is long enough. Works on tokens without a tree, so nesting costs nothing; never throws.
 */
export function htmlToText(html: string, maxCharacters: number): string {
  const layout = createTextLayout();
  const tags = createTagReader(layout);

  function addText(text: string): void {
    if (tags.isHidden) return;
    layout.addText(text);
    if (layout.length > maxCharacters * UNITS_PER_CODE_POINT) tokenizer.pause();
  }

  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ...IGNORE_TOKENS,
      ontext: (start, end) => addText(html.slice(start, end)),
      ontextentity: (codePoint) => addText(String.fromCodePoint(codePoint)),
      onopentagname: (start, end) => tags.open(html.slice(start, end).toLowerCase()),
      onclosetag: (start, end) => tags.close(html.slice(start, end).toLowerCase()),
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return takeCodePoints(withoutControls(layout.toString().toWellFormed()), maxCharacters);
}

function createTagReader(layout: TextLayout): TagReader {
  let hiding: Hiding | undefined;
  return {
    get isHidden() {
      return hiding !== undefined;
    },
    open(name) {
      if (hiding !== undefined) hiding.depth += name === hiding.name ? 1 : 0;
      else if (HIDDEN.has(name)) hiding = { name, depth: 1 };
      else openVisible(layout, name);
    },
    close(name) {
      if (hiding === undefined) {
        separate(layout, name);
        if (name === 'pre') layout.closePreformatted();
      } else if (name === hiding.name) {
        hiding.depth--;
        if (hiding.depth === 0) hiding = undefined;
      }
    },
  };
}

function openVisible(layout: TextLayout, name: string): void {
  if (name === 'br') layout.breakLine();
  else separate(layout, name);
  if (name === 'pre') layout.openPreformatted();
}

function separate(layout: TextLayout, name: string): void {
  if (PARAGRAPHS.has(name)) layout.separateParagraph();
  else if (LINES.has(name)) layout.separateLine();
  else if (CELLS.has(name)) layout.separateWord();
}
