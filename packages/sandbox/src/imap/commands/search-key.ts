import type { MailboxView } from '../../mailbox/mailbox-view.ts';
import { threadNumber } from '../../message/thread-id.ts';
import { fromOctets } from '../../octet-text.ts';
import type { Capability } from '../session/capabilities.ts';
import type { Session } from '../session/session.ts';
import type { ArgumentReader } from '../wire/argument-reader.ts';
import { parseDate } from '../wire/date-time.ts';
import { reject } from '../wire/refusal.ts';
import { findMessageSet, type NumberedMessage, readMessageSet } from './message-set.ts';
import {
  bodyContains,
  type DayRelation,
  headerContains,
  isInternalDay,
  isSentDay,
  type MessageCondition,
  messageContains,
} from './search-criteria.ts';

/** NOT, OR and parentheses. */
const MAX_KEY_DEPTH = 50;

const FLAG_KEYS = new Map([
  ['ANSWERED', '\\Answered'],
  ['DELETED', '\\Deleted'],
  ['DRAFT', '\\Draft'],
  ['FLAGGED', '\\Flagged'],
  ['SEEN', '\\Seen'],
]);

const DAY_KEYS = new Map<string, { relation: DayRelation; isSent: boolean }>([
  ['BEFORE', { relation: 'before', isSent: false }],
  ['ON', { relation: 'on', isSent: false }],
  ['SINCE', { relation: 'since', isSent: false }],
  ['SENTBEFORE', { relation: 'before', isSent: true }],
  ['SENTON', { relation: 'on', isSent: true }],
  ['SENTSINCE', { relation: 'since', isSent: true }],
]);

const ADDRESS_AND_SUBJECT_KEYS: ReadonlySet<string> = new Set(['BCC', 'CC', 'FROM', 'SUBJECT', 'TO']);

type KeyReader = (reader: SearchKeyReader) => MessageCondition;

const OTHER_KEYS: ReadonlyMap<string, KeyReader> = new Map<string, KeyReader>([
  ['ALL', () => () => true],
  ['BODY', (reader) => bodyContains(reader.text())],
  ['TEXT', (reader) => messageContains(reader.text())],
  ['HEADER', (reader) => headerContains(reader.text(), reader.text())],
  ['KEYWORD', (reader) => reader.keyword()],
  ['UNKEYWORD', (reader) => not(reader.keyword())],
  ['LARGER', (reader) => reader.size((octets, limit) => octets > limit)],
  ['SMALLER', (reader) => reader.size((octets, limit) => octets < limit)],
  [
    'NEW',
    ({ view }) =>
      (message) =>
        view.isRecent(message) && !message.flags.has('\\Seen'),
  ],
  [
    'RECENT',
    ({ view }) =>
      (message) =>
        view.isRecent(message),
  ],
  [
    'OLD',
    ({ view }) =>
      (message) =>
        !view.isRecent(message),
  ],
  ['UID', (reader) => reader.uidSet()],
  ['MODSEQ', (reader) => reader.modSeq()],
  ['EMAILID', (reader) => reader.emailId()],
  ['THREADID', (reader) => reader.threadId('OBJECTID', 'T')],
  ['X-GM-THRID', (reader) => reader.threadId('X-GM-EXT-1', '')],
  ['NOT', (reader) => not(reader.nested())],
  ['OR', (reader) => either(reader.nested(), reader.nested())],
]);

/** RFC 3501 §6.4.4, RFC 7162. */
export class SearchKeyReader {
  readonly view: MailboxView;
  readonly #session: Session;
  readonly #args: ArgumentReader;
  #depth = 0;
  #usesModSeq = false;
  #usesNumbers = false;

  constructor(session: Session, args: ArgumentReader) {
    this.view = session.requireView();
    this.#session = session;
    this.#args = args;
  }

  get usesModSeq(): boolean {
    return this.#usesModSeq;
  }

  get usesNumbers(): boolean {
    return this.#usesNumbers;
  }

  readProgram(): MessageCondition {
    const conditions = [this.#key()];
    while (!this.#args.isAtEnd) {
      this.#args.space();
      conditions.push(this.#key());
    }
    return all(conditions);
  }

  nested(): MessageCondition {
    this.#args.space();
    return this.#key();
  }

  text(): string {
    this.#args.space();
    return fromOctets(this.#args.astring());
  }

  threadId(capability: Capability, prefix: string): MessageCondition {
    if (!this.#session.has(capability)) throw reject('Unknown search key');
    const wanted = this.text();
    return ({ content }) => `${prefix}${threadNumber(content.header)}` === wanted;
  }

  emailId(): MessageCondition {
    if (!this.#session.has('OBJECTID')) throw reject('Unknown search key');
    const wanted = this.text();
    return ({ content }) => content.id === wanted;
  }

  keyword(): MessageCondition {
    this.#args.space();
    const flag = this.view.mailbox.flagNames.lookUp(this.#args.flag());
    return (message) => message.flags.has(flag);
  }

  size(compare: (octets: number, limit: number) => boolean): MessageCondition {
    this.#args.space();
    const limit = this.#args.number();
    return ({ content }) => compare(content.raw.length, limit);
  }

  uidSet(): MessageCondition {
    this.#args.space();
    return isAmong(
      findMessageSet(this.view, { text: readMessageSet(this.#session, this.#args), isUid: true }),
    );
  }

  modSeq(): MessageCondition {
    if (!this.#session.has('CONDSTORE')) throw reject('Unknown search key MODSEQ');
    this.#args.space();
    if (this.#args.isNext('"')) {
      // Irrelevant without per-flag mod-sequences (RFC 7162 §3.1.5).
      this.#args.string();
      this.#args.space();
      this.#args.keyword();
      this.#args.space();
    }
    const limit = this.#args.number();
    this.#usesModSeq = true;
    this.#session.isCondstoreEnabled = true;
    return (message) => message.modSeq >= limit;
  }

  #key(): MessageCondition {
    this.#depth += 1;
    if (this.#depth > MAX_KEY_DEPTH) throw reject('The search is nested too deeply');
    const condition = this.#keyAtAnyDepth();
    this.#depth -= 1;
    return condition;
  }

  #keyAtAnyDepth(): MessageCondition {
    if (this.#args.isNext('(')) {
      const keys = this.#args.list(() => this.#key());
      if (keys.length === 0) throw reject('Empty search group');
      return all(keys);
    }
    if (/[0-9*$]/.test(this.#args.peekCharacter(0))) {
      this.#usesNumbers ||= !this.#args.isNext('$');
      return isAmong(
        findMessageSet(this.view, { text: readMessageSet(this.#session, this.#args), isUid: false }),
      );
    }
    return this.#namedKey(this.#args.keyword());
  }

  #namedKey(name: string): MessageCondition {
    const flag = FLAG_KEYS.get(name);
    if (flag !== undefined) return (message) => message.flags.has(flag);
    const missing = name.startsWith('UN') ? FLAG_KEYS.get(name.slice(2)) : undefined;
    if (missing !== undefined) return (message) => !message.flags.has(missing);
    if (ADDRESS_AND_SUBJECT_KEYS.has(name)) return headerContains(name, this.text());
    const day = DAY_KEYS.get(name);
    if (day !== undefined) return this.#day(day);
    const read = OTHER_KEYS.get(name);
    if (read === undefined) throw reject(`Unknown search key ${name}`);
    return read(this);
  }

  #day(key: { readonly relation: DayRelation; readonly isSent: boolean }): MessageCondition {
    const dayMs = parseDate(this.text());
    return key.isSent ? isSentDay(key.relation, dayMs) : isInternalDay(key.relation, dayMs);
  }
}

function isAmong(named: readonly NumberedMessage[]): MessageCondition {
  const messages = new Set(named.map(({ message }) => message));
  return (message) => messages.has(message);
}

function all(conditions: readonly MessageCondition[]): MessageCondition {
  return (message) => conditions.every((condition) => condition(message));
}

function either(first: MessageCondition, second: MessageCondition): MessageCondition {
  return (message) => first(message) || second(message);
}

function not(condition: MessageCondition): MessageCondition {
  return (message) => !condition(message);
}
