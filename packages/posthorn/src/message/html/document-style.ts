import { Tokenizer } from 'htmlparser2';
import { IGNORE_TOKENS } from './ignored-tokens.ts';

const MAX_STYLE_CHARACTERS = 131_072;
const MAX_VALUE_CHARACTERS = 4_096;
const IS_NEEDED = /<(?:style|body|html)[\s/>]/i;
/** Would end its rule. */
const UNSAFE_MEDIA = /[{};"'/]/;
const ROOTS = new Set(['html', 'body']);

/** The first of each name counts. */
export type ElementAttributes = Readonly<Record<string, string>>;

/** Style sheets, and the outermost elements. */
export interface DocumentStyle {
  readonly css: string;
  readonly html: ElementAttributes;
  readonly body: ElementAttributes;
}

/** Linear; never throws. */
export function findDocumentStyle(html: string): DocumentStyle {
  const roots = new Map<string, Record<string, string>>();
  if (!IS_NEEDED.test(html)) return { css: '', html: {}, body: {} };
  const sheets: string[] = [];
  let left = MAX_STYLE_CHARACTERS;
  let element = '';
  let attributes: Record<string, string> | undefined;
  let attribute = '';
  let isInSheet = false;
  let sheetEnd = '\n';

  function add(text: string): void {
    const value = attributes?.[attribute];
    if (attributes === undefined || value === undefined) return;
    if (value.length < MAX_VALUE_CHARACTERS)
      attributes[attribute] = value + text.slice(0, MAX_VALUE_CHARACTERS);
  }

  function endTag(): void {
    if (element === 'style') beginSheet(attributes ?? {});
    else if (attributes !== undefined && !roots.has(element)) roots.set(element, attributes);
    attributes = undefined;
  }

  function beginSheet(own: ElementAttributes): void {
    const { media = '' } = own;
    sheetEnd = media.trim() === '' ? '\n' : '\n}\n';
    isInSheet = isCss(own) && !UNSAFE_MEDIA.test(media);
    if (isInSheet && media.trim() !== '') sheets.push(`@media ${media}{\n`);
  }

  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ...IGNORE_TOKENS,
      onopentagname(start, end) {
        element = html.slice(start, end).toLowerCase();
        attributes = element === 'style' || ROOTS.has(element) ? Object.create(null) : undefined;
      },
      onattribname(start, end) {
        if (attributes === undefined) return;
        const name = html.slice(start, end).toLowerCase();
        attribute = name in attributes ? '' : name;
        if (attribute !== '') attributes[attribute] = '';
      },
      onattribdata: (start, end) => add(html.slice(start, end)),
      onattribentity: (codePoint) => add(String.fromCodePoint(codePoint)),
      onopentagend: endTag,
      ontext(start, end) {
        if (!isInSheet || left <= 0) return;
        const sheet = html.slice(start, Math.min(end, start + left));
        sheets.push(sheet);
        left -= sheet.length;
      },
      onclosetag() {
        if (isInSheet) sheets.push(sheetEnd);
        isInSheet = false;
      },
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return { css: sheets.join(''), html: roots.get('html') ?? {}, body: roots.get('body') ?? {} };
}

function isCss({ type = '' }: ElementAttributes): boolean {
  return /^(?:\s*text\/css\s*)?$/i.test(type);
}
