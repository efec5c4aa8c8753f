import type { FastifyBaseLogger } from 'fastify';
import type { Principals } from '../../application/accounts/principals.ts';
import type { Attachments } from '../../application/attachments/attachments.ts';
import type { MessageBatches } from '../../application/changing/message-batches.ts';
import type { MessageChanges } from '../../application/changing/message-changes.ts';
import type { MessageImports } from '../../application/changing/message-imports.ts';
import type { ConnectLinks } from '../../application/connect-sessions/connect-links.ts';
import type { ConnectPage } from '../../application/connect-sessions/connect-page.ts';
import type { ConnectedAccounts } from '../../application/connected/connected-accounts.ts';
import type { PublicDiscovery } from '../../application/discovery/public-discovery.ts';
import type { DraftEditing } from '../../application/drafts/draft-editing.ts';
import type { MessageDrafts } from '../../application/drafts/message-drafts.ts';
import type { MessageReplies } from '../../application/drafts/message-replies.ts';
import type { EventStreams } from '../../application/event-log/event-streams.ts';
import type { StoredEvents } from '../../application/event-log/stored-events.ts';
import type { MailFolderChanges } from '../../application/folders/mail-folder-changes.ts';
import type { MailFolders } from '../../application/folders/mail-folders.ts';
import type { ChangeEvents } from '../../application/following/change-events.ts';
import type { ChangeFeed } from '../../application/following/change-feed.ts';
import type { ManagedKeys } from '../../application/keys/managed-keys.ts';
import type { MessageBodies } from '../../application/messages/message-bodies.ts';
import type { MessageItems } from '../../application/messages/message-items.ts';
import type { AuthProvider } from '../../application/ports/auth-provider.ts';
import type { ContentSpool } from '../../application/ports/content-spool.ts';
import type { AnswerStore } from '../../application/ports/state/answer-store.ts';
import type { ComposedSubmissions } from '../../application/sending/composed-submissions.ts';
import type { DirectSubmissions } from '../../application/sending/direct-submissions.ts';
import type { MessageSubmissions } from '../../application/sending/message-submissions.ts';
import type { StateOwner } from '../../application/state-key.ts';
import type { ManagedWebhooks } from '../../application/webhooks/managed-webhooks.ts';
import type { WebhookTests } from '../../application/webhooks/webhook-tests.ts';
import type { EventStreamTiming } from '../answer/server-sent-event.ts';

/** The application services that routes call. */
export interface HttpServices {
  readonly authProvider: AuthProvider;
  readonly principals: Principals;
  /** Null without a store. */
  readonly managedKeys: ManagedKeys | null;
  /** Null without a store. */
  readonly connectedAccounts: ConnectedAccounts | null;
  /** Null without a store. */
  readonly storedEvents: StoredEvents | null;
  /** Null without a store, as are the tests. */
  readonly managedWebhooks: ManagedWebhooks | null;
  readonly webhookTests: WebhookTests | null;
  /** Null without a store. */
  readonly eventStreams: EventStreams | null;
  readonly mailFolders: MailFolders;
  readonly mailFolderChanges: MailFolderChanges;
  readonly messageItems: MessageItems;
  readonly messageChanges: MessageChanges;
  readonly messageBatches: MessageBatches;
  readonly messageDrafts: MessageDrafts;
  readonly draftEditing: DraftEditing;
  readonly messageReplies: MessageReplies;
  readonly messageImports: MessageImports;
  readonly messageSubmissions: MessageSubmissions;
  readonly composedSubmissions: ComposedSubmissions;
  /** Null without a store. */
  readonly directSubmissions: DirectSubmissions | null;
  readonly messageBodies: MessageBodies;
  readonly attachments: Attachments;
  readonly changeFeed: ChangeFeed;
  readonly changeEvents: ChangeEvents;
  readonly publicDiscovery: PublicDiscovery;
  /** Null without a store. */
  readonly connectLinks: ConnectLinks | null;
  /** Null without a store. */
  readonly connectPage: ConnectPage | null;
  /** Stores uploaded files until the message is stored. */
  readonly contentSpool: ContentSpool;
  /** Stores responses to requests with an Idempotency-Key. */
  readonly answerStore: AnswerStore;
  readonly stateOwner: StateOwner;
  readonly logger: FastifyBaseLogger;
}

/** Settings of routes. */
export interface RouteOptions {
  /** Such as `rest-imapuser`; may have several segments. Sign-in requires support by the auth provider. */
  readonly authPath: string;
  readonly listMaxRows: number;
  /** Streams may take longer. */
  readonly requestTimeoutMs: number;
  /** Aborts when the server begins to stop; streams end then. */
  readonly stopping?: AbortSignal;
  readonly eventTiming?: EventStreamTiming;
}
