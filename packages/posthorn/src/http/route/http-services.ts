/** What routes receive: the services of the application, and their settings. */
import type { FastifyBaseLogger } from 'fastify';
import type { Attachments } from '../../application/attachments.ts';
import type { ChangeEvents } from '../../application/change-events.ts';
import type { ChangeFeed } from '../../application/change-feed.ts';
import type { ComposedSubmissions } from '../../application/composed-submissions.ts';
import type { DraftEditing } from '../../application/draft-editing.ts';
import type { MailAccounts } from '../../application/mail-accounts.ts';
import type { MailFolderChanges } from '../../application/mail-folder-changes.ts';
import type { MailFolders } from '../../application/mail-folders.ts';
import type { MessageBatches } from '../../application/message-batches.ts';
import type { MessageBodies } from '../../application/message-bodies.ts';
import type { MessageChanges } from '../../application/message-changes.ts';
import type { MessageDrafts } from '../../application/message-drafts.ts';
import type { MessageImports } from '../../application/message-imports.ts';
import type { MessageItems } from '../../application/message-items.ts';
import type { MessageReplies } from '../../application/message-replies.ts';
import type { MessageSubmissions } from '../../application/message-submissions.ts';
import type { AnswerStore } from '../../application/ports/answer-store.ts';
import type { AuthProvider } from '../../application/ports/auth-provider.ts';
import type { ContentSpool } from '../../application/ports/content-spool.ts';
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
