import type { TextLayout } from './text-layout.ts';

/** Deeper nesting looks the same. */
const MAX_DEPTH = 10;
const MAX_ADDRESS_CHARACTERS = 2_000;
const MAX_ALTERNATIVE_CHARACTERS = 1_000;
const LINE = '---';
const ADDRESS = /^(?:https?:\/\/|mailto:|tel:|\/\/)[^\s<>]+$/i;
const SCHEME = /^(?:https?:)?\/\/|^(?:mailto|tel):/i;

interface List {
  next: number | null;
  indent: string;
}

export type MarkAttributes = ReadonlyMap<string, string>;

/** Writes links, lists, quotations, rules and pictures. */
export interface TextMarks {
  open(name: string, attributes: MarkAttributes): void;
  close(name: string): void;
  note(text: string): void;
  end(): void;
}

/** Marks costing the same at any depth. */
export function createTextMarks(layout: TextLayout): TextMarks {
  const prefixes = createPrefixes(layout);
  const links = createLinks(layout);

  function addPicture(attributes: MarkAttributes): void {
    const text = (attributes.get('alt') ?? '').slice(0, MAX_ALTERNATIVE_CHARACTERS).trim();
    if (text === '') return;
    layout.separateWord();
    layout.addText(text);
    layout.separateWord();
    links.note(text);
  }

  function addLine(): void {
    layout.addText(LINE);
    layout.separateParagraph();
  }

  const openers = new Map<string, (attributes: MarkAttributes) => void>([
    ['a', links.open],
    ['blockquote', () => prefixes.quote(1)],
    ['hr', addLine],
    ['img', addPicture],
    ['li', prefixes.openItem],
    ['ol', (attributes) => prefixes.openList(startOf(attributes))],
    ['ul', () => prefixes.openList(null)],
  ]);
  const closers = new Map<string, () => void>([
    ['a', links.close],
    ['blockquote', () => prefixes.quote(-1)],
    ['li', prefixes.closeItem],
    ['ol', prefixes.closeList],
    ['ul', prefixes.closeList],
  ]);
  return {
    open: (name, attributes) => openers.get(name)?.(attributes),
    close: (name) => closers.get(name)?.(),
    note: links.note,
    end: links.close,
  };
}

function createPrefixes(layout: TextLayout) {
  let quoteDepth = 0;
  const lists: List[] = [];
  const indentAbove = (depth: number) => lists[Math.min(lists.length, MAX_DEPTH) - depth]?.indent ?? '';

  function setPrefix(mark?: string): void {
    const quote = quoteDepth === 0 ? '' : `${'>'.repeat(Math.min(quoteDepth, MAX_DEPTH))} `;
    const first = mark === undefined ? undefined : `${quote}${indentAbove(2)}${mark}`;
    layout.setPrefix(`${quote}${indentAbove(1)}`, first);
  }

  return {
    quote(change: 1 | -1) {
      quoteDepth = Math.max(quoteDepth + change, 0);
      setPrefix();
    },
    openList(next: number | null) {
      lists.push({ next, indent: indentAbove(1) });
      setPrefix();
    },
    closeList() {
      lists.pop();
      setPrefix();
    },
    openItem() {
      const list = lists.at(-1);
      const number = list?.next ?? null;
      const mark = number === null ? '- ' : `${number}. `;
      if (list !== undefined) {
        list.next = number === null ? null : number + 1;
        list.indent = `${indentAbove(2)}${' '.repeat(mark.length)}`;
      }
      setPrefix(mark);
    },
    closeItem: () => setPrefix(),
  };
}

interface Link {
  readonly address: string;
  text: string;
}

function createLinks(layout: TextLayout) {
  let link: Link | undefined;

  function close(): void {
    if (link !== undefined && link.text !== '' && !isNamed(link)) {
      layout.append(` <${shownAddress(link.address)}>`);
    }
    link = undefined;
  }

  return {
    open(attributes: MarkAttributes) {
      close();
      const address = (attributes.get('href') ?? '').trim();
      const isShown = address.length <= MAX_ADDRESS_CHARACTERS && ADDRESS.test(address);
      link = isShown ? { address, text: '' } : undefined;
    },
    close,
    note(text: string) {
      const isRead = link !== undefined && link.text.length <= MAX_ADDRESS_CHARACTERS;
      if (link !== undefined && isRead && (link.text !== '' || text.trim() !== '')) link.text += text;
    },
  };
}

function startOf(attributes: MarkAttributes): number {
  const start = attributes.get('start') ?? '';
  return /^\d{1,4}$/.test(start) ? Number(start) : 1;
}

function isNamed({ address, text }: Link): boolean {
  const bare = (value: string) => value.trim().replace(SCHEME, '').replace(/\/$/, '').toLowerCase();
  const isNumber = /^tel:/i.test(address);
  const wanted = bare(address);
  return bare(text) === wanted || (isNumber && text.replace(/[^+\d]/g, '') === wanted);
}

function shownAddress(address: string): string {
  if (/^mailto:/i.test(address)) return address.slice('mailto:'.length).replace(/\?.*$/, '') || address;
  return address.startsWith('//') ? `https:${address}` : address;
}
