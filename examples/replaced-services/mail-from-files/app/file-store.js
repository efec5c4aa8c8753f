// @ts-check
/** A mail store over messages in files. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { Readable } from 'node:stream';
import { DEFAULT_PREVIEW, hasDescendingUids, MailError } from 'posthorn/bindings';
import { conversationOf, matches } from './matches.js';
import { attachmentsOf, values } from './message-values.js';

/**
 * @typedef {import('./read-archive.js').FileMessage} FileMessage
 * @typedef {import('posthorn/bindings').MessageItem} MessageItem
 * @typedef {import('posthorn/bindings').MessageQuery} MessageQuery
 * @typedef {import('posthorn/bindings').MessageSelection} MessageSelection
 * @typedef {string | import('posthorn/bindings').MomentPosition} Position
 */

/** Uids are names of files: they mean the same for ever. */
const UID_VALIDITY = 1;
/** The mail server's answer to a wrong password, and the same to a wrong user. */
const REFUSED = 'The user name or the password is wrong.';

/**
 * @param {import('./read-archive.js').Archive} archive
 * @param {string} password
 * @returns {import('posthorn/bindings').MailStore}
 */
export function createFileStore(archive, password) {
  const expected = digest(password);

  /** @type {(mailbox: string) => readonly FileMessage[]} */
  const messagesOf = (mailbox) => {
    const messages = archive.get(/** @type {import('posthorn/bindings').MailboxName} */ (mailbox));
    if (messages === undefined)
      throw new MailError('mailbox-unknown', { detail: 'There is no such folder.' });
    return messages;
  };
  /** @type {(message: import('posthorn/bindings').MessageRef) => FileMessage} */
  const messageOf = ({ mailbox, uid, uidValidity = UID_VALIDITY }) => {
    if (uidValidity !== UID_VALIDITY) throw new MailError('message-gone', { detail: 'The id is too old.' });
    const message = messagesOf(mailbox).find((each) => each.uid === uid);
    if (message === undefined)
      throw new MailError('message-unknown', { detail: 'There is no such message.' });
    return message;
  };

  return {
    async verifyLogin(account) {
      if (timingSafeEqual(digest(account.login.secret.reveal()), expected)) return;
      throw new MailError('authentication-failed', { detail: REFUSED });
    },
    listMailboxes: async () =>
      Array.from(archive, ([name, messages]) => ({
        ...{ name, delimiter: null, isSelectable: true, counts: countsOf(messages) },
      })),
    listUncountedMailboxes: async () =>
      Array.from(archive.keys(), (name) => ({ name, delimiter: null, isSelectable: true })),
    async requireMailbox({ mailbox }) {
      messagesOf(mailbox);
    },
    countMessages: async ({ mailbox }) => countsOf(messagesOf(mailbox)),
    listMessages: async ({ mailbox, query }) => toPage(messagesOf(mailbox), query),
    getMessage: async ({ selection, ...message }) => toItem(messageOf(message), selection),
    async getMessageBody(message) {
      const { uid, email } = messageOf(message);
      const { text = '', html = '' } = email;
      return { uid, textPlain: text, textHtml: html, truncated: [] };
    },
    listAttachments: async (message) => attachmentsOf(messageOf(message)).map(({ attachment }) => attachment),
    async openAttachment({ part, ...message }) {
      const found = attachmentsOf(messageOf(message)).find(({ attachment }) => attachment.part === part);
      if (found) return { attachment: found.attachment, stream: Readable.from([found.content]) };
      throw new MailError('attachment-unknown', { detail: 'The message has no such attachment.' });
    },
    async openMessage(message) {
      const { uid, octets } = messageOf(message);
      const stream = Readable.from([octets]);
      return { uid, uidValidity: UID_VALIDITY, octets: octets.length, stream };
    },
    async readMessage(message) {
      const { uid, octets } = messageOf(message);
      return { uid, uidValidity: UID_VALIDITY, octets, flags: new Set(['seen']), keywords: [] };
    },
    async findThread(message) {
      const { account } = message;
      const asked = messageOf(message);
      const ids = new Set(conversationOf(asked));
      const isRelated = (/** @type {FileMessage} */ each) =>
        each === asked || conversationOf(each).some((id) => ids.has(id));
      const found = Array.from(archive).flatMap(([mailbox, messages]) =>
        messages.filter(isRelated).map(({ uid }) => ({ account, mailbox, uid })),
      );
      return { messages: found, unsearched: [] };
    },
    listSubscribed: async () => new Set(archive.keys()),
    close: async () => undefined,
  };
}

/**
 * @param {readonly FileMessage[]} messages
 * @returns {import('posthorn/bindings').MailboxCounts}
 */
function countsOf(messages) {
  const uidNext = (messages.at(-1)?.uid ?? 0) + 1;
  return { total: messages.length, unread: 0, uidNext, uidValidity: UID_VALIDITY, highestModSeq: null };
}

/**
 * @param {readonly FileMessage[]} messages
 * @param {MessageQuery} query
 * @returns {import('posthorn/bindings').MessagePage}
 */
function toPage(messages, query) {
  const rows = messages.filter((message) => matches(message, query.criterion)).sort(byOrder(query.order));
  const [start, end] = windowOf(rows, query);
  const shown = rows.slice(start, end);
  return {
    ...countsOf(messages),
    items: shown.map((message) => toItem(message, query)),
    matching: rows.length,
    isTruncated: query.window === null && rows.length > query.maxRows,
    hasPrevious: start > 0 && shown.length > 0,
    hasNext: end < rows.length,
    // A uid names its row as long as the order is the same.
    firstPosition: shown.at(0)?.uid.toString() ?? null,
    lastPosition: shown.at(-1)?.uid.toString() ?? null,
  };
}

/**
 * The rows of the window: the first, and the one behind the last.
 * @param {readonly FileMessage[]} rows
 * @param {MessageQuery} query
 * @returns {[start: number, end: number]}
 */
function windowOf(rows, { window, maxRows }) {
  if (window === null) return [0, maxRows];
  if ('start' in window) return [window.start, window.start + window.limit];
  const { direction, position, limit } = window;
  if (direction === 'after') {
    const start = position === null ? 0 : rowsUpTo(rows, position);
    return [start, start + limit];
  }
  const end = position === null ? rows.length : rowsBefore(rows, position);
  return [Math.max(end - limit, 0), end];
}

/**
 * @param {readonly FileMessage[]} rows
 * @param {Position} position
 */
function rowsUpTo(rows, position) {
  const before = rowsBefore(rows, position);
  const uid = typeof position === 'string' ? position : String(position.uid);
  return String(rows[before]?.uid) === uid ? before + 1 : before;
}

/**
 * How many rows stand before the position: a row that was shown, or a moment in a list by date, newest first.
 * @param {readonly FileMessage[]} rows
 * @param {Position} position
 */
function rowsBefore(rows, position) {
  if (typeof position === 'string') {
    const row = rows.findIndex(({ uid }) => String(uid) === position);
    if (row >= 0) return row;
    const detail = 'The cursor belongs to another list.';
    throw new MailError('invalid-parameter', { parameter: 'page', detail });
  }
  return rows.filter((row) => {
    const { epochMs } = values.date(row);
    return epochMs > position.epochMs || (epochMs === position.epochMs && row.uid > position.uid);
  }).length;
}

/** @type {{ readonly [Key in import('posthorn/bindings').MessageSortKey]: (message: FileMessage) => string | number }} */
const sortValueOf = {
  date: (message) => values.date(message).epochMs,
  subject: (message) => values.subject(message).toLowerCase(),
  from: (message) => values.from(message)[0]?.address.toLowerCase() ?? '',
  to: (message) => values.to(message)[0]?.address.toLowerCase() ?? '',
  size: ({ octets }) => octets.length,
  uid: ({ uid }) => uid,
};

/**
 * @param {import('posthorn/bindings').MessageOrder} order
 * @returns {(a: FileMessage, b: FileMessage) => number}
 */
function byOrder(order) {
  return (a, b) => {
    for (const { key, isDescending } of order) {
      const [first, second] = [sortValueOf[key](a), sortValueOf[key](b)];
      if (first !== second) return first < second === isDescending ? 1 : -1;
    }
    return hasDescendingUids(order) ? b.uid - a.uid : a.uid - b.uid;
  };
}

/**
 * The message with the attributes that are asked for.
 * @param {FileMessage} message
 * @param {MessageSelection} selection
 * @returns {MessageItem}
 */
function toItem(message, { attributes, preview = DEFAULT_PREVIEW }) {
  const members = Array.from(attributes, (name) => [name, values[name](message)]);
  const item = { uid: message.uid, ...Object.fromEntries(members) };
  if (!attributes.has('previewText')) return item;
  return { ...item, previewText: Array.from(item.previewText).slice(0, preview.maxCharacters).join('') };
}

/** @param {string} text */
function digest(text) {
  return createHash('sha256').update(text).digest();
}
