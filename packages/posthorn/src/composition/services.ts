import type { Logger } from 'pino';
import type { SessionPool } from '../adapters/imap/session/session-pool.ts';
import type { MailAccounts } from '../application/accounts/mail-accounts.ts';
import type { Principals } from '../application/accounts/principals.ts';
import type { SignInGuard } from '../application/accounts/sign-in-guard.ts';
import type { Attachments } from '../application/attachments/attachments.ts';
import type { MessageBatches } from '../application/changing/message-batches.ts';
import type { MessageChanges } from '../application/changing/message-changes.ts';
import type { MessageHistory } from '../application/changing/message-history.ts';
import type { MessageImports } from '../application/changing/message-imports.ts';
import type { MessageLocks } from '../application/changing/message-locks.ts';
import type { SentCopies } from '../application/changing/sent-copies.ts';
import type { ProviderSignIns } from '../application/connect-sessions/account-connection.ts';
import type { ConnectLinks } from '../application/connect-sessions/connect-links.ts';
import type { ConnectPage } from '../application/connect-sessions/connect-page.ts';
import type { AccessTokens, AccountLogins } from '../application/connected/account-logins.ts';
import type { AccountOpening } from '../application/connected/account-opening.ts';
import type { AccountRemovals } from '../application/connected/account-removals.ts';
import type { AccountStanding } from '../application/connected/account-standing.ts';
import type { ConnectedAccounts } from '../application/connected/connected-accounts.ts';
import type { MailServerDiscovery } from '../application/discovery/mail-server-discovery.ts';
import type { PublicDiscovery } from '../application/discovery/public-discovery.ts';
import type { DraftEditing } from '../application/drafts/draft-editing.ts';
import type { MessageDrafts } from '../application/drafts/message-drafts.ts';
import type { MessageReplies } from '../application/drafts/message-replies.ts';
import type { EventStreams } from '../application/event-log/event-streams.ts';
import type { StoredEvents } from '../application/event-log/stored-events.ts';
import type { MailFolderChanges } from '../application/folders/mail-folder-changes.ts';
import type { MailFolders } from '../application/folders/mail-folders.ts';
import type { ChangeEvents } from '../application/following/change-events.ts';
import type { ChangeFeed } from '../application/following/change-feed.ts';
import type { StateSeal } from '../application/following/change-state.ts';
import type { KeySource } from '../application/keys/key-source.ts';
import type { ManagedKeys } from '../application/keys/managed-keys.ts';
import type { MessageBodies } from '../application/messages/message-bodies.ts';
import type { MessageItems } from '../application/messages/message-items.ts';
import type { AccountOwnership } from '../application/ports/account-ownership.ts';
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
import type { WatchConnections } from '../application/ports/mail/watch-connections.ts';
import type { WholeMessageReader } from '../application/ports/mail/whole-message-reader.ts';
import type { AuthorizationServers } from '../application/ports/network/authorization-servers.ts';
import type { ReceiverPolicy } from '../application/ports/network/receiver-policy.ts';
import type { WebhookSender } from '../application/ports/network/webhook-sender.ts';
import type { StatePorts } from '../application/ports/state/state-ports.ts';
import type { Store } from '../application/ports/state/store.ts';
import type { RecentRows } from '../application/recent-rows.ts';
import type { ComposedSubmissions } from '../application/sending/composed-submissions.ts';
import type { DirectSubmissions } from '../application/sending/direct-submissions.ts';
import type { MessageSubmissions } from '../application/sending/message-submissions.ts';
import type { StateOwner } from '../application/state-key.ts';
import type { AccountWatchers } from '../application/watching/account-watchers.ts';
import type { ManagedWebhooks } from '../application/webhooks/managed-webhooks.ts';
import type { WebhookDispatcher } from '../application/webhooks/webhook-dispatcher.ts';
import type { WebhookTests } from '../application/webhooks/webhook-tests.ts';
import type { OAuthOptions } from '../config/load-oauth-options.ts';
import type { Settings } from '../config/settings.ts';
import type { MailAccountId } from '../domain/accounts/mail-account.ts';
import type { MailServerEntry } from '../domain/accounts/mail-server-entry.ts';
import type { StoredAccount } from '../domain/accounts/stored-account.ts';
import type { SecretsKeys } from '../domain/logins/secrets-key.ts';
import type { CorsRules } from '../domain/network/cors-rules.ts';
import type { Telemetry } from './telemetry.ts';

/** An installation's configuration. */
export interface Configuration {
  readonly settings: Settings;
  /** In order of preference. */
  readonly mailServers: readonly MailServerEntry[];
  /** PEM texts. */
  readonly extraRoots: readonly string[];
  /** Null or absent without APP_DATABASE_URL. */
  readonly secretsKeys?: SecretsKeys | null;
  /** Processes that share limits. Default: 1. */
  readonly processCount?: number;
  /** Absent: no CORS. */
  readonly cors?: CorsRules | undefined;
  /** Absent: the connect page returns nowhere. */
  readonly oauth?: OAuthOptions | undefined;
}

/** A server's services. `StatePorts` has all remembered state, which processes may share. */
export interface Services extends StatePorts {
  readonly configuration: Configuration;
  readonly logger: Logger;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly telemetry: Telemetry;
  readonly hostPolicy: HostPolicy;
  readonly authProvider: AuthProvider;
  readonly imapSessions: SessionPool;
  readonly mailStore: MailStore;
  readonly mailChanges: MailChanges;
  readonly mailWatcher: MailWatcher;
  readonly watchConnections: WatchConnections;
  readonly mailWriter: MailWriter;
  readonly mailBatchWriter: MailBatchWriter;
  readonly mailboxWriter: MailboxWriter;
  readonly mailTransport: MailTransport;
  readonly messageComposer: MessageComposer;
  readonly contentSpool: ContentSpool;
  readonly stateOwner: StateOwner;
  /** Null without APP_DATABASE_URL, like the null services below. */
  readonly store: Store | null;
  readonly htmlSanitizer: HtmlSanitizer;
  readonly htmlReader: HtmlReader;
  readonly wholeMessageReader: WholeMessageReader;
  readonly mailAccounts: MailAccounts;
  readonly managedKeys: ManagedKeys | null;
  readonly keySource: KeySource | null;
  readonly storedEvents: StoredEvents | null;
  readonly eventStreams: EventStreams | null;
  readonly connectedAccounts: ConnectedAccounts | null;
  readonly accountRows: RecentRows<MailAccountId, StoredAccount> | null;
  readonly accountRemovals: AccountRemovals;
  readonly accessTokens: AccessTokens | null;
  /** Of `app/config/oauth.js`. */
  readonly authorizationServers: AuthorizationServers;
  readonly accountLogins: AccountLogins | null;
  readonly accountStanding: AccountStanding | null;
  readonly accountOpening: AccountOpening | null;
  readonly accountOwnership: AccountOwnership;
  readonly accountWatchers: AccountWatchers | null;
  readonly receiverPolicy: ReceiverPolicy;
  readonly webhookSender: WebhookSender;
  readonly webhookDispatcher: WebhookDispatcher | null;
  readonly managedWebhooks: ManagedWebhooks | null;
  readonly webhookTests: WebhookTests | null;
  readonly principals: Principals;
  readonly mailFolders: MailFolders;
  readonly mailFolderChanges: MailFolderChanges;
  readonly messageItems: MessageItems;
  readonly messageChanges: MessageChanges;
  readonly messageBatches: MessageBatches;
  readonly messageHistory: MessageHistory;
  readonly messageLocks: MessageLocks;
  readonly messageDrafts: MessageDrafts;
  readonly messageReplies: MessageReplies;
  readonly messageImports: MessageImports;
  /** For version 0 clients with an HTML editor. */
  readonly draftEditing: DraftEditing;
  readonly sentCopies: SentCopies;
  readonly messageSubmissions: MessageSubmissions;
  readonly composedSubmissions: ComposedSubmissions;
  readonly directSubmissions: DirectSubmissions | null;
  readonly messageBodies: MessageBodies;
  readonly attachments: Attachments;
  readonly stateSeal: StateSeal;
  readonly changeFeed: ChangeFeed;
  readonly changeEvents: ChangeEvents;
  readonly mailServerDiscovery: MailServerDiscovery;
  readonly publicDiscovery: PublicDiscovery;
  readonly signInGuard: SignInGuard;
  readonly providerSignIns: ProviderSignIns;
  readonly connectLinks: ConnectLinks | null;
  readonly connectPage: ConnectPage | null;
}

export type ServiceName = keyof Services;

/** Creates a service. `inherited` returns the replaced implementation. */
export type Binding<Service> = (services: Services, inherited: () => Service) => Service;

export type Bindings = { readonly [Name in ServiceName]: Binding<Services[Name]> };

const FIXED_SERVICES = ['configuration', 'store'] as const satisfies readonly ServiceName[];
type FixedService = (typeof FIXED_SERVICES)[number];

export type Overrides = Partial<Omit<Bindings, FixedService>>;

/** True for replaceable services. */
export function isReplaceable(name: string): boolean {
  return !FIXED_SERVICES.some((fixed) => fixed === name);
}
