/** What routes receive: the services of the application, and their settings. */
import type { FastifyBaseLogger } from 'fastify';
import type { MailAccounts } from '../../application/accounts/mail-accounts.ts';
import type { Attachments } from '../../application/attachments/attachments.ts';
import type { MessageBatches } from '../../application/changing/message-batches.ts';
import type { MessageChanges } from '../../application/changing/message-changes.ts';
import type { MessageImports } from '../../application/changing/message-imports.ts';
import type { DraftEditing } from '../../application/drafts/draft-editing.ts';
import type { MessageDrafts } from '../../application/drafts/message-drafts.ts';
import type { MessageReplies } from '../../application/drafts/message-replies.ts';
import type { MailFolderChanges } from '../../application/folders/mail-folder-changes.ts';
import type { MailFolders } from '../../application/folders/mail-folders.ts';
import type { ChangeEvents } from '../../application/following/change-events.ts';
import type { ChangeFeed } from '../../application/following/change-feed.ts';
import type { MessageBodies } from '../../application/messages/message-bodies.ts';
import type { MessageItems } from '../../application/messages/message-items.ts';
import type { AuthProvider } from '../../application/ports/auth-provider.ts';
import type { ContentSpool } from '../../application/ports/content-spool.ts';
import type { AnswerStore } from '../../application/ports/state/answer-store.ts';
import type { ComposedSubmissions } from '../../application/sending/composed-submissions.ts';
import type { MessageSubmissions } from '../../application/sending/message-submissions.ts';
import type { EventStreamTiming } from '../answer/server-sent-event.ts';

export interface HttpServices {
  readonly authProvider: AuthProvider;
  readonly mailAccounts: MailAccounts;
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
  readonly messageBodies: MessageBodies;
  readonly attachments: Attachments;
  readonly changeFeed: ChangeFeed;
  readonly changeEvents: ChangeEvents;
  /** Keeps files that are uploaded until they are stored. */
  readonly contentSpool: ContentSpool;
  /** Keeps the answers to requests with an Idempotency-Key. */
  readonly answerStore: AnswerStore;
  readonly logger: FastifyBaseLogger;
}

/** The settings that routes read. */
export interface RouteOptions {
  /** The most rows that one list of messages may have. */
  readonly listMaxRows: number;
  /** The time for one answer; streams may take longer. */
  readonly requestTimeoutMs: number;
  /** Aborts when the server begins to stop; streams end then. */
  readonly stopping?: AbortSignal;
  /** How streams of events are written, where it is not as by default. */
  readonly eventTiming?: EventStreamTiming;
}
