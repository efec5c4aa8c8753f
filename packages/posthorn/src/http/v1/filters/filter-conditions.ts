import type { AddressField, MessageCriterion, MessageFlag } from '../../../domain/messages/message-query.ts';
import { splitMessageId } from '../../../resources/identifiers/parse-resource-ids.ts';
import { parseUidSet } from './uid-set.ts';

/** A filter condition. Its values are data, never commands. */
export interface FilterCondition {
  readonly parse: (value: string) => MessageCriterion | undefined;
  /** Completes "must be". */
  readonly expected: string;
  readonly example: string;
  readonly schema?: object;
}

const MAX_TEXT_CHARACTERS = 1_000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f]/;
/** An atom (RFC 9051 §9), without system flags' backslash. */
const KEYWORD = /^[!#$&'+,\-./0-9:;<=>?@A-Z[^_`a-z|}~]{1,100}$/;
/** RFC 3339; seconds are optional. */
const MOMENT =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})(?:T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?(?:Z|[+-][0-9]{2}:[0-9]{2}))?$/;
/** Sizes are 32-bit numbers (RFC 9051 §4.2). */
const OCTETS = /^[0-9]{1,10}$/;
const MAX_OCTETS = 0xffff_ffff;

const MOMENT_SCHEMA = {
  anyOf: [
    { type: 'string', format: 'date' },
    { type: 'string', format: 'date-time' },
  ],
};

const CONDITIONS = {
  seen: flag('seen'),
  flagged: flag('flagged'),
  answered: flag('answered'),
  draft: flag('draft'),
  recent: truth({ kind: 'recent' }),
  hasAttachments: truth({ kind: 'has-attachments' }),
  keyword: {
    parse: (keyword) => (KEYWORD.test(keyword) ? { kind: 'keyword', keyword } : undefined),
    expected: 'a keyword: an IMAP atom without a backslash',
    example: '$Forwarded',
  },
  from: address('from', 'ann@'),
  to: address('to', 'jane'),
  cc: address('cc', 'jane'),
  bcc: address('bcc', 'jane'),
  subject: textCondition('workshop', (text) => ({ kind: 'subject', text })),
  body: textCondition('coffee', (text) => ({ kind: 'body', text })),
  text: textCondition('coffee', (text) => ({ kind: 'text', text })),
  since: since('dated-since', '2023-05-01'),
  before: before('dated-since', '2024-01-01T12:00:00Z'),
  receivedSince: since('received-since', '2023-05-01T00:00:00+02:00'),
  receivedBefore: before('received-since', '2024-01-01'),
  larger: sizeCondition('1000000', (octets) => ({ kind: 'larger', octets })),
  smaller: sizeCondition('1000000', (octets) => ({ kind: 'smaller', octets })),
  messageId: textCondition('permit.2201@council.test', (text) => ({
    kind: 'message-id',
    messageId: withoutBrackets(text),
  })),
  threadOf: {
    ...textCondition('permit.2201@council.test', (text) =>
      // Resource ids name a conversation in lists only.
      splitMessageId(text) ? undefined : { kind: 'refers-to', messageId: withoutBrackets(text) },
    ),
    expected: 'a Message-ID or, where messages are listed, the id of a message',
  },
  uid: {
    parse: (value) => {
      const uids = parseUidSet(value);
      return uids && { kind: 'uids', uids };
    },
    expected: 'uids and ranges such as 4,7-9, at most 1000 uids in all',
    example: '4,7-9',
  },
} as const satisfies Readonly<Record<string, FilterCondition>>;

export const FILTER_CONDITIONS: ReadonlyMap<string, FilterCondition> = new Map(Object.entries(CONDITIONS));

function flag(name: MessageFlag): FilterCondition {
  return truth({ kind: 'flag', flag: name });
}

function truth(criterion: MessageCriterion): FilterCondition {
  const criteria = new Map<string, MessageCriterion>([
    ['true', criterion],
    ['false', { kind: 'not', criterion }],
  ]);
  return {
    parse: (value) => criteria.get(value),
    expected: 'true or false',
    example: 'true',
    schema: { type: 'string', enum: ['true', 'false'] },
  };
}

function address(field: AddressField, example: string): FilterCondition {
  return textCondition(example, (text) => ({ kind: 'address', field, text }));
}

function textCondition(
  example: string,
  toCriterion: (text: string) => MessageCriterion | undefined,
): FilterCondition {
  const isSearchable = (text: string): boolean =>
    text !== '' && text.length <= MAX_TEXT_CHARACTERS && !CONTROL_CHARACTER.test(text);
  return {
    parse: (text) => (isSearchable(text) ? toCriterion(text) : undefined),
    expected: `a text of 1 to ${MAX_TEXT_CHARACTERS} characters, none of them a control character`,
    example,
  };
}

type SinceKind = Extract<MessageCriterion['kind'], 'dated-since' | 'received-since'>;

function since(kind: SinceKind, example: string): FilterCondition {
  return {
    parse(text) {
      const epochMs = parseMoment(text);
      if (epochMs === undefined) return undefined;
      return text.includes('T') ? { kind, epochMs } : { kind, epochMs, isDay: true };
    },
    expected: 'a day such as 2024-12-31, or a time with its zone such as 2024-12-31T09:30:00+01:00',
    example,
    schema: MOMENT_SCHEMA,
  };
}

function before(kind: SinceKind, example: string): FilterCondition {
  const { parse, ...described } = since(kind, example);
  return {
    parse(text) {
      const criterion = parse(text);
      return criterion && { kind: 'not', criterion };
    },
    ...described,
  };
}

function parseMoment(text: string): number | undefined {
  const [, day] = MOMENT.exec(text) ?? [];
  const midnight = day === undefined ? Number.NaN : Date.parse(`${day}T00:00:00Z`);
  // Date.parse turns February 30 into March 1.
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(day ?? '')) return undefined;
  const epochMs = Date.parse(text);
  return Number.isNaN(epochMs) ? undefined : epochMs;
}

function sizeCondition(example: string, toCriterion: (octets: number) => MessageCriterion): FilterCondition {
  const isSize = (text: string): boolean => OCTETS.test(text) && Number(text) <= MAX_OCTETS;
  return {
    parse: (text) => (isSize(text) ? toCriterion(Number(text)) : undefined),
    expected: 'a number of octets',
    example,
  };
}

function withoutBrackets(text: string): string {
  return text.startsWith('<') && text.endsWith('>') ? text.slice(1, -1) : text;
}
