import type { FlagChange } from '../../../application/ports/mail/mail-writer.ts';
import type { DraftHeader } from '../../../domain/messages/message-draft.ts';
import type { V0Attribute } from '../message-items/attributes.ts';
import {
  type Attributes,
  invalidAttribute,
  readBoolean,
  readText,
  requireAttributes,
} from '../request/request-attributes.ts';
import { readAddress, readAddressList } from './draft-addresses.ts';
import { parseDraftInfo } from './draft-info.ts';

/** Requested header and flags. */
export interface DraftRequest {
  readonly header: DraftHeader;
  readonly flags: FlagChange;
  /** Attributes for the answer. */
  readonly named: readonly V0Attribute[];
}

/** Includes flags that clients cannot set: answering sets \Answered, the mail server \Recent. */
const SHOWN = [
  'from',
  'replyTo',
  'to',
  'cc',
  'bcc',
  'subject',
  'date',
  'references',
  'seen',
  'flagged',
  'draft',
  'answered',
  'recent',
] as const satisfies readonly V0Attribute[];

/** Years up to 9999. */
const SECONDS = /^-?[0-9]{1,12}$/;
const BETWEEN_IDS = /[\s,<>]+/;

/**
 * Reads `{ data: { attributes: { ... } } }`, ignoring unknown attributes. Null removes an attribute, except flags and
 * dates. Throws `invalid-document`, naming the attribute, for wrong types.
 */
export function readMessageDraft(body: unknown): DraftRequest {
  const attributes = requireAttributes(body);
  const header = {
    from: readAddress(attributes, 'from'),
    replyTo: readAddress(attributes, 'replyTo') ?? undefined,
    to: readAddressList(attributes, 'to'),
    cc: readAddressList(attributes, 'cc'),
    bcc: readAddressList(attributes, 'bcc'),
    subject: readText(attributes, 'subject'),
    dateMs: readDate(attributes),
    references: readMessageIds(attributes, 'references'),
    inReplyTo: readMessageIds(attributes, 'inReplyTo'),
    answerOf: parseDraftInfo(attributes.xCnDraftInfo),
  };
  const { seen, flagged, draft } = readFlags(attributes);
  return {
    header: withoutUndefined(header),
    flags: withoutUndefined({ seen, flagged, draft }),
    named: SHOWN.filter((name) => attributes[name] !== undefined),
  };
}

function readDate({ date }: Attributes): number | undefined {
  if (date === undefined || date === null || date === '') return undefined;
  const isSeconds = typeof date === 'number' || (typeof date === 'string' && SECONDS.test(date));
  if (isSeconds) return Math.round(Number(date) * 1000);
  throw invalidAttribute('date', 'must be the seconds since 1970');
}

function readMessageIds(attributes: Attributes, name: string): readonly string[] | null | undefined {
  const text = readText(attributes, name);
  return typeof text === 'string' ? text.split(BETWEEN_IDS).filter((id) => id !== '') : text;
}

function readFlags(attributes: Attributes) {
  return {
    seen: readBoolean(attributes, 'seen'),
    flagged: readBoolean(attributes, 'flagged'),
    draft: readBoolean(attributes, 'draft'),
    answered: readBoolean(attributes, 'answered'),
    recent: readBoolean(attributes, 'recent'),
  };
}

function withoutUndefined<T extends object>(members: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  const given = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as { [Name in keyof T]?: Exclude<T[Name], undefined> };
}
