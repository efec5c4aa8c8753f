/** How each service is made when nobody replaces it. */
import { createAuthProvider } from '../adapters/auth/auth-providers.ts';
import { createSanitizeHtmlSanitizer } from '../adapters/html/sanitize-html-sanitizer.ts';
import { ImapMailBatchWriter } from '../adapters/imap/imap-mail-batch-writer.ts';
import { ImapMailStore } from '../adapters/imap/imap-mail-store.ts';
import { ImapMailWriter } from '../adapters/imap/imap-mail-writer.ts';
import { ImapMailboxWriter } from '../adapters/imap/imap-mailbox-writer.ts';
import { createSessionOpener } from '../adapters/imap/session-opener.ts';
import { SessionPool } from '../adapters/imap/session-pool.ts';
import { createHostPolicy } from '../adapters/network/host-policy.ts';
import { createAttachments } from '../application/attachments.ts';
import { createMailAccounts } from '../application/mail-accounts.ts';
import { createMailFolders } from '../application/mail-folders.ts';
import { createMessageBodies } from '../application/message-bodies.ts';
import { createMessageChanges } from '../application/message-changes.ts';
import { createMessageItems } from '../application/message-items.ts';
import { createLogger } from '../observability/logger.ts';
import { createRequestTraffic } from '../observability/request-traffic.ts';
import type { Bindings, Configuration } from './services.ts';

/** The bindings of an installation with this configuration. */
export function defaultBindings(configuration: Configuration): Bindings {
  const { settings } = configuration;
  return {
    configuration: () => configuration,
    logger: () => createLogger({ level: settings.logLevel, environment: settings.environment }),
    clock: () => Date.now,
    requestTraffic: () => createRequestTraffic(),
    hostPolicy: () =>
      createHostPolicy({
        allowList: settings.mailHostsAllow,
        isCleartextAllowed: settings.isCleartextAllowed,
      }),
    authProvider: ({ configuration: { mailServers } }) =>
      createAuthProvider(settings.authProvider, { mailServers }),
    imapSessions: ({ hostPolicy, clock, requestTraffic: trafficMeter }) =>
      new SessionPool({
        open: createSessionOpener({ hostPolicy, trafficMeter, extraRoots: configuration.extraRoots }),
        maxPerAccount: settings.sessionsPerAccount,
        maxTotal: settings.sessionsTotal,
        idleMs: settings.sessionIdleSeconds * 1000,
        now: clock,
      }),
    mailStore: ({ imapSessions }) => new ImapMailStore(imapSessions),
    mailWriter: ({ imapSessions }) => new ImapMailWriter(imapSessions),
    mailBatchWriter: ({ imapSessions }) => new ImapMailBatchWriter(imapSessions),
    mailboxWriter: ({ imapSessions }) => new ImapMailboxWriter(imapSessions),
    htmlSanitizer: () => createSanitizeHtmlSanitizer(),
    mailAccounts: (services) => createMailAccounts(services),
    mailFolders: (services) => createMailFolders(services),
    messageItems: (services) => createMessageItems(services),
    messageChanges: (services) => createMessageChanges(services),
    messageBodies: (services) => createMessageBodies(services),
    attachments: (services) => createAttachments(services),
  };
}
