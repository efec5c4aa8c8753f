/** What makes a sandbox answer as the servers of one provider do. */

import type { Quirks } from '../imap/quirks.ts';
import type { Announcement } from '../imap/session/announcement.ts';
import type { Capability } from '../imap/session/capabilities.ts';
import type { LoginOptions } from '../login-policy.ts';
import type { Layout } from '../mailbox/layout.ts';
import type { MailboxSeed } from '../seeds.ts';

/** The providers that a sandbox can imitate. `exchange` is Exchange Server on own machines, `outlook` Microsoft's service. */
export type ProfileName = 'gmail' | 'outlook' | 'yahoo' | 'icloud' | 'gmx' | 'exchange' | 'minimal';

/** A provider. */
export interface Profile {
  readonly layout: Layout;
  /** The mailboxes of a new user in addition to INBOX. Their uses are told only with SPECIAL-USE. */
  readonly mailboxes: readonly MailboxSeed[];
  /** All that is on. */
  readonly capabilities: readonly Capability[];
  readonly announcement: Announcement;
  readonly login: LoginOptions;
  readonly keepsKeywords: boolean;
  readonly appendLimit?: number;
  /** True: mailboxes are labels, as Gmail's. */
  readonly hasLabels?: boolean;
  /** True: SMTP puts what it takes into the mailbox with the use `\Sent`. */
  readonly storesSentMail?: boolean;
  readonly quirks: Quirks;
}
