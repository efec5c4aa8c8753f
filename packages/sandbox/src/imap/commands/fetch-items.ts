import type { SectionText } from '../../message/section.ts';
import type { Capability } from '../session/capabilities.ts';
import type { FetchItem, PlainFetchItem, SectionItem } from '../session/fetch-item.ts';
import type { Session } from '../session/session.ts';
import type { ArgumentReader } from '../wire/argument-reader.ts';
import { reject } from '../wire/refusal.ts';
import { wireAstring } from '../wire/wire-text.ts';

const PLAIN_ITEMS: ReadonlyMap<string, Capability | undefined> = new Map(
  Object.entries({
    BODY: undefined,
    BODYSTRUCTURE: undefined,
    EMAILID: 'OBJECTID',
    ENVELOPE: undefined,
    FLAGS: undefined,
    INTERNALDATE: undefined,
    MODSEQ: 'CONDSTORE',
    PREVIEW: 'PREVIEW',
    'RFC822.SIZE': undefined,
    THREADID: 'OBJECTID',
    UID: undefined,
    'X-GM-MSGID': 'X-GM-EXT-1',
    'X-GM-THRID': 'X-GM-EXT-1',
  } satisfies Record<PlainFetchItem, Capability | undefined>),
);

const MACROS: ReadonlyMap<string, readonly PlainFetchItem[]> = new Map<string, readonly PlainFetchItem[]>([
  ['FAST', ['FLAGS', 'INTERNALDATE', 'RFC822.SIZE']],
  ['ALL', ['FLAGS', 'INTERNALDATE', 'RFC822.SIZE', 'ENVELOPE']],
  ['FULL', ['FLAGS', 'INTERNALDATE', 'RFC822.SIZE', 'ENVELOPE', 'BODY']],
]);

const RFC822_ITEMS: ReadonlyMap<string, Pick<SectionItem, 'setsSeen'> & { readonly text: SectionText }> =
  new Map([
    ['RFC822', { setsSeen: true, text: { kind: 'all' } }],
    ['RFC822.HEADER', { setsSeen: false, text: { kind: 'header' } }],
    ['RFC822.TEXT', { setsSeen: true, text: { kind: 'text' } }],
  ]);

const BINARY_ITEMS: readonly (Pick<SectionItem, 'form' | 'setsSeen'> & { readonly name: string })[] = [
  { name: 'BINARY', form: 'decoded', setsSeen: true },
  { name: 'BINARY.PEEK', form: 'decoded', setsSeen: false },
  { name: 'BINARY.SIZE', form: 'size', setsSeen: false },
];

/** The MIME parser opens 100 levels. */
const MAX_PART_LEVELS = 200;

/** A macro, item or list (RFC 3501 §6.4.5). */
export function readFetchItems(session: Session, args: ArgumentReader): readonly FetchItem[] {
  if (args.isNext('(')) {
    const items = args.list(() => readFetchItem(session, args));
    if (items.length === 0) throw reject('Expected FETCH items');
    return items;
  }
  const macro = MACROS.get(args.peekKeyword());
  if (macro === undefined) return [readFetchItem(session, args)];
  args.keyword();
  return macro;
}

function readFetchItem(session: Session, args: ArgumentReader): FetchItem {
  const binary = BINARY_ITEMS.find(({ name }) => args.isNext(`${name}[`));
  // Part of IMAP4rev2.
  if (binary !== undefined && (session.has('BINARY') || session.isRev2Enabled)) {
    args.take(`${binary.name}[`);
    return readBinarySection(args, binary);
  }
  if (args.tryTake('BODY.PEEK[')) return { ...readSection(args), setsSeen: false };
  if (args.tryTake('BODY[')) return { ...readSection(args), setsSeen: true };
  const name = args.keyword();
  const rfc822 = RFC822_ITEMS.get(name);
  if (rfc822 !== undefined) {
    const { setsSeen, text } = rfc822;
    return { label: name, form: 'encoded', section: { part: [], text }, partial: undefined, setsSeen };
  }
  const capability = PLAIN_ITEMS.get(name);
  if (!PLAIN_ITEMS.has(name) || (capability !== undefined && !session.has(capability))) {
    throw reject(`Unknown FETCH item ${name}`);
  }
  if (name === 'PREVIEW') readPreviewModifiers(args);
  if (name === 'MODSEQ') session.isCondstoreEnabled = true;
  return name as PlainFetchItem;
}

/** LAZY has no effect here (RFC 8970 §3.1). */
function readPreviewModifiers(args: ArgumentReader): void {
  if (!args.tryTake(' (')) return;
  args.take('LAZY)');
}

function readSection(args: ArgumentReader): Omit<SectionItem, 'setsSeen'> {
  const part = readPartNumbers(args);
  const { text, label } = part.length === 0 ? readMessageText(args) : readPartText(args);
  args.take(']');
  const partial = readPartial(args);
  const numbers = part.join('.');
  const name = [numbers, label].filter((piece) => piece !== '').join('.');
  const origin = partial === undefined ? '' : `<${partial.start}>`;
  return { label: `BODY[${name}]${origin}`, form: 'encoded', section: { part, text }, partial };
}

function readBinarySection(
  args: ArgumentReader,
  { form, setsSeen }: Pick<SectionItem, 'form' | 'setsSeen'>,
): SectionItem {
  const part = readPartNumbers(args);
  args.take(']');
  const partial = form === 'size' ? undefined : readPartial(args);
  const name = form === 'size' ? 'BINARY.SIZE' : 'BINARY';
  const origin = partial === undefined ? '' : `<${partial.start}>`;
  const label = `${name}[${part.join('.')}]${origin}`;
  return { label, form, section: { part, text: { kind: 'all' } }, partial, setsSeen };
}

interface LabelledText {
  readonly text: SectionText;
  readonly label: string;
}

const WHOLE: LabelledText = { text: { kind: 'all' }, label: '' };

function readPartNumbers(args: ArgumentReader): readonly number[] {
  const numbers: number[] = [];
  while (/^[1-9]/.test(args.peekCharacter(numbers.length === 0 ? 0 : 1))) {
    if (numbers.length > 0) args.take('.');
    numbers.push(args.number());
    if (numbers.length > MAX_PART_LEVELS) throw reject('Too many part numbers');
  }
  return numbers;
}

function readPartText(args: ArgumentReader): LabelledText {
  if (!args.tryTake('.')) return WHOLE;
  return args.tryTake('MIME') ? { text: { kind: 'mime' }, label: 'MIME' } : readSectionText(args);
}

function readMessageText(args: ArgumentReader): LabelledText {
  return args.isNext(']') ? WHOLE : readSectionText(args);
}

function readSectionText(args: ArgumentReader): LabelledText {
  // Longest first.
  if (args.tryTake('HEADER.FIELDS.NOT ')) return readFieldNames(args, 'fields-not');
  if (args.tryTake('HEADER.FIELDS ')) return readFieldNames(args, 'fields');
  if (args.tryTake('HEADER')) return { text: { kind: 'header' }, label: 'HEADER' };
  if (args.tryTake('TEXT')) return { text: { kind: 'text' }, label: 'TEXT' };
  throw reject('Unknown section');
}

function readFieldNames(args: ArgumentReader, kind: 'fields' | 'fields-not'): LabelledText {
  const names = args.list(() => args.astring());
  if (names.length === 0) throw reject('Expected header field names');
  const keyword = kind === 'fields' ? 'HEADER.FIELDS' : 'HEADER.FIELDS.NOT';
  const shown = names.map((name) => wireAstring(name.toUpperCase())).join(' ');
  return { text: { kind, names }, label: `${keyword} (${shown})` };
}

function readPartial(args: ArgumentReader): SectionItem['partial'] {
  if (!args.tryTake('<')) return undefined;
  const start = args.number();
  args.take('.');
  const octets = args.number();
  args.take('>');
  if (octets === 0) throw reject('A partial range cannot be empty');
  return { start, octets };
}
