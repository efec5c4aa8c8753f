/** Values of messages in memory, made from their octets as those of the IMAP store are. */
import { MAX_WHOLE_HEADER_OCTETS, WHOLE_HEADER } from '../../../src/adapters/imap/fetch/fetch-items.ts';
import type { FetchedMessage } from '../../../src/adapters/imap/fetch/fetched-message.ts';
import { formatInternalDate } from '../../../src/adapters/imap/fetch/internal-date.ts';
import { toMessageItem } from '../../../src/adapters/imap/fetch/message-values.ts';
import type { MessageSelection } from '../../../src/application/ports/mail/mail-store.ts';
import type { MessageItem, MessageItemAttribute } from '../../../src/domain/messages/message-item.ts';
import { DEFAULT_PREVIEW } from '../../../src/domain/messages/message-query.ts';
import type { MemoryMessage } from './memory-mail.ts';

/** What changes while a message is stored. */
const STORED_ATTRIBUTES = new Set([
  ...['seen', 'answered', 'draft', 'flagged', 'recent', 'keywords'],
] as MessageItemAttribute[]);

/** The message as a server sends it that is asked for everything. */
export function toFetched(message: MemoryMessage): FetchedMessage {
  const { uid, octets, flags, internalDate, isRecent, whole, told } = message;
  return {
    uid,
    flags: isRecent ? [...flags, '\\Recent'] : flags,
    size: told?.values.size ?? octets.length,
    internalDate: formatInternalDate({ epochMs: internalDate.getTime(), offsetMinutes: 0 }),
    structure: whole.structure,
    header: octets,
    parts: new Map([[WHOLE_HEADER.section, octets.subarray(0, MAX_WHOLE_HEADER_OCTETS)]]),
  };
}

/** The selected attributes. */
export function toItem(
  message: MemoryMessage,
  { attributes, preview = DEFAULT_PREVIEW }: MessageSelection,
): MessageItem {
  const fetched = toFetched(message);
  const { told, whole } = message;
  if (told === undefined) {
    return toMessageItem(
      fetched,
      attributes,
      attributes.has('previewText') ? whole.readPreview(preview) : '',
    );
  }
  const stored = toMessageItem(fetched, STORED_ATTRIBUTES, '');
  const values = { ...told.values, ...stored };
  return { uid: fetched.uid, ...Object.fromEntries([...attributes].map((name) => [name, values[name]])) };
}
