import type { MessagePage } from '../../../application/ports/mail/mail-store.ts';
import type { MailboxCounts } from '../../../domain/mailboxes/mailbox.ts';
import type { MessageItem } from '../../../domain/messages/message-item.ts';
import type { MessageQuery } from '../../../domain/messages/message-query.ts';
import type { MailboxIndex } from '../session/mailbox-index.ts';
import { FLAG_ATTRIBUTES, type FlagValues, flagValues } from './flag-values.ts';
import type { FollowedMailbox } from './followed-mailbox.ts';

const MAX_PAGES = 4;
const MAX_ROWS = 100;

/** A page, and the index version before it. */
export interface ReadPage {
  readonly version: number;
  readonly page: MessagePage;
}

const FLAG_NAMES = [...FLAG_ATTRIBUTES] as (keyof FlagValues)[];

interface KnownPage extends ReadPage {
  readonly flagsVersion: number;
  readonly counts: MailboxCounts;
}

/** Unchanged mailboxes have the same page objects. */
export class KnownPages {
  readonly #pages = new Map<string, KnownPage>();

  find({ index, counts }: FollowedMailbox, query: MessageQuery): MessagePage | undefined {
    if (this.#pages.size === 0) return undefined;
    const known = this.#pages.get(keyOf(query));
    const isCurrent =
      known?.version === index.version &&
      known.flagsVersion === index.flagsVersion &&
      known.counts === counts;
    return isCurrent ? known?.page : undefined;
  }

  /** Unless changed during the reading. */
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

function asksFlags({ areFlagsCurrent }: FollowedMailbox, { attributes }: MessageQuery): boolean {
  return !areFlagsCurrent && [...FLAG_ATTRIBUTES].some((attribute) => attributes.has(attribute));
}

function keyOf({ attributes, ...others }: MessageQuery): string {
  return JSON.stringify({ ...others, attributes: [...attributes] });
}

function hasFlagsOf(index: MailboxIndex, items: readonly MessageItem[]): boolean {
  return items.every((item) => {
    const flags = index.flagsOf(item.uid);
    const values = flags && flagValues(flags);
    return FLAG_NAMES.every(
      (name) => item[name] === undefined || String(item[name]) === String(values?.[name]),
    );
  });
}
