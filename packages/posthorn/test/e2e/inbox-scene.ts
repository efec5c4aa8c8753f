/** A mailbox that the inbox page shows, on either mail server, and what the mail server says of it. */
import { setTimeout as wait } from 'node:timers/promises';
import {
  defaultMailboxes,
  FLAT_LAYOUT,
  type MailboxSeed,
  type ProfileName,
  profileMailboxes,
  type Sandbox,
  type SandboxUser,
  startSandbox,
} from 'posthorn-sandbox';
import { createPosthorn } from '../../src/composition/create-posthorn.ts';
import { readSettings } from '../../src/config/load-settings.ts';
import type { MailAccountId } from '../../src/domain/accounts/mail-account.ts';
import { WITH_PASSWORD } from '../contracts/profile-variants.ts';
import { startDovecot } from '../support/dovecot.ts';
import { type AppendedMessage, openImapConnection, quote } from '../support/imap-connection.ts';

/** The sandbox, as itself or as a provider, or Dovecot. */
export type MailServerName = 'sandbox' | 'Dovecot' | ProfileName;

export const ALICE = { name: 'alice@example.org', password: 'alice-secret' };
const BOB = { name: 'bob@example.org', password: 'bob-secret' };
const HOST = '127.0.0.1';
/** The page signs in with it. */
export const CODE = 'a-code-of-this-run';
const PATIENCE_MS = 60_000;
const POLL_MS = 60;

export interface InboxScene {
  /** The address of the page, with a code that signs in as Alice. */
  readonly address: string;
  /** Messages of Alice's folder that are not deleted: subject and flags, as the mail server has them. */
  stored(mailbox: string): Promise<readonly string[]>;
  /** Puts messages into Alice's folder. */
  fill(mailbox: string, messages: Iterable<AppendedMessage>): Promise<void>;
  /** What Bob got by mail. */
  receivedByBob(): readonly string[];
  close(): Promise<void>;
}

interface MailServer extends Pick<InboxScene, 'stored' | 'fill' | 'receivedByBob' | 'close'> {
  readonly imapPort: number;
  readonly smtpPort: number;
}

/** Starts the mail server with this mail in INBOX, and Posthorn with the page before it. */
export async function openInboxScene(
  server: MailServerName,
  messages: Iterable<AppendedMessage>,
): Promise<InboxScene> {
  const mail = server === 'Dovecot' ? await openDovecot(messages) : await openSandbox(server, messages);
  const posthorn = createInboxServer(mail);
  const address = await posthorn.listen();
  return {
    ...mail,
    address: `${address}/#code=${CODE}`,
    async close() {
      await posthorn.close();
      await mail.close();
    },
  };
}

/** 100,000 messages are there at once. */
async function openSandbox(
  server: 'sandbox' | ProfileName,
  messages: Iterable<AppendedMessage>,
): Promise<MailServer> {
  const inbox = Array.from(messages, ({ raw, flags = [], internalDate = new Date() }) => ({
    ...{ raw, flags, internalDate },
  }));
  const profile = server === 'sandbox' ? undefined : server;
  const others = profile === undefined ? defaultMailboxes(FLAT_LAYOUT) : profileMailboxes(profile);
  // After the others: labels put its messages into one of them.
  const mailboxes: readonly MailboxSeed[] = [...others, { name: 'INBOX', messages: inbox }];
  const sandbox = await startSandbox({
    users: [{ ...ALICE, mailboxes }, BOB],
    smtp: true,
    ...(profile && { profile }),
    ...(profile === 'outlook' && WITH_PASSWORD),
  });
  const alice = sandbox.user(ALICE.name);
  return {
    ...{ imapPort: sandbox.imapPort, smtpPort: sandbox.smtpPort ?? 0, close: sandbox.close },
    stored: async (mailbox) => storedInSandbox(alice, mailbox),
    async fill(mailbox, more) {
      if (!alice.mailboxes().some(({ name }) => name === mailbox)) alice.createMailbox(mailbox);
      for (const { raw, ...options } of more) alice.deliver(raw, { mailbox, ...options });
    },
    receivedByBob: () => receivedBy(sandbox),
  };
}

async function openDovecot(messages: Iterable<AppendedMessage>): Promise<MailServer> {
  const sandbox = await startSandbox({ users: [ALICE, BOB], smtp: true });
  const dovecot = await startDovecot({ users: [ALICE, BOB] });
  const connection = await openImapConnection({ host: HOST, port: dovecot.port }, ALICE);
  await connection.append('INBOX', messages);
  return {
    ...{ imapPort: dovecot.port, smtpPort: sandbox.smtpPort ?? 0 },
    async stored(mailbox) {
      await connection.command(`EXAMINE ${quote(mailbox)}`);
      const [exists = ''] = await connection.command(`STATUS ${quote(mailbox)} (MESSAGES)`);
      if (/MESSAGES 0\b/.test(exists)) return [];
      const rows = await connection.command('FETCH 1:* (FLAGS BODY.PEEK[HEADER.FIELDS (SUBJECT)])');
      return rows.flatMap(storedMessage);
    },
    fill: (mailbox, more) => connection.append(mailbox, more),
    receivedByBob: () => receivedBy(sandbox),
    async close() {
      await connection.close();
      await dovecot.stop();
      await sandbox.close();
    },
  };
}

const receivedBy = (sandbox: Sandbox) =>
  sandbox
    .user(BOB.name)
    .messages()
    .map(({ raw }) => raw.toString('latin1'));

function storedInSandbox(user: SandboxUser, mailbox: string): readonly string[] {
  if (!user.mailboxes().some(({ name }) => name === mailbox)) return [];
  return user
    .messages(mailbox)
    .flatMap(({ flags, raw }) => storedMessage(`FLAGS (${flags.join(' ')})\r\n${raw.toString('latin1')}`));
}

/** Posthorn with the page before a mail server; `CODE` signs in as Alice. */
export function createInboxServer({ imapPort, smtpPort }: Pick<MailServer, 'imapPort' | 'smtpPort'>) {
  const settings = readSettings({
    AUTH_PROVIDER: 'single-imap-user',
    APP_ENV: 'test',
    HOST,
    PORT: '0',
    LOG_LEVEL: 'silent',
  });
  const entry = {
    id: 'mail' as MailAccountId,
    inbox: { type: 'IMAP', host: HOST, port: imapPort, isTls: false },
    outbox: { host: HOST, port: smtpPort, security: 'none' },
    patterns: [{ source: 'example.org', matches: () => true }],
    roots: [],
  } as const;
  const authorization = `Basic ${Buffer.from(`${ALICE.name}:${ALICE.password}`).toString('base64')}`;
  return createPosthorn(
    { settings, mailServers: [entry], extraRoots: [] },
    {},
    {
      inbox: {
        openLogin: (code) => (code === CODE ? { user: ALICE.name, authorization } : undefined),
      },
    },
  );
}

/** A line such as `Plan \Flagged \Seen`; other untagged responses, and messages that are deleted and not expunged, are none. */
function storedMessage(response: string): readonly string[] {
  const [, flags = ''] = /FLAGS \(([^)]*)\)/.exec(response) ?? [];
  const [, subject] = /Subject: ([^\r\n]*)/i.exec(response) ?? [];
  if (subject === undefined || /\\Deleted\b/.test(flags)) return [];
  const shown = flags.split(' ').filter((flag) => /^\\(?:Seen|Flagged|Answered|Draft)$/.test(flag));
  return [[subject, ...shown.toSorted()].join(' ')];
}

/** The value once it is as expected, or as it is when patience ends. */
export async function eventually<Value>(
  read: () => Promise<Value> | Value,
  isExpected: (value: Value) => boolean,
): Promise<Value> {
  for (const end = performance.now() + PATIENCE_MS; ; await wait(POLL_MS)) {
    const value = await read();
    if (isExpected(value) || performance.now() > end) return value;
  }
}
