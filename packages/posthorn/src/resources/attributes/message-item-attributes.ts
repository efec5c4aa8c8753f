import type { MessageItem, MessageItemAttribute } from '../../domain/messages/message-item.ts';
import { toIsoDate } from '../iso-date.ts';
import { lastShownAddress, shownAddresses } from '../shown-address.ts';
import type { Attribute, FieldSet, Schema } from './attribute.ts';
import { ADDRESS_OR_NULL, ADDRESSES, BOOLEAN, TEXT, TEXT_OR_NULL, URI } from './schemas.ts';

interface View {
  readonly item: MessageItem;
}

interface ItemAttribute extends Attribute<View> {
  /** Data items to fetch; the uid is always present. */
  readonly sources: readonly MessageItemAttribute[];
}

const MESSAGE_IDS: Schema = {
  type: 'array',
  items: TEXT,
  description: 'Message-IDs without angle brackets.',
};
const LIST_UNSUBSCRIBE: Schema = {
  type: ['object', 'null'],
  description:
    'How the message says that its mailing list is left (RFC 2369), in its order of preference; null when it names no target that is https or mailto. ' +
    'The author of the message wrote it: ask the user before you use it.',
  required: ['https', 'mailto', 'oneClick'],
  properties: {
    https: { type: 'array', items: URI, examples: [['https://lists.example.org/leave?t=1']] },
    mailto: { type: 'array', items: URI, examples: [['mailto:leave@lists.example.org']] },
    oneClick: {
      type: 'boolean',
      description:
        'True: a POST of `List-Unsubscribe=One-Click` to the first https target leaves the list without a page (RFC 8058). It is for you to ' +
        'make sure first that the message has a valid DKIM signature over both fields.',
    },
  },
};
const HEADERS: Schema = {
  type: 'array',
  description:
    'All header fields in their order, each as often as it occurs, decoded and on one line. Up to 500 fields, 500 encoded words and 32 KB of each header are read; ' +
    '`meta.truncated` says where there is more. Lists show them of at most 50 messages.',
  items: {
    type: 'object',
    required: ['name', 'value'],
    properties: {
      name: { type: 'string', examples: ['List-Id'] },
      value: { type: 'string', examples: ['Workshop <workshop.lists.example.org>'] },
    },
  },
};

/** Message-IDs have no angle brackets. Null: absent. */
export const messageItemAttributes = {
  from: lastAddress('from', 'default'),
  to: addresses('to', 'default'),
  subject: plain('subject', 'default', TEXT),
  date: date('date', 'default', 'The Date field in its own time zone; null when it cannot be read.'),
  seen: plain('seen', 'default', BOOLEAN),
  answered: plain('answered', 'default', BOOLEAN),
  draft: plain('draft', 'default', BOOLEAN),
  flagged: plain('flagged', 'default', BOOLEAN),
  recent: plain('recent', 'default', BOOLEAN),
  references: plain('references', 'default', MESSAGE_IDS),
  messageId: plain('messageId', 'default', {
    ...TEXT_OR_NULL,
    description: 'Without angle brackets; the whole field where it has neither them nor an `@`.',
  }),
  size: plain('size', 'default', {
    type: 'integer',
    minimum: 0,
    description: 'Octets of the whole message.',
  }),
  hasAttachments: plain('hasAttachments', 'default', BOOLEAN),
  uid: {
    set: 'default',
    schema: { type: 'integer', minimum: 1, description: 'The uid of the message in its folder.' },
    sources: [],
    present: ({ item }) => item.uid,
  },
  cc: addresses('cc', 'optional'),
  bcc: addresses('bcc', 'optional'),
  replyTo: lastAddress('replyTo', 'optional'),
  fromAddresses: addresses(
    'from',
    'optional',
    'All addresses of the From field; `from` is the last of them.',
  ),
  replyToAddresses: addresses(
    'replyTo',
    'optional',
    'All addresses that a reply goes to: those of the Reply-To field, without it those of From; `replyTo` is the last of them.',
  ),
  // Costs a part of each body.
  previewText: plain('previewText', 'optional', {
    type: 'string',
    description: 'The start of the text, not HTML.',
  }),
  inReplyTo: plain('inReplyTo', 'optional', MESSAGE_IDS),
  keywords: plain('keywords', 'optional', { type: 'array', items: TEXT }),
  internalDate: date('internalDate', 'optional', 'When the mail server received the message.'),
  listUnsubscribe: {
    ...plain('listUnsubscribe', 'optional', LIST_UNSUBSCRIBE),
    present({ item: { listUnsubscribe } }) {
      if (!listUnsubscribe) return listUnsubscribe;
      const { https, mailto, isOneClick } = listUnsubscribe;
      return { https, mailto, oneClick: isOneClick };
    },
  },
  // Costs the whole header of each message.
  headers: { ...plain('headers', 'optional', HEADERS), present: ({ item }) => item.headers?.fields },
} as const satisfies Readonly<Record<string, ItemAttribute>>;

function plain(name: MessageItemAttribute, set: FieldSet, schema: Schema): ItemAttribute {
  return { set, schema, sources: [name], present: ({ item }) => item[name] };
}

function addresses(
  name: 'from' | 'to' | 'cc' | 'bcc' | 'replyTo',
  set: FieldSet,
  description?: string,
): ItemAttribute {
  const schema = description === undefined ? ADDRESSES : { ...ADDRESSES, description };
  return { ...plain(name, set, schema), present: ({ item }) => shownAddresses(item[name] ?? []) };
}

function lastAddress(name: 'from' | 'replyTo', set: FieldSet): ItemAttribute {
  const present = ({ item }: View) => lastShownAddress(item[name] ?? []) ?? null;
  return { ...plain(name, set, ADDRESS_OR_NULL), present };
}

function date(name: 'date' | 'internalDate', set: FieldSet, description: string): ItemAttribute {
  const present = ({ item: { [name]: value } }: View) => value && toIsoDate(value);
  return { ...plain(name, set, { ...TEXT_OR_NULL, format: 'date-time', description }), present };
}
