/** The conditions that messages can be filtered by: their names, and what their values mean. */
import type { AddressField, MessageCriterion, MessageFlag } from '../../../domain/message-query.ts';
import { splitMessageId } from '../identifiers/parse-resource-ids.ts';
import { parseUidSet } from './uid-set.ts';

/** One condition. Its value is data: no part of it is ever read as a command. */
export interface FilterCondition {
  /** The criterion that the value asks for, undefined when the value is unusable. */
  readonly parse: (value: string) => MessageCriterion | undefined;
  /** What the value has to be, to go on after "must be". */
  readonly expected: string;
  /** The schema of the value, where it is more than a text. */
  readonly schema?: object;
}

/** Searched texts are words and addresses; whole mails are not searched for. */
const MAX_TEXT_CHARACTERS = 1_000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f]/;
/** The characters of an atom (RFC 9051 §9), less the backslash of system flags. */
const KEYWORD = /^[!#$&'+,\-./0-9:;<=>?@A-Z[^_`a-z|}~]{1,100}$/;
/** A day, or a date-time with its zone (RFC 3339); seconds may be missing. */
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
  },
  from: address('from'),
  to: address('to'),
  cc: address('cc'),
  bcc: address('bcc'),
  subject: textCondition((text) => ({ kind: 'subject', text })),
  body: textCondition((text) => ({ kind: 'body', text })),
  text: textCondition((text) => ({ kind: 'text', text })),
  since: since('dated-since'),
  before: before('dated-since'),
  receivedSince: since('received-since'),
  receivedBefore: before('received-since'),
  larger: sizeCondition((octets) => ({ kind: 'larger', octets })),
  smaller: sizeCondition((octets) => ({ kind: 'smaller', octets })),
  messageId: textCondition((text) => ({ kind: 'message-id', messageId: withoutBrackets(text) })),
  threadOf: {
    ...textCondition((text) =>
      // The id of a message names a conversation in lists only.
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
  },
} as const satisfies Readonly<Record<string, FilterCondition>>;

/** The conditions by name. */
export const FILTER_CONDITIONS: ReadonlyMap<string, FilterCondition> = new Map(Object.entries(CONDITIONS));

function flag(name: MessageFlag): FilterCondition {
  return truth({ kind: 'flag', flag: name });
}

/** A condition that holds or does not. */
function truth(criterion: MessageCriterion): FilterCondition {
  const criteria = new Map<string, MessageCriterion>([
    ['true', criterion],
    ['false', { kind: 'not', criterion }],
  ]);
  return {
    parse: (value) => criteria.get(value),
    expected: 'true or false',
    schema: { type: 'string', enum: ['true', 'false'] },
  };
}

function address(field: AddressField): FilterCondition {
  return textCondition((text) => ({ kind: 'address', field, text }));
}

function textCondition(toCriterion: (text: string) => MessageCriterion | undefined): FilterCondition {
  const isSearchable = (text: string): boolean =>
    text !== '' && text.length <= MAX_TEXT_CHARACTERS && !CONTROL_CHARACTER.test(text);
  return {
    parse: (text) => (isSearchable(text) ? toCriterion(text) : undefined),
    expected: `a text of 1 to ${MAX_TEXT_CHARACTERS} characters, none of them a control character`,
  };
}

type SinceKind = Extract<MessageCriterion['kind'], 'dated-since' | 'received-since'>;

function since(kind: SinceKind): FilterCondition {
  return {
    parse(text) {
      const epochMs = parseMoment(text);
      if (epochMs === undefined) return undefined;
      return text.includes('T') ? { kind, epochMs } : { kind, epochMs, isDay: true };
    },
    expected: 'a day such as 2024-12-31, or a time with its zone such as 2024-12-31T09:30:00+01:00',
    schema: MOMENT_SCHEMA,
  };
}

/** Each message has a date: what is not since the moment is before it. */
function before(kind: SinceKind): FilterCondition {
  const { parse, ...described } = since(kind);
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
  // The thirtieth of February would become the first of March.
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(day ?? '')) return undefined;
  const epochMs = Date.parse(text);
  return Number.isNaN(epochMs) ? undefined : epochMs;
}

function sizeCondition(toCriterion: (octets: number) => MessageCriterion): FilterCondition {
  const isSize = (text: string): boolean => OCTETS.test(text) && Number(text) <= MAX_OCTETS;
  return {
    parse: (text) => (isSize(text) ? toCriterion(Number(text)) : undefined),
    expected: 'a number of octets',
  };
}

/** Message-IDs are accepted as answers show them, and as header fields have them. */
function withoutBrackets(text: string): string {
  return text.startsWith('<') && text.endsWith('>') ? text.slice(1, -1) : text;
}
