import type { MailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import type { Uid } from '../../../domain/values/uid.ts';
import type { PortMethods } from './port-methods.ts';

/** Per user. */
export const MAX_RECENT_ORIGINALS = 10;
/** Longer than a long letter takes to write. */
export const RECENT_ORIGINAL_MS = 4 * 60 * 60 * 1000;

/** A message opened to write from it. */
export interface OpenedOriginal {
  readonly mailbox: MailboxName;
  readonly uid: Uid;
  readonly uidValidity: number;
  /** Truncated. */
  readonly subject: string;
}

/** Newest messages per reader (a digest of 43 characters), without logins and texts. Throws MailError. */
export interface RecentOriginals {
  /** Keeps each mailbox and uid once. */
  remember(original: OpenedOriginal & { readonly reader: string }): Promise<void>;

  /** Newest first. */
  list(reader: string): Promise<readonly OpenedOriginal[]>;

  /** Counts earlier uses within four hours. `file`: a digest of 43 characters. */
  countTaking(file: string): Promise<number>;
}

export const RECENT_ORIGINALS: PortMethods<RecentOriginals> = {
  remember: true,
  list: true,
  countTaking: true,
};
