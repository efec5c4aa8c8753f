import type { Quirks } from '../imap/quirks.ts';
import type { Announcement } from '../imap/session/announcement.ts';
import type { Capability } from '../imap/session/capabilities.ts';
import type { LoginOptions } from '../login-policy.ts';
import type { Layout } from '../mailbox/layout.ts';
import type { MailboxSeed } from '../seeds.ts';

/** `exchange` is on premises, `outlook` Microsoft's service. */
export type ProfileName = 'gmail' | 'outlook' | 'yahoo' | 'icloud' | 'gmx' | 'exchange' | 'minimal';

/** A provider's servers. */
export interface Profile {
  readonly layout: Layout;
  /** In addition to INBOX; uses need SPECIAL-USE. */
  readonly mailboxes: readonly MailboxSeed[];
  readonly capabilities: readonly Capability[];
  readonly announcement: Announcement;
  readonly login: LoginOptions;
  readonly keepsKeywords: boolean;
  readonly appendLimit?: number;
  readonly hasLabels?: boolean;
  /** SMTP stores sent mail in `\Sent`. */
  readonly storesSentMail?: boolean;
  readonly quirks: Quirks;
}
