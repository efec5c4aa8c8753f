/** The HTTP server over a mailbox in memory, and the requests that tests send to it. */
import type { TestContext } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import { decodeConnectionData } from '../../src/adapters/auth/connection-data.ts';
import { createMailAccounts } from '../../src/application/accounts/mail-accounts.ts';
import { createLoginSource, createPrincipals } from '../../src/application/accounts/principals.ts';
import { createAttachments } from '../../src/application/attachments/attachments.ts';
import { createMessageBatches } from '../../src/application/changing/message-batches.ts';
import { createMessageChanges } from '../../src/application/changing/message-changes.ts';
import { createDraftEditing } from '../../src/application/drafts/draft-editing.ts';
import { createMailFolderChanges } from '../../src/application/folders/mail-folder-changes.ts';
import { createMailFolders } from '../../src/application/folders/mail-folders.ts';
import { createChangeFeed } from '../../src/application/following/change-feed.ts';
import { createStateSeal } from '../../src/application/following/change-state.ts';
import { createMessageBodies } from '../../src/application/messages/message-bodies.ts';
import { createMessageItems } from '../../src/application/messages/message-items.ts';
import type { AuthProvider, ImmediateAuthProvider } from '../../src/application/ports/auth-provider.ts';
import type { MailBatchWriter } from '../../src/application/ports/mail/mail-batch-writer.ts';
import type { MailStore } from '../../src/application/ports/mail/mail-store.ts';
import type { MailWriter } from '../../src/application/ports/mail/mail-writer.ts';
import type { MailboxWriter } from '../../src/application/ports/mail/mailbox-writer.ts';
import type { MailAccount, MailAccountId } from '../../src/domain/accounts/mail-account.ts';
import { MailError } from '../../src/domain/errors/mail-error.ts';
import { type Login, passwordLogin } from '../../src/domain/logins/login.ts';
import type { HttpServices } from '../../src/http/route/http-services.ts';
import { createHttpServer } from '../../src/http/server/create-http-server.ts';
import type { HttpOptions } from '../../src/http/server/http-options.ts';
import { createTestState } from '../support/memory-state.ts';
import { sanitizedAs } from '../support/sanitized-as.ts';
import { InMemoryMailStore, mailbox, mailboxName, message } from './in-memory-mail-store.ts';

export const JANE = 'jane@example.org';
/** The login of Jane. */
export const AUTHORIZATION = `Basic ${Buffer.from(`${JANE}:secret`).toString('base64')}`;
/** The path of the API with its version. */
export const V0 = '/rest-api-email/v0';
/** The path of Jane's inbox. */
export const INBOX = `${V0}/MailAccounts/gmail/MailFolders/INBOX/MessageItems`;

/** Jane's account as the auth provider makes it of her credentials. */
export function accountOf(login: Login): MailAccount {
  const { user } = login;
  const owner = { address: user, name: user };
  return {
    id: 'gmail' as MailAccountId,
    name: user,
    from: owner,
    replyTo: owner,
    login,
    inbox: { type: 'IMAP', host: 'imap.example.org', port: 993, isTls: true },
    outbox: {
      host: 'smtp.example.org',
      port: 465,
      security: 'ssl',
      login: passwordLogin(user, 'smtp-secret'),
    },
    roots: [mailboxName('INBOX')],
    origin: 'operator',
  };
}

/** Knows the account `gmail` of every user at example.org. */
export const authProvider: ImmediateAuthProvider = {
  hasSignIn: true,
  listAccounts({ login }) {
    if (login.user.endsWith('@example.org')) return [accountOf(login)];
    throw new MailError('authentication-failed', { detail: 'No server is known for the user.' });
  },
  getAccount({ credentials, id }) {
    const account = this.listAccounts(credentials).find((candidate) => candidate.id === id);
    if (account !== undefined) return account;
    throw new MailError('mail-account-unknown', { detail: 'The client has no such account.' });
  },
};

export interface TestServerInput {
  readonly mailStore?: MailStore;
  readonly authProvider?: AuthProvider;
  readonly options?: Partial<HttpOptions>;
  /** In place of those over the mail store. */
  readonly services?: Partial<HttpServices>;
  readonly logger?: Logger;
}

/** A store with three messages in the inbox and none in `[Gmail]/Drafts`. */
export function smallMailStore(): InMemoryMailStore {
  const messages = [
    message({ uid: 11 }),
    message({ uid: 12 }),
    message({ uid: 13, values: { recent: true } }),
  ];
  return new InMemoryMailStore([
    { mailbox: mailbox('INBOX', { delimiter: '/' }), messages },
    { mailbox: mailbox('[Gmail]/Drafts', { delimiter: '/' }), messages: [] },
  ]);
}

/** The mailbox in memory is for reading; what changes mail is tested over a mail server. */
const readOnlyMailWriter: MailWriter = {
  changeFlags: refuse,
  moveMessage: refuse,
  copyMessage: refuse,
  deleteMessage: refuse,
  appendMessage: refuse,
  replaceMessage: refuse,
};
const readOnlyBatchWriter: MailBatchWriter = {
  changeFlags: refuse,
  moveMessages: refuse,
  deleteMessages: refuse,
};
const readOnlyMailboxWriter: MailboxWriter = {
  createMailbox: refuse,
  renameMailbox: refuse,
  deleteMailbox: refuse,
  setSubscribed: refuse,
};

function refuse(): Promise<never> {
  return Promise.reject(new MailError('capability-missing', { detail: 'This mailbox is for reading.' }));
}

/** A server that is closed after the test. The sanitizer marks what went through it. */
export function createTestServer(t: TestContext, input: TestServerInput = {}): FastifyInstance {
  const { mailStore = smallMailStore(), authProvider: provider = authProvider } = input;
  const messageBodies = createMessageBodies({
    mailStore,
    htmlSanitizer: { sanitize: async ({ html, images }) => sanitizedAs(`sanitised:${images}:${html}`) },
    htmlReader: { toText: async (html) => `text of ${html}` },
  });
  const { messageHistory, messageLocks, recentOriginals, answerStore, stateOwner } = createTestState();
  const app = createHttpServer(
    {
      authProvider: provider,
      principals: createPrincipals({
        login: createLoginSource(createMailAccounts({ authProvider: provider, mailStore })),
      }),
      mailFolders: createMailFolders({ mailStore }),
      managedKeys: null,
      directSubmissions: null,
      connectedAccounts: null,
      ...{ storedEvents: null, eventStreams: null },
      ...{ managedWebhooks: null, webhookTests: null },
      connectLinks: null,
      connectPage: null,
      messageItems: createMessageItems({ mailStore }),
      mailFolderChanges: createMailFolderChanges({ mailStore, mailboxWriter: readOnlyMailboxWriter }),
      messageChanges: createMessageChanges({
        mailStore,
        mailWriter: readOnlyMailWriter,
        messageComposer: {
          compose: refuse,
          revise: refuse,
          copy: refuse,
          toOutgoing: refuse,
          identify: () => ({ messageId: null, answerOf: null }),
          examine: refuse,
        },
        messageHistory,
        messageLocks,
        sentCopies: { findEarlier: refuse, file: refuse, adopt: async () => null },
      }),
      messageBatches: createMessageBatches({
        mailStore,
        mailBatchWriter: readOnlyBatchWriter,
        messageLocks,
      }),
      messageDrafts: { create: refuse },
      messageReplies: { reply: refuse, forward: refuse, copyAttachments: refuse },
      messageImports: { store: refuse },
      messageSubmissions: { send: refuse, close: async () => undefined },
      composedSubmissions: { send: refuse },
      contentSpool: { keep: refuse },
      draftEditing: createDraftEditing({
        mailStore,
        contentSpool: { keep: refuse },
        messageBodies,
        recentOriginals,
      }),
      answerStore,
      stateOwner,
      messageBodies,
      attachments: createAttachments({ mailStore }),
      changeEvents: { open: refuse },
      publicDiscovery: { discover: refuse },
      changeFeed: createChangeFeed({
        mailChanges: { readMailbox: refuse, readInventory: refuse },
        mailFolders: createMailFolders({ mailStore }),
        stateSeal: createStateSeal(Buffer.alloc(32)),
      }),
      logger: input.logger ?? pino({ level: 'silent' }),
      ...input.services,
    },
    {
      emailPath: 'rest-api-email',
      authPath: 'rest-imapuser',
      environment: 'test',
      isDebug: false,
      publicUrl: null,
      trustedProxies: [],
      listMaxRows: 100,
      requestTimeoutMs: 10_000,
      decodeConnectionData,
      ...input.options,
    },
  );
  t.after(() => app.close());
  return app;
}

/** The answer to a GET with Jane's login. */
export function get(app: FastifyInstance, url: string) {
  return app.inject({ url, headers: { authorization: AUTHORIZATION } });
}
