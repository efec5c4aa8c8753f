import type { MessagePage } from '../../../application/ports/mail/mail-store.ts';
import type { MessageItem } from '../../../domain/messages/message-item.ts';
import { lastShownAddress, shownAddresses } from '../../../resources/shown-address.ts';
import type { FolderKeys } from '../request/keys.ts';
import type { V0Attribute } from './attributes.ts';
import { formatDate } from './date-text.ts';
import { escapeHtml } from './html-text.ts';

/** Undefined omits the member. */
const PRESENTERS = {
  from: ({ from = [] }) => lastShownAddress(from),
  to: ({ to = [] }) => shownAddresses(to),
  cc: ({ cc = [] }) => shownAddresses(cc),
  bcc: ({ bcc = [] }) => shownAddresses(bcc),
  replyTo: ({ replyTo = [], from = [] }) => lastShownAddress(replyTo) ?? lastShownAddress(from),
  subject: ({ subject }) => subject,
  date: ({ date }) => date && formatDate(date),
  seen: ({ seen }) => seen,
  answered: ({ answered }) => answered,
  draft: ({ draft }) => draft,
  flagged: ({ flagged }) => flagged,
  recent: ({ recent }) => recent,
  messageId: ({ messageId }) => (messageId ? `<${messageId}>` : ''),
  references: ({ references = [] }) => references.map((id) => `<${id}>`).join(' '),
  // Escaped: released clients insert it into their page.
  previewText: ({ previewText = '' }) => escapeHtml(previewText),
  size: ({ size }) => size,
  hasAttachments: ({ hasAttachments }) => hasAttachments,
  charset: () => undefined,
} satisfies Record<V0Attribute, (item: MessageItem) => unknown>;

interface Presentation {
  readonly shown: ReadonlySet<V0Attribute>;
  readonly keys: FolderKeys;
}

/** Presents a list; `total` counts the whole folder. */
export function presentMessagePage(page: MessagePage, { shown, keys }: Presentation): object {
  return {
    success: true,
    meta: { cn_unreadCount: page.unread, ...keys, ...(page.isTruncated && { truncated: true }) },
    total: page.total,
    data: page.items.map((item) => presentMessageItem(item, { shown, keys })),
  };
}

/** Presents the attributes in `shown`, and the keys. */
export function presentMessageItem(item: MessageItem, { shown, keys }: Presentation): object {
  const members = [...shown]
    .map((attribute) => [attribute, PRESENTERS[attribute](item)] as const)
    .filter(([, value]) => value !== undefined);
  return { id: String(item.uid), ...keys, ...Object.fromEntries(members) };
}
