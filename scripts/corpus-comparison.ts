/** Compares what the API says about a message with what a corpus expects. */
import type { ExpectedAddress, ExpectedAttachment, ExpectedMessage } from './corpus-expectation.ts';

interface AnsweredAddress {
  readonly address: string;
  readonly name: string;
}

/** The members of v0 that are compared; those that are null are left out by the API. */
export interface AnsweredItem {
  readonly subject?: string;
  readonly from?: AnsweredAddress;
  readonly to?: readonly AnsweredAddress[];
  readonly date?: string;
  /** Text, with the characters escaped that HTML gives a meaning. */
  readonly previewText?: string;
}

export interface AnsweredBody {
  readonly textHtml: string;
  readonly textPlain: string;
  readonly hasHtml: boolean;
}

/** An attachment with the hash of the content in its data URI. */
export interface AnsweredAttachment {
  readonly text: string;
  readonly type: string;
  readonly size: number;
  readonly sha256: string;
}

/** Everything that the API says about one message. */
export interface AnsweredMessage {
  readonly item: AnsweredItem;
  readonly body: AnsweredBody;
  readonly attachments: readonly AnsweredAttachment[];
}

const FIELDS = ['subject', 'from', 'to', 'date', 'hasHtml', 'text', 'preview', 'attachments'] as const;

/** What is compared. */
export type ComparedField = (typeof FIELDS)[number];

/** One field of one message: what should be there and what is, both made comparable. */
export interface Comparison {
  readonly field: ComparedField;
  readonly isEqual: boolean;
  readonly expected: unknown;
  readonly answered: unknown;
}

type Comparator = (
  expected: ExpectedMessage,
  answered: AnsweredMessage,
) => readonly [unknown, unknown] | undefined;

/** Each gives the expected and the answered value, or undefined when the corpus is not certain. */
const COMPARATORS = {
  subject: ({ subject }, { item }) =>
    subject === undefined || !isCertain(subject)
      ? undefined
      : [squeeze(subject ?? ''), squeeze(item.subject ?? '')],
  // v0 has room for one address only, and takes the last.
  from: ({ from }, { item }) => from && pairAddresses(from.slice(-1), item.from ? [item.from] : []),
  to: ({ to }, { item }) => to && pairAddresses(to, item.to ?? []),
  date: ({ date }, { item }) => (date === undefined ? undefined : [date, toSeconds(item.date ?? '')]),
  hasHtml: ({ hasHtml }, { body }) => (hasHtml === undefined ? undefined : [hasHtml, body.hasHtml]),
  text: ({ textContains }, { body }) =>
    textContains && [[], listMissingLines(textContains.filter(isCertain), body)],
  preview: (_expected, { item, body }) => comparePreview(item.previewText ?? '', body),
  attachments: ({ attachments }, answered) =>
    attachments && toAttachmentSets(attachments, answered.attachments),
} satisfies Record<ComparedField, Comparator>;

/** One comparison for each field that the corpus is certain about. */
export function compareMessage(expected: ExpectedMessage, answered: AnsweredMessage): readonly Comparison[] {
  return FIELDS.flatMap((field) => {
    const values = COMPARATORS[field](expected, answered);
    if (values === undefined) return [];
    const isEqual = JSON.stringify(values[0]) === JSON.stringify(values[1]);
    return [{ field, isEqual, expected: values[0], answered: values[1] }];
  });
}

/** A replacement character means that the readers could not decode the octets; guessing them is allowed. */
function isCertain(text: string | null): boolean {
  return !text?.includes('\ufffd');
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function pairAddresses(
  expected: readonly ExpectedAddress[],
  answered: readonly AnsweredAddress[],
): readonly [unknown, unknown] {
  const comparable = answered.map(({ address, name }, index) =>
    toComparable(expected[index]?.name === undefined ? { address } : { address, name }),
  );
  return [expected.map(toComparable), comparable];
}

/** The case of an address is nobody's promise; a name that repeats it is how v0 writes a missing one. */
function toComparable(expected: ExpectedAddress): string {
  const address = expected.address.toLowerCase();
  const name = squeeze(expected.name ?? '');
  return name.toLowerCase() === address ? `<${address}>` : `${name}<${address}>`;
}

/** `2023-05-02 13:54:14 +0200` in seconds since 1970. */
function toSeconds(date: string): number {
  return Date.parse(date.replace(' ', 'T').replace(' ', '')) / 1000;
}

function listMissingLines(
  lines: readonly string[],
  { textPlain, textHtml }: AnsweredBody,
): readonly string[] {
  const plain = withoutWhiteSpace(textPlain);
  const html = withoutWhiteSpace(toText(textHtml));
  return lines.filter((line) => {
    const wanted = withoutWhiteSpace(line);
    return !plain.includes(wanted) && !html.includes(wanted);
  });
}

/** A preview is how the text begins: that of the HTML where it has any. A blank one means that there is no text at all. */
function comparePreview(
  previewText: string,
  { textPlain, textHtml }: AnsweredBody,
): readonly [unknown, unknown] {
  const preview = visibleOnly(toText(previewText));
  const beginnings = [visibleOnly(toText(textHtml)), visibleOnly(textPlain)].map((text) =>
    text.slice(0, preview.length || 1),
  );
  const expected = beginnings.find((text) => text !== '') ?? '';
  return [beginnings.includes(preview) ? preview : expected, preview];
}

function visibleOnly(text: string): string {
  return text.replace(/(?:\s|\p{Cc}|\p{Cf}|\u034f|\u2800|\u115f|\u1160|\u3164|\uffa0)+/gu, '');
}

function withoutWhiteSpace(text: string): string {
  return text.replace(/\s+/g, '');
}

/** Enough for sanitised HTML, which holds no scripts, styles or comments and few entities. */
function toText(html: string): string {
  return html
    .replace(/<[^<>]*>/g, '')
    .replace(/&nbsp;|&#160;/g, ' ')
    .replace(/&#39;/g, "'")
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&');
}

/** Sets, because their order is nobody's promise; a name, size or hash that is not expected is not compared. */
function toAttachmentSets(
  expected: readonly ExpectedAttachment[],
  answered: readonly AnsweredAttachment[],
): readonly [readonly string[], readonly string[]] {
  const remaining = [...answered];
  const found = expected.map((attachment) => {
    const index = remaining.findIndex((candidate) => isSameAttachment(attachment, candidate));
    return index < 0 ? undefined : remaining.splice(index, 1);
  });
  return [
    expected.filter((_, index) => found[index] === undefined).map(describeExpected),
    remaining.map(({ text, type, size, sha256 }) => `${text} | ${type} | ${size} | ${sha256}`),
  ];
}

function isSameAttachment(expected: ExpectedAttachment, answered: AnsweredAttachment): boolean {
  return (
    (expected.filename === null || expected.filename === answered.text) &&
    expected.contentType.toLowerCase() === answered.type.toLowerCase() &&
    (expected.size === undefined || expected.size === answered.size) &&
    (expected.sha256 === undefined || expected.sha256 === answered.sha256)
  );
}

function describeExpected({ filename, contentType, size, sha256 }: ExpectedAttachment): string {
  return `${filename ?? 'any name'} | ${contentType} | ${size ?? 'any size'} | ${sha256 ?? 'any content'}`;
}
