import type { MailboxCounts } from '../../domain/mailboxes/mailbox.ts';
import type { MailboxName } from '../../domain/mailboxes/mailbox-name.ts';
import type { FolderReading } from './account-reading.ts';
import type { ListedFolder } from './folder-events.ts';
import { readSeen, type SeenMailbox } from './seen-mailbox.ts';

interface Swept {
  readonly counts: string;
  readonly provedAt: number;
}

/** Folders to read after a list. */
export interface DueFolders {
  /** With changed counts. */
  readonly changed: readonly ListedFolder[];
  /** To compare as a whole. */
  readonly unproved: readonly ListedFolder[];
}

/** Remembers the counts up to which folders were read. */
export class SweptFolders {
  readonly #swept = new Map<MailboxName, Swept>();

  /** Unproved: not compared for `inventoryMs`, or by a clock that was ahead. */
  due(
    { listed, positions }: FolderReading,
    { now, inventoryMs }: { readonly now: number; readonly inventoryMs: number },
  ): DueFolders {
    const isProved = (at: number) => at <= now && at >= now - inventoryMs;
    const names = new Set(listed.map(({ name }) => name));
    for (const name of this.#swept.keys()) if (!names.has(name)) this.#swept.delete(name);
    for (const { name, counts } of listed) {
      const position = positions.get(name);
      if (position === undefined) this.#swept.delete(name);
      else if (!this.#swept.has(name)) this.#begin(name, counts, readSeen(position.position));
    }
    return {
      changed: listed.filter(({ name, counts }) => this.#swept.get(name)?.counts !== textOf(counts)),
      unproved: listed.filter(({ name }) => !isProved(this.#swept.get(name)?.provedAt ?? 0)),
    };
  }

  /** Call it after a reading that began after the list. */
  note({ name, counts }: ListedFolder, provedAt: number | null): void {
    const known = this.#swept.get(name)?.provedAt ?? provedAt ?? 0;
    this.#swept.set(name, { counts: textOf(counts), provedAt: provedAt ?? known });
  }

  /** Due with the next list. Proofs of others go on: it counts as compared. */
  outdate(name: MailboxName): void {
    const known = this.#swept.get(name);
    if (known !== undefined) this.#swept.set(name, { ...known, counts: '' });
  }

  forget(name: MailboxName): void {
    this.#swept.delete(name);
  }

  /** Compares the next list with stored positions. */
  distrust(): void {
    this.#swept.clear();
  }

  /** With mod-sequences, equal counts prove that nothing changed between two watchers. */
  #begin(name: MailboxName, counts: MailboxCounts, { position, uids, provedAt }: SeenMailbox): void {
    const { uidNext, highestModSeq, pending } = position;
    const isSame =
      pending === null &&
      counts.highestModSeq !== null &&
      counts.highestModSeq === highestModSeq?.toString() &&
      counts.uidNext === uidNext &&
      counts.total === uids.size;
    this.#swept.set(name, { counts: isSame ? textOf(counts) : '', provedAt });
  }
}

function textOf({ uidValidity, uidNext, total, unread, highestModSeq }: MailboxCounts): string {
  return `${uidValidity} ${uidNext} ${total} ${unread} ${highestModSeq ?? ''}`;
}
