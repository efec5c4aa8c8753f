import type { MessageHeaders } from '../../../domain/messages/header-field.ts';
import type {
  MessageItem,
  MessageItemAttribute,
  MessageItemValues,
  ZonedDate,
} from '../../../domain/messages/message-item.ts';
import { decodeEncodedWords } from '../../../message/headers/encoded-words.ts';
import { type HeaderFields, parseHeaderFields } from '../../../message/headers/header-fields.ts';
import { readHeaderList } from '../../../message/headers/header-list.ts';
import { readListUnsubscribe } from '../../../message/headers/list-unsubscribe.ts';
import { parseMessageId, parseMessageIds } from '../../../message/headers/message-ids.ts';
import { selectMessageParts } from '../../../message/parts/message-parts.ts';
import { type AddressFields, createAddressFields } from './address-fields.ts';
import { MAX_WHOLE_HEADER_OCTETS, WHOLE_HEADER } from './fetch-items.ts';
import type { FetchedMessage } from './fetched-message.ts';
import { parseInternalDate } from './internal-date.ts';
import { messageDate } from './message-date.ts';
import { MAX_SUBJECT_CHARACTERS, truncatedValues } from './truncated-values.ts';

const UNKNOWN_DATE: ZonedDate = { epochMs: 0, offsetMinutes: 0 };

interface Source {
  readonly fetched: FetchedMessage;
  readonly header: HeaderFields;
  readonly addressFields: AddressFields;
  readonly previewText: string;
}

type Reader<Attribute extends MessageItemAttribute> = (source: Source) => MessageItemValues[Attribute];

const READERS: { readonly [Attribute in MessageItemAttribute]: Reader<Attribute> } = {
  from: addresses('From'),
  to: addresses('To'),
  cc: addresses('Cc'),
  bcc: addresses('Bcc'),
  replyTo: (source) => {
    const replyTo = addresses('Reply-To')(source);
    return replyTo.length > 0 ? replyTo : addresses('From')(source);
  },
  subject: ({ header }) =>
    decodeEncodedWords((header.first('Subject') ?? '').slice(0, MAX_SUBJECT_CHARACTERS)).trim(),
  date: ({ header, fetched }) => messageDate(header, fetched.internalDate) ?? UNKNOWN_DATE,
  seen: hasFlag('\\seen'),
  answered: hasFlag('\\answered'),
  draft: hasFlag('\\draft'),
  flagged: hasFlag('\\flagged'),
  recent: hasFlag('\\recent'),
  keywords: ({ fetched }) => (fetched.flags ?? []).filter((flag) => !flag.startsWith('\\')),
  messageId: ({ header }) => parseMessageId(header.first('Message-ID') ?? ''),
  references: ({ header }) => parseMessageIds(header.first('References') ?? ''),
  inReplyTo: ({ header }) => parseMessageIds(header.first('In-Reply-To') ?? ''),
  previewText: ({ previewText }) => previewText,
  size: ({ fetched }) => fetched.size ?? 0,
  hasAttachments: ({ fetched }) =>
    Boolean(fetched.structure && selectMessageParts(fetched.structure).hasAttachments),
  internalDate: ({ fetched }) => internalDate(fetched),
  listUnsubscribe: ({ header }) => readListUnsubscribe(header),
  headers: ({ fetched }) => wholeHeader(fetched),
};

/** Exactly these attributes, and names of truncated ones. */
export function toMessageItem(
  fetched: FetchedMessage,
  attributes: ReadonlySet<MessageItemAttribute>,
  previewText: string,
): MessageItem {
  const { header: octets = new Uint8Array(), headerCharset: charset } = fetched;
  const header = parseHeaderFields(octets, { charset });
  const source: Source = { fetched, header, addressFields: createAddressFields(header), previewText };
  const item: Record<string, unknown> = { uid: fetched.uid };
  for (const attribute of attributes) item[attribute] = READERS[attribute](source);
  const truncated = truncatedValues(source, attributes);
  if (truncated.length > 0) item.truncated = truncated;
  return item as unknown as MessageItem;
}

function addresses(field: string) {
  return ({ addressFields }: Source) => addressFields(field).addresses;
}

function wholeHeader({ parts }: FetchedMessage): MessageHeaders {
  const octets = parts.get(WHOLE_HEADER.section) ?? new Uint8Array();
  return readHeaderList(octets, { maxOctets: MAX_WHOLE_HEADER_OCTETS });
}

function hasFlag(flag: string) {
  return ({ fetched }: Source) => (fetched.flags ?? []).some((candidate) => candidate.toLowerCase() === flag);
}

function internalDate(fetched: FetchedMessage): ZonedDate {
  return parseInternalDate(fetched.internalDate ?? '') ?? UNKNOWN_DATE;
}
