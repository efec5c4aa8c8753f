/** Everything that can be replaced: one named member per service. */
import type { Logger } from 'pino';
import type { SessionPool } from '../adapters/imap/session/session-pool.ts';
import type { MailAccounts } from '../application/accounts/mail-accounts.ts';
import type { Attachments } from '../application/attachments/attachments.ts';
import type { MessageBatches } from '../application/changing/message-batches.ts';
import type { MessageChanges } from '../application/changing/message-changes.ts';
import type { MessageHistory } from '../application/changing/message-history.ts';
import type { MessageImports } from '../application/changing/message-imports.ts';
import type { MessageLocks } from '../application/changing/message-locks.ts';
import type { SentCopies } from '../application/changing/sent-copies.ts';
import type { DraftEditing } from '../application/drafts/draft-editing.ts';
import type { MessageDrafts } from '../application/drafts/message-drafts.ts';
import type { MessageReplies } from '../application/drafts/message-replies.ts';
import type { RecentOriginals } from '../application/drafts/recent-originals.ts';
import type { MailFolderChanges } from '../application/folders/mail-folder-changes.ts';
import type { MailFolders } from '../application/folders/mail-folders.ts';
import type { ChangeEvents } from '../application/following/change-events.ts';
import type { ChangeFeed } from '../application/following/change-feed.ts';
import type { StateSeal } from '../application/following/change-state.ts';
import type { MessageBodies } from '../application/messages/message-bodies.ts';
import type { MessageItems } from '../application/messages/message-items.ts';
import type { AuthProvider } from '../application/ports/auth-provider.ts';
import type { ContentSpool } from '../application/ports/content-spool.ts';
import type { HostPolicy } from '../application/ports/host-policy.ts';
import type { HtmlReader } from '../application/ports/html-reader.ts';
import type { HtmlSanitizer } from '../application/ports/html-sanitizer.ts';
import type { MailBatchWriter } from '../application/ports/mail/mail-batch-writer.ts';
import type { MailChanges } from '../application/ports/mail/mail-changes.ts';
import type { MailStore } from '../application/ports/mail/mail-store.ts';
import type { MailTransport } from '../application/ports/mail/mail-transport.ts';
import type { MailWatcher } from '../application/ports/mail/mail-watcher.ts';
import type { MailWriter } from '../application/ports/mail/mail-writer.ts';
import type { MailboxWriter } from '../application/ports/mail/mailbox-writer.ts';
import type { MessageComposer } from '../application/ports/mail/message-composer.ts';
import type { WholeMessageReader } from '../application/ports/mail/whole-message-reader.ts';
import type { AnswerStore } from '../application/ports/state/answer-store.ts';
import type { RateLimits } from '../application/ports/state/rate-limits.ts';
import type { ComposedSubmissions } from '../application/sending/composed-submissions.ts';
import type { MessageSubmissions } from '../application/sending/message-submissions.ts';
import type { CorsOptions } from '../config/cors-options.ts';
import type { Settings } from '../config/settings.ts';
import type { MailServerEntry } from '../domain/mail-server-entry.ts';
import type { Telemetry } from './telemetry.ts';

/** The configuration. */
export interface Configuration {
  readonly settings: Settings;
  /** The mail server entries in their order. */
  readonly mailServers: readonly MailServerEntry[];
  /** PEM texts of further trusted roots. */
  readonly extraRoots: readonly string[];
  /** How many processes share what the installation may do; 1 by default. */
  readonly processCount?: number;
  /** Left out: no path has CORS. */
  readonly cors?: CorsOptions | undefined;
}

/** The services of one server, by name. */
export interface Services {
  readonly configuration: Configuration;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly telemetry: Telemetry;
  readonly hostPolicy: HostPolicy;
  readonly authProvider: AuthProvider;
  readonly imapSessions: SessionPool;
  readonly mailStore: MailStore;
  readonly mailChanges: MailChanges;
  readonly mailWatcher: MailWatcher;
  readonly mailWriter: MailWriter;
  readonly mailBatchWriter: MailBatchWriter;
  readonly mailboxWriter: MailboxWriter;
  readonly mailTransport: MailTransport;
  readonly messageComposer: MessageComposer;
  readonly contentSpool: ContentSpool;
  readonly answerStore: AnswerStore;
  /** How often something may be done; several processes may share it. */
  readonly rateLimits: RateLimits;
  readonly htmlSanitizer: HtmlSanitizer;
  readonly htmlReader: HtmlReader;
  readonly wholeMessageReader: WholeMessageReader;
  readonly mailAccounts: MailAccounts;
  readonly mailFolders: MailFolders;
  readonly mailFolderChanges: MailFolderChanges;
  readonly messageItems: MessageItems;
  readonly messageChanges: MessageChanges;
  readonly messageBatches: MessageBatches;
  /** What this process has replaced and sent. All services that save or send share it. */
  readonly messageHistory: MessageHistory;
  /** One change of a message at a time: shared by all that changes, saves and sends. */
  readonly messageLocks: MessageLocks;
  readonly messageDrafts: MessageDrafts;
  readonly messageReplies: MessageReplies;
  readonly messageImports: MessageImports;
  /** Which messages clients have opened to write others from them. */
  readonly recentOriginals: RecentOriginals;
  /** For clients with an HTML editor, in version 0. */
  readonly draftEditing: DraftEditing;
  readonly sentCopies: SentCopies;
  readonly messageSubmissions: MessageSubmissions;
  readonly composedSubmissions: ComposedSubmissions;
  readonly messageBodies: MessageBodies;
  readonly attachments: Attachments;
  /** Signs the states that clients are given. */
  readonly stateSeal: StateSeal;
  readonly changeFeed: ChangeFeed;
  readonly changeEvents: ChangeEvents;
}

export type ServiceName = keyof Services;

/**
 * Makes one service from others. `inherited` returns the implementation that this binding replaces, so that
 * an override can wrap it.
 */
export type Binding<Service> = (services: Services, inherited: () => Service) => Service;

/** A binding for each service. */
export type Bindings = { readonly [Name in ServiceName]: Binding<Services[Name]> };

/** The services that an installation may replace: all but those read from its files. */
export type Overrides = Partial<Omit<Bindings, 'configuration'>>;
