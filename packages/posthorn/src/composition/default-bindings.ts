/** The default implementation of each service. */
import { randomUUID } from 'node:crypto';
import { createAuthProvider } from '../adapters/auth/auth-providers.ts';
import { ImapMailChanges } from '../adapters/imap/changes/imap-mail-changes.ts';
import { ImapMailBatchWriter } from '../adapters/imap/imap-mail-batch-writer.ts';
import { ImapMailStore } from '../adapters/imap/imap-mail-store.ts';
import { ImapMailWriter } from '../adapters/imap/imap-mail-writer.ts';
import { ImapMailboxWriter } from '../adapters/imap/imap-mailbox-writer.ts';
import { ImapMailWatcher } from '../adapters/imap/watch/imap-mail-watcher.ts';
import { createTokenBuckets } from '../adapters/limits/token-buckets.ts';
import { MemoryAnswerStore } from '../adapters/memory/memory-answer-store.ts';
import { createNodemailerComposer } from '../adapters/mime/nodemailer-composer.ts';
import { createHostPolicy } from '../adapters/network/host-policy.ts';
import { observeTransport } from '../adapters/smtp/observed-transport.ts';
import { createSmtpTransport } from '../adapters/smtp/smtp-transport.ts';
import { createFileSpool } from '../adapters/spool/file-spool.ts';
import { createWorkerPool } from '../adapters/workers/create-worker-pool.ts';
import { createHtmlReader } from '../adapters/workers/pooled-html-reader.ts';
import { createHtmlSanitizer } from '../adapters/workers/pooled-html-sanitizer.ts';
import { createWholeMessageReader } from '../adapters/workers/pooled-whole-message-reader.ts';
import { createAttachments } from '../application/attachments.ts';
import { type ChangeEvents, createChangeEvents } from '../application/change-events.ts';
import { createChangeFeed } from '../application/change-feed.ts';
import { createStateSeal } from '../application/change-state.ts';
import { createComposedSubmissions } from '../application/composed-submissions.ts';
import { createDraftEditing } from '../application/draft-editing.ts';
import { createMailAccounts, type MailAccounts } from '../application/mail-accounts.ts';
import { createMailFolderChanges } from '../application/mail-folder-changes.ts';
import { createMailFolders } from '../application/mail-folders.ts';
import { createMessageBatches } from '../application/message-batches.ts';
import { createMessageBodies } from '../application/message-bodies.ts';
import { createMessageChanges } from '../application/message-changes.ts';
import { createMessageDrafts } from '../application/message-drafts.ts';
import { createMessageHistory } from '../application/message-history.ts';
import { createMessageImports } from '../application/message-imports.ts';
import { createMessageItems } from '../application/message-items.ts';
import { createMessageLocks } from '../application/message-locks.ts';
import { createMessageReplies } from '../application/message-replies.ts';
import { createMessageSubmissions } from '../application/message-submissions.ts';
import { createRecentOriginals } from '../application/recent-originals.ts';
import { createSentCopies } from '../application/sent-copies.ts';
import { createSignInGuard } from '../application/sign-in-guard.ts';
import type { Settings } from '../config/settings.ts';
import { keepsSentCopy } from '../domain/sent-copy.ts';
import { createLogger } from '../observability/logger.ts';
import { createRequestTraffic } from '../observability/request-traffic.ts';
import { createImapSessions } from './imap-sessions.ts';
import { installationKey } from './installation-key.ts';
import { cacheMeterOf, workObserverOf } from './mail-meters.ts';
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
    requestTraffic: () => createRequestTraffic(),
    telemetry: () => createTelemetry({ hasMetrics: settings.metricsPort !== null }),
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
    mailWatcher: ({ imapSessions, telemetry }) =>
      new ImapMailWatcher(imapSessions, { meter: telemetry.changeMeter }),
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
        }),
        workObserverOf(services),
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
    mailAccounts: (services) => mailAccountsOf(services, settings),
    stateSeal: () => createStateSeal(installationKey(settings.key, 'change state')),
    changeEvents: (services) => createEvents(services, settings),
    ...SERVICE_BINDINGS,
  };
}

function createMailStore(services: Services, { settings }: Configuration): ImapMailStore {
  return new ImapMailStore(services.imapSessions, {
    cacheMeter: cacheMeterOf(services),
    cacheOctets: settings.messageCacheMegabytes * OCTETS_PER_MEGABYTE,
  });
}

function mailAccountsOf(
  { authProvider, mailStore, rateLimits }: Services,
  { failedSignInsPerMinute: failuresPerMinute }: Settings,
): MailAccounts {
  const signInGuard = createSignInGuard({ rateLimits, failuresPerMinute });
  return createMailAccounts({ authProvider, mailStore, signInGuard });
}

function createEvents(
  { changeFeed, mailWatcher, telemetry: { changeMeter } }: Services,
  { eventStreams: total, eventStreamsPerAccount: perAccount }: Settings,
): ChangeEvents {
  return createChangeEvents({ changeFeed, mailWatcher, changeMeter, limits: { perAccount, total } });
}
