/** A row of a list that defaults everything. */
import type { MessageRow } from '../../src/mail/message.ts';

const ROW: MessageRow = {
  id: 'a.INBOX.1.1',
  from: { name: 'Ann Lee', address: 'ann@example.org' },
  to: [{ name: 'Jane Doe', address: 'jane@example.org' }],
  subject: 'Hello',
  date: '2026-11-25T09:00:00+00:00',
  seen: true,
  flagged: false,
  answered: false,
  draft: false,
  preview: '',
  isReply: false,
  files: [],
};

function messageRow(change: Partial<MessageRow> = {}): MessageRow {
  return { ...ROW, ...change };
}

/** Rows of a folder with these uids; a higher one is a minute newer. */
export function rowsWithUids(...uids: readonly number[]): readonly MessageRow[] {
  return uids.map((uid) =>
    messageRow({ id: `a.INBOX.1.${uid}`, date: new Date(1_700_000_000_000 + uid * 60_000).toISOString() }),
  );
}
