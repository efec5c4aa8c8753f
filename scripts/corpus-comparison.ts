/** Compares what the API says about a message with what a corpus expects. */
import { basename } from 'node:path/posix';
import {
  type AnsweredAddress,
  type AnsweredAttachment,
  type AnsweredMessage,
  toText,
} from './corpus-answers.ts';
import type { ExpectedAddress, ExpectedAttachment, ExpectedMessage } from './corpus-expectation.ts';

/** The fields of a message in the order of the table. */
export const COMPARED_FIELDS = [
  ...(['subject', 'from', 'to', 'cc', 'replyTo', 'date', 'messageId'] as const),
  ...(['hasHtml', 'text', 'preview', 'attachments', 'downloads'] as const),
] as const;

/** What is compared. */
export type ComparedField = (typeof COMPARED_FIELDS)[number];

/** One field of one message: what should be there and what is, both made comparable. */
export interface Comparison {
  readonly field: ComparedField;
  readonly isEqual: boolean;
  readonly expected: unknown;
  readonly answered: unknown;
}

/** What is compared with what. */
export interface Compared {
  readonly expected: ExpectedMessage;
  /** Undefined for a message that was not answered: everything that is expected of it is wrong then. */
  readonly answered: AnsweredMessage | undefined;
  readonly showsLastAddressOnly: boolean;
}

type Comparator = (
  expected: ExpectedMessage,
  answered: AnsweredMessage,
) => readonly [expected: unknown, answered: unknown] | undefined;

/** Each gives the expected and the answered value, or undefined when the corpus is not certain. */
const COMPARATORS = {
  subject: ({ subject }, answered) =>
    isCertain(subject) ? [squeeze(subject ?? ''), squeeze(answered.subject)] : undefined,
  from: ({ from }, answered) => from && pairAddresses(from, answered.from),
  to: ({ to }, answered) => to && pairAddresses(to, answered.to),
  cc: ({ cc }, answered) => cc && pairAddresses(cc, answered.cc),
  // Without a Reply-To, the API answers to the authors.
  replyTo: ({ replyTo = [] }, answered) =>
    replyTo.length === 0 ? undefined : pairAddresses(replyTo, answered.replyTo),
  date: ({ date }, answered) => (date === undefined ? undefined : [date, answered.date]),
  messageId: ({ messageId }, answered) =>
    messageId === undefined
      ? undefined
      : [withoutSpace(messageId ?? ''), withoutSpace(answered.messageId ?? '')],
  hasHtml: ({ hasHtml }, { textHtml }) => (hasHtml === undefined ? undefined : [hasHtml, textHtml !== '']),
  text: ({ textContains = [] }, answered) => {
    const lines = textContains.filter(isCertain);
    return [lines, lines.filter((line) => hasLine(answered, line))];
  },
  preview: (_expected, answered) => comparePreview(answered),
  attachments: ({ attachments }, answered) => attachments && compareSets(attachments, answered.attachments),
  downloads: ({ attachments = [] }, answered) => compareContents(attachments, answered.attachments),
} satisfies Record<ComparedField, Comparator>;

const NOTHING: AnsweredMessage = {
  ...{ subject: '', from: [], to: [], cc: [], replyTo: [], date: Number.NaN, messageId: null },
  ...{ preview: '', textPlain: '', textHtml: '', attachments: [] },
};

/** One comparison for each field in which something is expected or answered, and of which the corpus is certain. */
export function compareMessage({
  expected,
  answered,
  showsLastAddressOnly,
}: Compared): readonly Comparison[] {
  const wanted = showsLastAddressOnly ? withLastAddresses(expected) : expected;
  return COMPARED_FIELDS.flatMap((field) => {
    const values = COMPARATORS[field](wanted, answered ?? NOTHING);
    if (values === undefined || values.every(isNothing)) return [];
    const isEqual = answered !== undefined && JSON.stringify(values[0]) === JSON.stringify(values[1]);
    return [{ field, isEqual, expected: values[0], answered: answered && values[1] }];
  });
}

/** v0 has room for one address in these fields, and takes the last. */
function withLastAddresses({ from, replyTo, ...others }: ExpectedMessage): ExpectedMessage {
  return {
    ...others,
    ...(from && { from: from.slice(-1) }),
    ...(replyTo && { replyTo: replyTo.slice(-1) }),
  };
}

function isNothing(value: unknown): boolean {
  return value === '' || value === false || (Array.isArray(value) && value.length === 0);
}

/** A replacement character means that the readers could not decode the octets; guessing them is allowed. */
function isCertain(text: string | null | undefined): boolean {
  return text !== undefined && !text?.includes('\ufffd');
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function withoutSpace(text: string): string {
  return text.replace(/\s+/g, '');
}

function pairAddresses(
  expected: readonly ExpectedAddress[],
  answered: readonly AnsweredAddress[],
): readonly [readonly string[], readonly string[]] {
  const comparable = answered.map(({ address, name }, index) =>
    toComparable(expected[index]?.name === undefined ? { address } : { address, name }),
  );
  return [expected.map(toComparable), comparable];
}

/** The case of an address is nobody's promise; a name that repeats it is how the API writes a missing one. */
function toComparable(expected: ExpectedAddress): string {
  const address = expected.address.toLowerCase();
  const name = squeeze(expected.name ?? '');
  return name.toLowerCase() === address ? `<${address}>` : `${name}<${address}>`;
}

function hasLine({ textPlain, textHtml }: AnsweredMessage, line: string): boolean {
  const wanted = withoutSpace(line);
  return withoutSpace(textPlain).includes(wanted) || withoutSpace(toText(textHtml)).includes(wanted);
}

/** A preview is how the text begins: that of the HTML where it has any. A blank one means that there is no text at all. */
function comparePreview({ preview, textPlain, textHtml }: AnsweredMessage): readonly [string, string] {
  const visible = visibleOnly(preview);
  const beginnings = [visibleOnly(toText(textHtml)), visibleOnly(textPlain)].map((text) =>
    text.slice(0, visible.length || 1),
  );
  const expected = beginnings.find((text) => text !== '') ?? '';
  return [beginnings.includes(visible) ? visible : expected, visible];
}

function visibleOnly(text: string): string {
  return text.replace(/(?:\s|\p{Cc}|\p{Cf}|\u034f|\u2800|\u115f|\u1160|\u3164|\uffa0)+/gu, '');
}

/** Sets, because their order is nobody's promise. What both have is left out, so that two equal sets are told by their number. */
function compareSets(
  expected: readonly ExpectedAttachment[],
  answered: readonly AnsweredAttachment[],
): readonly [readonly string[], readonly string[]] {
  const remaining = [...answered];
  const missing = expected.filter((attachment) => {
    const index = remaining.findIndex((candidate) => isSameAttachment(attachment, candidate));
    if (index >= 0) remaining.splice(index, 1);
    return index < 0;
  });
  const both = expected.length > missing.length ? [`${expected.length - missing.length} in both`] : [];
  return [
    [...both, ...missing.map(({ filename, contentType }) => `${filename ?? 'any name'} | ${contentType}`)],
    [...both, ...remaining.map(({ name, contentType }) => `${name} | ${contentType}`)],
  ];
}

/** A name or a type that is not expected, or is none, is not compared. */
function isSameAttachment(expected: ExpectedAttachment, answered: AnsweredAttachment): boolean {
  return (
    (expected.filename === null || fileName(expected.filename) === answered.name) &&
    (!MEDIA_TYPE.test(expected.contentType) ||
      expected.contentType.toLowerCase() === answered.contentType.toLowerCase())
  );
}

const MEDIA_TYPE = /^[\w!#$&.+^-]+\/[\w!#$&.+^-]+$/;

/** Readers ignore paths (RFC 2183 §2.3). */
function fileName(name: string): string {
  return basename(name.replaceAll('\\', '/'));
}

/** The octets that are downloaded: their number and hash, where the corpus has them. */
function compareContents(
  expected: readonly ExpectedAttachment[],
  answered: readonly AnsweredAttachment[],
): readonly [readonly string[], readonly string[]] {
  const remaining = answered.map(({ octets, sha256 }) => `${octets} ${sha256}`);
  const wanted = expected.flatMap(({ size, sha256 }) => (size && sha256 ? [`${size} ${sha256}`] : []));
  const found = wanted.filter((content) => {
    const index = remaining.indexOf(content);
    if (index >= 0) remaining.splice(index, 1);
    return index >= 0;
  });
  return [wanted, found];
}
