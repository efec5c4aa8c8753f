/** What the HTTP server is given: the application, and the settings that concern HTTP. */
import type { FastifyBaseLogger } from 'fastify';
import type { Attachments } from '../application/attachments.ts';
import type { MailAccounts } from '../application/mail-accounts.ts';
import type { MailFolderChanges } from '../application/mail-folder-changes.ts';
import type { MailFolders } from '../application/mail-folders.ts';
import type { MessageBatches } from '../application/message-batches.ts';
import type { MessageBodies } from '../application/message-bodies.ts';
import type { MessageChanges } from '../application/message-changes.ts';
import type { MessageDrafts } from '../application/message-drafts.ts';
import type { MessageItems } from '../application/message-items.ts';
import type { MessageReplies } from '../application/message-replies.ts';
import type { MessageSubmissions } from '../application/message-submissions.ts';
import type { AuthProvider } from '../application/ports/auth-provider.ts';
import type { ContentSpool } from '../application/ports/content-spool.ts';
import type { RequestCosts } from './access-log.ts';
import type { ApiVersionTag } from './api-version-tag.ts';
import type { AuditListener } from './audit-log.ts';
import type { CorsPolicySource } from './cors/cors.ts';
import type { ConnectionDataDecoder } from './credentials.ts';
import type { RequestObserver } from './request-observer.ts';
import type { TimingSource } from './server-timing.ts';

export interface HttpServices {
  readonly authProvider: AuthProvider;
  readonly mailAccounts: MailAccounts;
  readonly mailFolders: MailFolders;
  readonly mailFolderChanges: MailFolderChanges;
  readonly messageItems: MessageItems;
  readonly messageChanges: MessageChanges;
  readonly messageBatches: MessageBatches;
  readonly messageDrafts: MessageDrafts;
  readonly messageReplies: MessageReplies;
  readonly messageSubmissions: MessageSubmissions;
  readonly messageBodies: MessageBodies;
  readonly attachments: Attachments;
  /** Keeps files that are uploaded until they are stored. */
  readonly contentSpool: ContentSpool;
  readonly logger: FastifyBaseLogger;
}

export interface HttpOptions {
  /** Path of the email service, such as `rest-api-email`; may have several segments. */
  readonly emailPath: string;
  /** Path of the auth service, like `emailPath`. Served only when the auth provider has a sign-in. */
  readonly authPath: string;
  /** The version that answers where a path names none. Without it, the latest. */
  readonly aliasVersion?: ApiVersionTag;
  /** True: answers to failures tell what only the operator may know. */
  readonly isDebug: boolean;
  /** Where clients reach the installation. Null: links are built from the address of each request. */
  readonly publicUrl: string | null;
  /** IP addresses and networks of the proxies that may say who the client is and what it asked for. */
  readonly trustedProxies: readonly string[];
  /** What pages of other origins may do. Without it, nothing. */
  readonly corsPolicy?: CorsPolicySource;
  /** The most rows that one list of messages may have. */
  readonly listMaxRows: number;
  /** The time for one answer; streams may take longer. */
  readonly requestTimeoutMs: number;
  /** How long connections are still taken when the server is closed; 0 by default. */
  readonly stopDelayMs?: number;
  readonly decodeConnectionData: ConnectionDataDecoder;
  /** Tells what was measured for a request, for its Server-Timing header beside the total time. */
  readonly timingSource?: TimingSource;
  /** The installation's environment (`APP_ENV`). */
  readonly environment: string;
  /** Is told of each request. */
  readonly requestObserver?: RequestObserver;
  /** The version of the program, for `/` and `/health`. */
  readonly programVersion?: string;
  /** False: neither `/docs` nor the documents below `/openapi` are served. True by default. */
  readonly hasDocs?: boolean;
  /** Is told who did what. Without it, nobody is. */
  readonly auditListener?: AuditListener;
  /** What a request cost elsewhere, for its line in the log. */
  readonly requestCosts?: RequestCosts;
}
