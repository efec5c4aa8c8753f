import { randomUUID } from 'node:crypto';
import { createAuthProvider } from '../adapters/auth/auth-providers.ts';
import type { OpenStore } from '../adapters/database/open-store.ts';
import { ImapMailChanges } from '../adapters/imap/changes/imap-mail-changes.ts';
import { ImapMailStore } from '../adapters/imap/imap-mail-store.ts';
import { ImapMailboxWriter } from '../adapters/imap/mailboxes/imap-mailbox-writer.ts';
import { ImapMailWatcher } from '../adapters/imap/watch/imap-mail-watcher.ts';
import { ImapWatchConnections } from '../adapters/imap/watch/imap-watch-connections.ts';
import { ImapMailBatchWriter } from '../adapters/imap/write/imap-mail-batch-writer.ts';
import { ImapMailWriter } from '../adapters/imap/write/imap-mail-writer.ts';
import { createMemoryState } from '../adapters/memory/memory-state.ts';
import { createNodemailerComposer } from '../adapters/mime/nodemailer-composer.ts';
import { createHostPolicy } from '../adapters/network/host-policy.ts';
import { observeTransport } from '../adapters/smtp/observed-transport.ts';
import { createSmtpTransport } from '../adapters/smtp/smtp-transport.ts';
import { createFileSpool } from '../adapters/spool/file-spool.ts';
import { createWorkerPool } from '../adapters/workers/create-worker-pool.ts';
import { createHtmlReader } from '../adapters/workers/pooled-html-reader.ts';
import { createHtmlSanitizer } from '../adapters/workers/pooled-html-sanitizer.ts';
import { createWholeMessageReader } from '../adapters/workers/pooled-whole-message-reader.ts';
import { createMailAccounts } from '../application/accounts/mail-accounts.ts';
import { createLoginSource, createPrincipals } from '../application/accounts/principals.ts';
import { createAttachments } from '../application/attachments/attachments.ts';
import { createMessageBatches } from '../application/changing/message-batches.ts';
import { createMessageChanges } from '../application/changing/message-changes.ts';
import { createMessageHistory } from '../application/changing/message-history.ts';
import { createMessageImports } from '../application/changing/message-imports.ts';
import { createMessageLocks } from '../application/changing/message-locks.ts';
import { createSentCopies } from '../application/changing/sent-copies.ts';
import { createPublicDiscovery } from '../application/discovery/public-discovery.ts';
import { createDraftEditing } from '../application/drafts/draft-editing.ts';
import { createMessageDrafts } from '../application/drafts/message-drafts.ts';
import { createMessageReplies } from '../application/drafts/message-replies.ts';
import { createMailFolderChanges } from '../application/folders/mail-folder-changes.ts';
import { createMailFolders } from '../application/folders/mail-folders.ts';
import { type ChangeEvents, createChangeEvents } from '../application/following/change-events.ts';
import { createChangeFeed } from '../application/following/change-feed.ts';
import { createStateSeal } from '../application/following/change-state.ts';
import { createKeySource, type KeySource } from '../application/keys/key-source.ts';
import { KeyUses } from '../application/keys/key-uses.ts';
import { createManagedKeys, type ManagedKeys } from '../application/keys/managed-keys.ts';
import { createMessageBodies } from '../application/messages/message-bodies.ts';
import { createMessageItems } from '../application/messages/message-items.ts';
import { createComposedSubmissions } from '../application/sending/composed-submissions.ts';
import { createMessageSubmissions } from '../application/sending/message-submissions.ts';
import type { Settings } from '../config/settings.ts';
import { keepsSentCopy } from '../domain/accounts/sent-copy.ts';
import { BREAKER_FAILURES, BREAKER_OPEN_MS, CircuitBreaker } from '../domain/limits/circuit-breaker.ts';
import type { ApiKeyId } from '../domain/rights/api-key.ts';
import { createLogger } from '../observability/logger.ts';
import { connectBindings } from './connect-bindings.ts';
import { connectedBindings } from './connected-bindings.ts';
import { createDiscovery } from './create-discovery.ts';
import { eventBindings } from './event-bindings.ts';
import { createImapSessions } from './imap-sessions.ts';
import { installationKey } from './installation-key.ts';
import { createSteadyState } from './outage-state.ts';
import { processShare } from './process-share.ts';
import type { Bindings, Configuration, Services } from './services.ts';
import { createStateOwner, stateBindings } from './state-bindings.ts';
import { createTelemetry } from './telemetry.ts';
import { watchingBindings } from './watching-bindings.ts';
import { webhookBindings } from './webhook-bindings.ts';

const OCTETS_PER_MEGABYTE = 1024 * 1024;

/** Independent of settings. */
const SERVICE_BINDINGS = {
  principals: ({ mailAccounts, keySource }) =>
    createPrincipals({ login: createLoginSource(mailAccounts), key: keySource ?? undefined }),
  managedKeys: (services) => managedKeysOf(services),
  mailFolders: (services) => createMailFolders(services),
  mailFolderChanges: (services) => createMailFolderChanges(services),
  messageItems: (services) => createMessageItems(services),
  messageChanges: (services) => createMessageChanges(services),
  messageBatches: (services) => createMessageBatches(services),
  messageHistory: (services) => createMessageHistory(services),
  messageLocks: (services) => createMessageLocks(services),
  messageDrafts: (services) => createMessageDrafts(services),
  messageReplies: (services) => createMessageReplies(services),
  messageImports: (services) => createMessageImports(services),
  draftEditing: (services) => createDraftEditing(services),
  sentCopies: ({ mailStore, mailWriter }) => createSentCopies({ mailStore, mailWriter, keepsSentCopy }),
  messageSubmissions: (services) => createMessageSubmissions(services),
  composedSubmissions: (services) => createComposedSubmissions(services),
  messageBodies: (services) => createMessageBodies(services),
  attachments: (services) => createAttachments(services),
  changeFeed: (services) => createChangeFeed(services),
  publicDiscovery: (services) => createPublicDiscovery(services),
} satisfies Partial<Bindings>;

/** Default bindings. */
export function defaultBindings(configuration: Configuration, open: OpenStore | null = null): Bindings {
  const { settings } = configuration;
  const share = processShare(configuration.processCount ?? 1);
  // Two threads for all mail.
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
    watchConnections: ({ imapSessions, telemetry }) => new ImapWatchConnections(imapSessions, { telemetry }),
    mailWriter: ({ imapSessions }) => new ImapMailWriter(imapSessions),
    mailBatchWriter: ({ imapSessions }) => new ImapMailBatchWriter(imapSessions),
    mailboxWriter: ({ imapSessions }) => new ImapMailboxWriter(imapSessions),
    contentSpool: () => createFileSpool({ maxKeptOctets: share.spoolOctets }),
    stateOwner: () => createStateOwner(),
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
    store: () => open?.store ?? null,
    mailAccounts: (services) => createMailAccounts(services),
    ...connectBindings(configuration),
    keySource: (services) => keySourceOf(services, settings),
    ...connectedBindings(configuration, open?.clockAheadMs),
    ...watchingBindings(),
    ...eventBindings(configuration),
    ...webhookBindings(configuration, open?.clockAheadMs),
    stateSeal: () => createStateSeal(installationKey(settings.key, 'change state')),
    changeEvents: (services) => createEvents(services, settings),
    ...stateBindings(({ clock }) => createSteadyState(createMemoryState(clock), open?.state ?? null)),
    mailServerDiscovery: () => createDiscovery(configuration),
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

function keySourceOf(
  { store, accountOpening, rateLimits, clock }: Services,
  { failedSignInsPerMinute: failuresPerMinute }: Settings,
): KeySource | null {
  if (store === null || accountOpening === null) return null;
  const { apiKeys, accounts } = store;
  const uses = new KeyUses({ apiKeys, now: clock });
  return createKeySource({
    apiKeys,
    accounts,
    opening: accountOpening,
    uses,
    rateLimits,
    failuresPerMinute,
    now: clock,
  });
}

function createEvents(
  { changeFeed, mailWatcher, telemetry, slots, stateOwner }: Services,
  { eventStreams: total, eventStreamsPerAccount: perAccount }: Settings,
): ChangeEvents {
  const limits = { perAccount, total };
  return createChangeEvents({ changeFeed, mailWatcher, telemetry, slots, stateOwner, limits });
}

function managedKeysOf({ store, clock: now, keySource, webhookDispatcher }: Services): ManagedKeys | null {
  const forget = (id: ApiKeyId): void => {
    keySource?.forget(id);
    webhookDispatcher?.noteKey(id);
  };
  return store && createManagedKeys({ apiKeys: store.apiKeys, now, forget });
}
