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

/** Application services of routes; null without the store they need. */
export interface HttpServices {
  readonly authProvider: AuthProvider;
  readonly principals: Principals;
  readonly managedKeys: ManagedKeys | null;
  readonly connectedAccounts: ConnectedAccounts | null;
  readonly storedEvents: StoredEvents | null;
  readonly managedWebhooks: ManagedWebhooks | null;
  readonly webhookTests: WebhookTests | null;
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
  readonly directSubmissions: DirectSubmissions | null;
  readonly messageBodies: MessageBodies;
  readonly attachments: Attachments;
  readonly changeFeed: ChangeFeed;
  readonly changeEvents: ChangeEvents;
  readonly publicDiscovery: PublicDiscovery;
  readonly connectLinks: ConnectLinks | null;
  readonly connectPage: ConnectPage | null;
  /** Uploaded files, until the message is stored. */
  readonly contentSpool: ContentSpool;
  readonly answerStore: AnswerStore;
  readonly stateOwner: StateOwner;
  readonly logger: FastifyBaseLogger;
}

/** Route settings. */
export interface RouteOptions {
  /** Such as `rest-imapuser`; may have several segments. Sign-in needs the auth provider's support. */
  readonly authPath: string;
  readonly listMaxRows: number;
  /** Streams may take longer. */
  readonly requestTimeoutMs: number;
  /** Aborted when the server begins to stop. */
  readonly stopping?: AbortSignal;
  readonly eventTiming?: EventStreamTiming;
}
