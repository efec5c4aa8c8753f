/** Header fields that are too long to be read together are read one by one, so that a long one does not hide those after it. */
import { type FetchItem, fetch, MessageSet, type SectionItem } from 'posthorn-imap';
import type { Uid } from '../../../domain/uid.ts';
import type { ImapSession } from '../session/imap-session.ts';
import { headerFields, MAX_HEADER_OCTETS } from './fetch-items.ts';
import { type FetchedMessage, toFetchedMessage } from './fetched-message.ts';

const CRLF = Buffer.from('\r\n');

/** Completes the headers that were cut. Each field is cut by itself then. */
export async function readLongHeaders(
  session: ImapSession,
  { items, messages }: { readonly items: readonly FetchItem[]; readonly messages: Map<Uid, FetchedMessage> },
  signal: AbortSignal,
): Promise<void> {
  const { fields = [] } = items.find(isHeaderFields) ?? {};
  if (fields.length < 2) return;
  const cut = [...messages.values()].filter(({ header }) => (header?.length ?? 0) >= MAX_HEADER_OCTETS);
  for (const message of cut) {
    const header = await readFields(session, { uid: message.uid, fields }, signal);
    messages.set(message.uid, { ...message, header });
  }
}

function isHeaderFields(item: FetchItem): item is SectionItem {
  return typeof item === 'object' && 'fields' in item;
}

/** The fields one below the other, each from an answer of its own. */
async function readFields(
  session: ImapSession,
  { uid, fields }: { readonly uid: Uid; readonly fields: readonly string[] },
  signal: AbortSignal,
): Promise<Buffer> {
  const lines: Buffer[] = [];
  for (const field of fields) {
    const onMessage = (response: Parameters<typeof toFetchedMessage>[0]) => {
      const header = toFetchedMessage(response)?.header;
      if (header) lines.push(withoutEmptyLine(header));
    };
    const request = {
      messages: MessageSet.range(uid, uid),
      isUid: true,
      items: [headerFields([field])],
      onMessage,
    };
    await fetch(session, request, signal);
  }
  return Buffer.concat([...lines, CRLF]);
}

/** The empty line at the end of a header would hide the fields after it, and so would that of a field that is not there. What is cut has none, nor an end of its last line. */
function withoutEmptyLine(header: Buffer): Buffer {
  const text = header.toString('latin1').replace(/(?:\r?\n)*$/, '');
  return Buffer.from(text === '' ? '' : `${text}\r\n`, 'latin1');
}
