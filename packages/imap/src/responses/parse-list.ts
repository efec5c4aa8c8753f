import type { MailboxName } from '../wire/mailbox-name.ts';
import { toMailboxName } from '../wire/mailbox-name.ts';
import { OPEN } from '../wire/octets.ts';
import type { ResponseCursor } from '../wire/response-cursor.ts';
import { SyntaxFailure } from '../wire/syntax-failure.ts';
import type { ParseContext } from './parse-context.ts';
import type { ListResponse, MailboxStatusResponse, StatusItems } from './response.ts';

/** `(\HasNoChildren) "/" INBOX` (RFC 9051 §7.3.1, RFC 5258). */
export function parseList(
  cursor: ResponseCursor,
  { context, isSubscription }: { readonly context: ParseContext; readonly isSubscription: boolean },
): ListResponse {
  const attributes = cursor.texts().map((attribute) => attribute.toUpperCase());
  cursor.skipSpaces();
  const delimiter = cursor.nullableText();
  cursor.skipSpaces();
  const mailbox = parseMailboxName(cursor, context);
  cursor.skipSpaces();
  const extendedItems = parseExtendedItems(cursor, context);
  cursor.skipSpaces();
  // A name with unquoted spaces must not become another mailbox.
  if (!cursor.isAtEnd) throw new SyntaxFailure();
  return {
    kind: 'list',
    isSubscription,
    mailbox,
    delimiter: delimiter === '' ? null : delimiter,
    attributes,
    ...extendedItems,
  };
}

/** `toUpperCase` also maps a dotless i. */
const INBOX = /^inbox$/i;

/** INBOX in any case is one mailbox (RFC 9051 §5.1). */
export function parseMailboxName(cursor: ResponseCursor, context: ParseContext): MailboxName {
  return toName(cursor.text(), context);
}

function toName(raw: string, { isUtf8 }: ParseContext): MailboxName {
  return INBOX.test(raw) ? { text: 'INBOX', raw: 'INBOX' } : toMailboxName(raw, isUtf8);
}

type ExtendedItems = Pick<ListResponse, 'childInfo' | 'oldName'>;

/** `("CHILDINFO" ("SUBSCRIBED"))`, `("OLDNAME" ("old"))`. */
function parseExtendedItems(cursor: ResponseCursor, context: ParseContext): ExtendedItems {
  let childInfo: readonly string[] = [];
  let rawOldName: string | null = null;
  if (cursor.peek() === OPEN) {
    cursor.list(() => {
      const name = cursor.text().toUpperCase();
      cursor.skipSpaces();
      if (name === 'CHILDINFO') childInfo = cursor.texts().map((text) => text.toUpperCase());
      else if (name === 'OLDNAME') {
        cursor.list(() => {
          rawOldName = cursor.text();
        });
      } else cursor.skipValue();
    });
  }
  return { childInfo, oldName: rawOldName === null ? null : toName(rawOldName, context).text };
}

type MutableItems = { -readonly [Member in keyof StatusItems]: StatusItems[Member] };

const COUNTS = {
  MESSAGES: 'messages',
  UIDNEXT: 'uidNext',
  UIDVALIDITY: 'uidValidity',
  UNSEEN: 'unseen',
  RECENT: 'recent',
  DELETED: 'deleted',
} as const;

/** `blurdybloop (MESSAGES 231)` (RFC 9051 §7.3.3). */
export function parseMailboxStatus(cursor: ResponseCursor, context: ParseContext): MailboxStatusResponse {
  const mailbox = parseMailboxName(cursor, context);
  cursor.skipSpaces();
  const items: MutableItems = {};
  cursor.list(() => {
    const name = cursor.keyword();
    cursor.skipSpaces();
    readStatusItem(cursor, items, name);
  });
  return { kind: 'mailbox-status', mailbox, ...items };
}

function readStatusItem(cursor: ResponseCursor, items: MutableItems, name: string): void {
  if (Object.hasOwn(COUNTS, name)) items[COUNTS[name as keyof typeof COUNTS]] = cursor.number32();
  else if (name === 'SIZE') items.size = cursor.number();
  else if (name === 'HIGHESTMODSEQ') items.highestModSeq = cursor.bigNumber();
  else if (name === 'APPENDLIMIT') {
    items.appendLimit = readAppendLimit(cursor);
  } else if (name === 'MAILBOXID') {
    const [id] = cursor.texts();
    if (id !== undefined) items.mailboxId = id;
  } else cursor.skipValue();
}

/** NIL for no limit (RFC 7889 §3.2). */
function readAppendLimit(cursor: ResponseCursor): number | null {
  const limit = cursor.nullableText();
  if (limit === null) return null;
  if (!/^[0-9]{1,15}$/.test(limit)) throw new SyntaxFailure();
  return Number(limit);
}
