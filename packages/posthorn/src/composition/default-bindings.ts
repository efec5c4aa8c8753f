/** The default implementation of each service. */
import { randomUUID } from 'node:crypto';
import { createAuthProvider } from '../adapters/auth/auth-providers.ts';
import { ImapMailChanges } from '../adapters/imap/changes/imap-mail-changes.ts';
import { ImapMailStore } from '../adapters/imap/imap-mail-store.ts';
import { ImapMailboxWriter } from '../adapters/imap/mailboxes/imap-mailbox-writer.ts';
import { ImapMailWatcher } from '../adapters/imap/watch/imap-mail-watcher.ts';
import { ImapMailBatchWriter } from '../adapters/imap/write/imap-mail-batch-writer.ts';
import { ImapMailWriter } from '../adapters/imap/write/imap-mail-writer.ts';
import { MemoryAnswerStore } from '../adapters/memory/memory-answer-store.ts';
import { createTokenBuckets } from '../adapters/memory/memory-rate-limits.ts';
import { createNodemailerComposer } from '../adapters/mime/nodemailer-composer.ts';
import { createHostPolicy } from '../adapters/network/host-policy.ts';
import { observeTransport } from '../adapters/smtp/observed-transport.ts';
import { createSmtpTransport } from '../adapters/smtp/smtp-transport.ts';
import { createFileSpool } from '../adapters/spool/file-spool.ts';
import { createWorkerPool } from '../adapters/workers/create-worker-pool.ts';
import { createHtmlReader } from '../adapters/workers/pooled-html-reader.ts';
import { createHtmlSanitizer } from '../adapters/workers/pooled-html-sanitizer.ts';
import { createWholeMessageReader } from '../adapters/workers/pooled-whole-message-reader.ts';
import { createMailAccounts, type MailAccounts } from '../application/accounts/mail-accounts.ts';
import { createSignInGuard } from '../application/accounts/sign-in-guard.ts';
import { createAttachments } from '../application/attachments/attachments.ts';
import { createMessageBatches } from '../application/changing/message-batches.ts';
import { createMessageChanges } from '../application/changing/message-changes.ts';
import { createMessageHistory } from '../application/changing/message-history.ts';
import { createMessageImports } from '../application/changing/message-imports.ts';
import { createMessageLocks } from '../application/changing/message-locks.ts';
import { createSentCopies } from '../application/changing/sent-copies.ts';
import { createDraftEditing } from '../application/drafts/draft-editing.ts';
import { createMessageDrafts } from '../application/drafts/message-drafts.ts';
import { createMessageReplies } from '../application/drafts/message-replies.ts';
import { createRecentOriginals } from '../application/drafts/recent-originals.ts';
import { createMailFolderChanges } from '../application/folders/mail-folder-changes.ts';
import { createMailFolders } from '../application/folders/mail-folders.ts';
import { type ChangeEvents, createChangeEvents } from '../application/following/change-events.ts';
import { createChangeFeed } from '../application/following/change-feed.ts';
import { createStateSeal } from '../application/following/change-state.ts';
import { createMessageBodies } from '../application/messages/message-bodies.ts';
import { createMessageItems } from '../application/messages/message-items.ts';
import { createComposedSubmissions } from '../application/sending/composed-submissions.ts';
import { createMessageSubmissions } from '../application/sending/message-submissions.ts';
import type { Settings } from '../config/settings.ts';
import { BREAKER_FAILURES, BREAKER_OPEN_MS, CircuitBreaker } from '../domain/circuit-breaker.ts';
import { createNetworkList } from '../domain/network-list.ts';
import { keepsSentCopy } from '../domain/sent-copy.ts';
import { createLogger } from '../observability/logger.ts';
import { createImapSessions } from './imap-sessions.ts';
import { installationKey } from './installation-key.ts';
import { processShare } from './process-share.ts';
import type { Bindings, Configuration, Services } from './services.ts';
import { createTelemetry } from './telemetry.ts';

const OCTETS_PER_MEGABYTE = 1024 * 1024;

/** The services of the application: no setting concerns them. */
const SERVICE_BINDINGS = {
  mailFolders: (services) => createMailFolders(services),
  mailFolderChanges: (services) => createMailFolderChanges(services),
  messageItems: (services) => createMessageItems(services),
  messageChanges: (services) => createMessageChanges(services),
  messageBatches: (services) => createMessageBatches(services),
  messageHistory: () => createMessageHistory(),
  messageLocks: () => createMessageLocks(),
  messageDrafts: (services) => createMessageDrafts(services),
  messageReplies: (services) => createMessageReplies(services),
  messageImports: (services) => createMessageImports(services),
  recentOriginals: (services) => createRecentOriginals(services),
  draftEditing: (services) => createDraftEditing(services),
  sentCopies: ({ mailStore, mailWriter }) => createSentCopies({ mailStore, mailWriter, keepsSentCopy }),
  messageSubmissions: (services) => createMessageSubmissions(services),
  composedSubmissions: (services) => createComposedSubmissions(services),
  messageBodies: (services) => createMessageBodies(services),
  attachments: (services) => createAttachments(services),
  changeFeed: (services) => createChangeFeed(services),
} satisfies Partial<Bindings>;

/** The bindings of an installation with this configuration, whose mail servers may change while it runs. */
export function defaultBindings(configuration: Configuration): Bindings {
  const { settings } = configuration;
  const share = processShare(configuration.processCount ?? 1);
  // Shared, so that all reading of mail together has two threads.
  const workers = createWorkerPool();
  return {
    configuration: () => configuration,
    logger: () => createLogger({ level: settings.logLevel, environment: settings.environment }),
    clock: () => Date.now,
    telemetry: ({ logger }) => createTelemetry({ hasMetrics: settings.metricsPort !== null, logger }),
    hostPolicy: () =>
      createHostPolicy({
        allowList: settings.mailHostsAllow,
        onlyList: settings.mailHostsOnly,
        isCleartextAllowed: settings.isCleartextAllowed,
      }),
    authProvider: () =>
      createAuthProvider(settings.authProvider, { mailServers: () => configuration.mailServers }),
    imapSessions: (services) => createImapSessions(services, configuration),
    mailStore: (services) => createMailStore(services, configuration),
    mailChanges: ({ imapSessions }) => new ImapMailChanges(imapSessions),
    mailWatcher: ({ imapSessions, telemetry }) => new ImapMailWatcher(imapSessions, { telemetry }),
    mailWriter: ({ imapSessions }) => new ImapMailWriter(imapSessions),
    mailBatchWriter: ({ imapSessions }) => new ImapMailBatchWriter(imapSessions),
    mailboxWriter: ({ imapSessions }) => new ImapMailboxWriter(imapSessions),
    contentSpool: () => createFileSpool({ maxKeptOctets: share.spoolOctets }),
    answerStore: ({ clock }) => new MemoryAnswerStore({ now: clock }),
    mailTransport: (services) =>
      observeTransport(
        createSmtpTransport({
          hostPolicy: services.hostPolicy,
          extraRoots: configuration.extraRoots,
          poolLimits: share.smtpPool,
          breaker: submissionBreaker(services),
        }),
        services.telemetry,
      ),
    messageComposer: ({ clock }) =>
      createNodemailerComposer({
        now: clock,
        newMessageId: (domain) => `${randomUUID()}@${domain}`,
        markerKey: installationKey(settings.key, 'draft marker'),
      }),
    htmlSanitizer: () => createHtmlSanitizer(workers),
    htmlReader: () => createHtmlReader(workers),
    wholeMessageReader: () => createWholeMessageReader(workers),
    rateLimits: ({ clock }) => createTokenBuckets(clock),
    mailAccounts: (services) => mailAccountsOf(services, configuration),
    stateSeal: () => createStateSeal(installationKey(settings.key, 'change state')),
    changeEvents: (services) => createEvents(services, settings),
    ...SERVICE_BINDINGS,
  };
}

function submissionBreaker({ clock }: Services): CircuitBreaker {
  return new CircuitBreaker({
    now: clock,
    failures: BREAKER_FAILURES,
    openMs: BREAKER_OPEN_MS,
    detail: 'The sending server could not be reached several times. Nothing was sent.',
  });
}

function createMailStore(services: Services, { settings }: Configuration): ImapMailStore {
  return new ImapMailStore(services.imapSessions, {
    telemetry: services.telemetry,
    cacheOctets: settings.messageCacheMegabytes * OCTETS_PER_MEGABYTE,
  });
}

function mailAccountsOf(
  { authProvider, mailStore, rateLimits }: Services,
  configuration: Configuration,
): MailAccounts {
  const { settings, processCount = 1 } = configuration;
  const signInGuard = createSignInGuard({
    rateLimits,
    failuresPerMinute: settings.failedSignInsPerMinute,
    isTrusted: createNetworkList(settings.trustedClients),
    configuration: () => configuration.mailServers,
    processCount,
    queueLimits: processShare(processCount).signInQueue,
  });
  return createMailAccounts({ authProvider, mailStore, signInGuard });
}

function createEvents(
  { changeFeed, mailWatcher, telemetry }: Services,
  { eventStreams: total, eventStreamsPerAccount: perAccount }: Settings,
): ChangeEvents {
  return createChangeEvents({ changeFeed, mailWatcher, telemetry, limits: { perAccount, total } });
}
