// @ts-check
/** Decides which messages a search finds. */
import { values } from './message-values.js';

/**
 * @typedef {import('./read-archive.js').FileMessage} FileMessage
 * @typedef {import('posthorn/bindings').MessageCriterion} Criterion
 */

/**
 * @template {Criterion['kind']} Kind
 * @typedef {Extract<Criterion, { readonly kind: Kind }>} CriterionOf
 */

/** @type {{ readonly [Kind in Criterion['kind']]: (message: FileMessage, criterion: CriterionOf<Kind>) => boolean }} */
const tests = {
  uids: ({ uid }, { uids }) => uids.includes(uid),
  'uid-at-least': (message, { uid }) => message.uid >= uid,
  recent: () => false,
  flag: (message, { flag }) => values[flag](message),
  keyword: () => false,
  address: (message, { field, text }) =>
    values[field](message).some(({ name, address }) => has(`${name} ${address}`, text)),
  subject: (message, { text }) => has(values.subject(message), text),
  body: ({ email }, { text }) => has(email.text, text) || has(email.html, text),
  text: ({ octets, email }, { text }) => has(octets.toString('latin1'), text) || has(email.text, text),
  'dated-since': (message, criterion) => isSince(values.date(message), criterion),
  'received-since': (message, criterion) => isSince(values.internalDate(message), criterion),
  larger: ({ octets: { length } }, { octets }) => length > octets,
  smaller: ({ octets: { length } }, { octets }) => length < octets,
  'has-attachments': (message) => values.hasAttachments(message),
  'message-id': (message, { messageId }) => values.messageId(message) === messageId,
  'refers-to': (message, { messageId }) => conversationOf(message).includes(messageId),
  not: (message, { criterion }) => !matches(message, criterion),
  'all-of': (message, { criteria }) => criteria.every((each) => matches(message, each)),
  'any-of': (message, { criteria }) => criteria.some((each) => matches(message, each)),
};

/**
 * @param {FileMessage} message
 * @param {Criterion | null} criterion Null: every message matches.
 * @returns {boolean}
 */
export function matches(message, criterion) {
  if (criterion === null) return true;
  const test = /** @type {(message: FileMessage, criterion: Criterion) => boolean} */ (tests[criterion.kind]);
  return test(message, criterion);
}

/**
 * A day is that of the zone that the message names.
 * @param {{ readonly epochMs: number, readonly offsetMinutes: number }} date
 * @param {CriterionOf<'dated-since' | 'received-since'>} criterion
 */
function isSince(date, { epochMs, isDay }) {
  return date.epochMs + (isDay ? date.offsetMinutes * 60_000 : 0) >= epochMs;
}

/**
 * The Message-IDs of the message and of those that it follows.
 * @param {FileMessage} message
 */
export function conversationOf(message) {
  const own = values.messageId(message);
  return [...(own === null ? [] : [own]), ...values.references(message), ...values.inReplyTo(message)];
}

/**
 * @param {string | undefined} text
 * @param {string} part
 */
function has(text = '', part) {
  return text.toLowerCase().includes(part.toLowerCase());
}
