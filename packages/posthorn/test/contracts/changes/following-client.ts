/** A client that keeps a mailbox by changes alone. */
import { createChangeFeed, type FolderChanges } from '../../../src/application/following/change-feed.ts';
import { createStateSeal } from '../../../src/application/following/change-state.ts';
import type { MailChanges } from '../../../src/application/ports/mail/mail-changes.ts';
import type { MailboxRef } from '../../../src/domain/accounts/mailbox-ref.ts';
import type { MailboxCounts } from '../../../src/domain/mailboxes/mailbox.ts';
import type { MailboxPosition } from '../../../src/domain/mailboxes/mailbox-position.ts';
import type { MessageItem } from '../../../src/domain/messages/message-item.ts';
import { textOf } from './other-client.ts';

/** What a client has, and how it follows. */
export interface FollowingClient {
  /** The flags of the messages by uid, sorted, in lower case. */
  readonly mail: Map<number, string>;
  /** Messages whose flags were not compared in some page, and not told since. */
  readonly unseen: Set<number>;
  state: string;
  /** The most messages of one page. */
  limit: number;
  /** Goes on with the state that a list of the same moment has: counts and no more. */
  forget(): void;
  /** Asks until nothing is left. Gives the pages. */
  follow(): Promise<readonly FolderChanges[]>;
}

const SELECTION = {
  attributes: new Set(['seen', 'flagged', 'answered', 'draft', 'keywords'] as const),
};

/** A client that has read the mailbox: `mail` as it was at `state`; without a state it asks for the one of now. */
export async function startFollowing(
  mailChanges: MailChanges,
  {
    location,
    mail,
    state,
  }: {
    readonly location: MailboxRef;
    readonly mail: ReadonlyMap<number, string>;
    readonly state?: string;
  },
): Promise<FollowingClient> {
  const feed = feedOver(mailChanges);
  const read = (since: string | null, limit: number): Promise<FolderChanges> =>
    feed.readFolder({ ...location, since, limit, selection: SELECTION }, AbortSignal.timeout(30_000));
  const beginning = await read(null, 1);
  let { position } = beginning;
  const client: FollowingClient = {
    mail: new Map(mail),
    unseen: new Set(),
    state: state ?? beginning.state,
    limit: 200,
    forget() {
      client.state = feed.folderState(location, countsOf(position));
    },
    async follow() {
      const pages: FolderChanges[] = [];
      for (let isMore = true; isMore; ) {
        const page = await read(client.state, client.limit);
        apply(client, page);
        ({ state: client.state, position } = page);
        pages.push(page);
        isMore = page.isMore;
      }
      return pages;
    },
  };
  return client;
}

/** The feed with a key of its own, over folders that nobody asks for. */
export function feedOver(mailChanges: MailChanges) {
  const mailFolders = { list: async () => [] };
  return createChangeFeed({ mailChanges, mailFolders, stateSeal: createStateSeal(Buffer.alloc(32, 7)) });
}

function countsOf({ uidValidity, uidNext, total, highestModSeq }: MailboxPosition): MailboxCounts {
  const modSeq = highestModSeq === null ? null : String(highestModSeq);
  return { uidValidity, uidNext, total, unread: 0, highestModSeq: modSeq };
}

/** What the documentation tells clients to do with a page. */
function apply({ mail, unseen }: FollowingClient, page: FolderChanges): void {
  const { created, updated, removed, present, unseenBelow } = page;
  for (const uid of [...mail.keys()]) {
    if (removed.has(uid) || (present !== null && !present.has(uid))) mail.delete(uid);
    else if (unseenBelow !== null && uid < unseenBelow) unseen.add(uid);
  }
  for (const item of [...created, ...updated]) {
    mail.set(item.uid, flagsOf(item));
    unseen.delete(item.uid);
  }
}

function flagsOf({ seen, flagged, answered, draft, keywords = [] }: MessageItem): string {
  return textOf([
    ...(seen ? ['\\Seen'] : []),
    ...(flagged ? ['\\Flagged'] : []),
    ...(answered ? ['\\Answered'] : []),
    ...(draft ? ['\\Draft'] : []),
    ...keywords,
  ]);
}
