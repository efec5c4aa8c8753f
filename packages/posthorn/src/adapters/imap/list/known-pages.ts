/** Keeps the pages of a mailbox that were read last, for as long as nothing in the mailbox changes. */
import type { MessagePage } from '../../../application/ports/mail/mail-store.ts';
import type { MailboxCounts } from '../../../domain/mailbox.ts';
import type { MessageItem } from '../../../domain/message-item.ts';
import type { MessageQuery } from '../../../domain/message-query.ts';
import type { MailboxIndex } from '../session/mailbox-index.ts';
import { FLAG_ATTRIBUTES, type FlagValues, flagValues } from './flag-values.ts';
import type { FollowedMailbox } from './followed-mailbox.ts';

/** A client shows one list at a time, and goes back and forth. */
const MAX_PAGES = 4;
/** Longer pages are not kept: what they hold is in memory twice. */
const MAX_ROWS = 100;

/** A page, and the version of the index before it was read. */
export interface ReadPage {
  readonly version: number;
  readonly page: MessagePage;
}

const FLAG_NAMES = [...FLAG_ATTRIBUTES] as (keyof FlagValues)[];

interface KnownPage extends ReadPage {
  readonly flagsVersion: number;
  readonly counts: MailboxCounts;
}

/** The same page is the same object, so what is made of it need not be made again. */
export class KnownPages {
  readonly #pages = new Map<string, KnownPage>();

  /** The page, where it is known to be as it would be read now. */
  find({ index, counts }: FollowedMailbox, query: MessageQuery): MessagePage | undefined {
    if (this.#pages.size === 0) return undefined;
    const known = this.#pages.get(keyOf(query));
    const isCurrent =
      known?.version === index.version &&
      known.flagsVersion === index.flagsVersion &&
      known.counts === counts;
    return isCurrent ? known?.page : undefined;
  }

  /** Keeps the page, unless something has changed while it was read, or more than the index tells whether it is still true. */
  keep(mailbox: FollowedMailbox, query: MessageQuery, read: ReadPage): void {
    const { index, counts, areCountsSettled } = mailbox;
    const isStill = read.version === index.version && hasFlagsOf(index, read.page.items);
    const isTold = query.criterion === null && areCountsSettled && !asksFlags(mailbox, query);
    if (!isStill || !isTold || !index.isComplete || read.page.items.length > MAX_ROWS) return;
    const key = keyOf(query);
    this.#pages.delete(key);
    const [oldest] = this.#pages.keys();
    if (oldest !== undefined && this.#pages.size >= MAX_PAGES) this.#pages.delete(oldest);
    this.#pages.set(key, { ...read, flagsVersion: index.flagsVersion, counts });
  }
}

/** True when the page has flags about which the server has to be asked each time. */
function asksFlags({ areFlagsCurrent }: FollowedMailbox, { attributes }: MessageQuery): boolean {
  return !areFlagsCurrent && [...FLAG_ATTRIBUTES].some((attribute) => attributes.has(attribute));
}

/** All of the query. */
function keyOf({ attributes, ...others }: MessageQuery): string {
  return JSON.stringify({ ...others, attributes: [...attributes] });
}

/** True when the flags of the rows are those of the index, though some may have changed while the page was read. */
function hasFlagsOf(index: MailboxIndex, items: readonly MessageItem[]): boolean {
  return items.every((item) => {
    const flags = index.flagsOf(item.uid);
    const values = flags && flagValues(flags);
    return FLAG_NAMES.every(
      (name) => item[name] === undefined || String(item[name]) === String(values?.[name]),
    );
  });
}
