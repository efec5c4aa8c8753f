import { type FetchItem, fetch, MessageSet, type SectionItem } from 'posthorn-imap';
import type { Uid } from '../../../domain/values/uid.ts';
import type { ImapSession } from '../session/imap-session.ts';
import { headerFields, MAX_HEADER_OCTETS } from './fetch-items.ts';
import { type FetchedMessage, toFetchedMessage } from './fetched-message.ts';

const CRLF = Buffer.from('\r\n');

/** Reads truncated headers by field. */
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

/** It would hide later fields. */
function withoutEmptyLine(header: Buffer): Buffer {
  const text = header.toString('latin1').replace(/(?:\r?\n)*$/, '');
  return Buffer.from(text === '' ? '' : `${text}\r\n`, 'latin1');
}
