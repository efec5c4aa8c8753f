/**
 * Compares the answers of a server that has been asked many things before with those of a server that has been asked nothing: what is kept in
 * memory may save time, and must not be seen.
 */
import { createPosthorn, type Posthorn } from '../../../src/composition/create-posthorn.ts';
import { readSettings } from '../../../src/config/load-settings.ts';
import type { MailAccountId } from '../../../src/domain/accounts/mail-account.ts';
import type { MailUser } from '../../support/dovecot.ts';
import {
  type AppendedMessage,
  type ImapConnection,
  openImapConnection,
} from '../../support/imap-connection.ts';
import { mixedMessages } from '../../support/mixed-messages.ts';
import { pick } from '../../support/seeded-random.ts';
import { readingRequest } from './reading-requests.ts';

export interface ReadServer {
  readonly host: string;
  readonly port: number;
  deliver(folder: string, message: AppendedMessage): Promise<unknown>;
  stop(): Promise<void>;
}

export interface KeptAnswersOptions {
  /** A mail server in plain text, whose user has no mail yet, but these folders. */
  readonly server: ReadServer;
  readonly user: MailUser;
  readonly requests: number;
  readonly random: () => number;
  readonly onProgress?: (done: number) => void;
}

export interface KeptAnswersReport {
  /** How many answers had which status. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Answers to a tag of an earlier answer. */
  readonly notModified: number;
  /** Requests whose answers differ, each with both. */
  readonly differences: readonly string[];
}

const ACCOUNT = 'soak';
/** Each of the servers has them. */
const FOLDERS = ['INBOX', 'Archive'];
const MESSAGES = 40;
/** Changes of the mailbox by another client, and by the server itself. */
const SHARE_OF_FOREIGN_CHANGES = 0.06;
const SHARE_OF_OWN_CHANGES = 0.06;
/** Requests with the tag that the last answer to the same path had. */
const SHARE_OF_CONDITIONS = 0.4;
/** Requests that were made before, so that they are answered from memory. */
const SHARE_OF_REPEATED = 0.4;
const MAX_REPEATED = 30;
const PROGRESS_REQUESTS = 500;
/** Of a difference, before and after where it begins. */
const EXCERPT_CHARACTERS = 150;
/** What differs between any two answers. */
const VOLATILE = new Set([
  'date',
  'content-length',
  'x-request-id',
  'server-timing',
  'connection',
  'keep-alive',
]);
const SETTINGS = {
  ...{ AUTH_PROVIDER: 'single-imap-user', PORT: '0', LOG_LEVEL: 'silent' },
  ...{ APP_KEY: 'the same key for both', APP_FAILED_SIGN_INS_PER_MINUTE: '100000' },
};

/** Runs it to its end. */
export async function compareKeptAnswers(options: KeptAnswersOptions): Promise<KeptAnswersReport> {
  const { server, user, requests, random, onProgress = () => undefined } = options;
  const client = await openImapConnection(server, user);
  const comparison = new Comparison(options);
  const statuses: Record<number, number> = {};
  let notModified = 0;
  const differences: string[] = [];
  try {
    await fill(client, server);
    for (let done = 1; done <= requests; done += 1) {
      if (random() < SHARE_OF_FOREIGN_CHANGES) await changeAnything(client, options);
      if (random() < SHARE_OF_OWN_CHANGES) await comparison.changeFlag();
      const { status, difference } = await comparison.compare();
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status === 304) notModified += 1;
      if (difference !== undefined) differences.push(difference);
      if (done % PROGRESS_REQUESTS === 0) onProgress(done);
    }
  } finally {
    await comparison.close();
    await client.close();
  }
  return { statuses, notModified, differences };
}

interface Answer {
  readonly status: number;
  readonly etag: string | undefined;
  /** All that a client sees. */
  readonly text: string;
}

class Comparison {
  readonly #options: KeptAnswersOptions;
  readonly #warm: Posthorn;
  readonly #tags = new Map<string, string>();
  readonly #earlier: string[] = [];

  constructor(options: KeptAnswersOptions) {
    this.#options = options;
    this.#warm = createServer(options);
  }

  async compare(): Promise<{ readonly status: number; readonly difference: string | undefined }> {
    const { random } = this.#options;
    const path = this.#nextPath();
    const tag = random() < SHARE_OF_CONDITIONS ? this.#tags.get(path) : undefined;
    const headers = tag === undefined ? {} : { 'if-none-match': tag };
    const kept = await this.#ask(this.#warm, path, headers);
    const fresh = createServer(this.#options);
    const read = await this.#ask(fresh, path, headers).finally(() => fresh.close());
    if (kept.etag !== undefined) this.#tags.set(path, kept.etag);
    if (kept.text === read.text) return { status: kept.status, difference: undefined };
    const difference = [path, JSON.stringify(headers), ...excerptsOf(kept.text, read.text)].join('\n');
    return { status: kept.status, difference };
  }

  /** By the server that keeps answers. */
  async changeFlag(): Promise<void> {
    const { random } = this.#options;
    const uid = 1 + Math.floor(random() * MESSAGES);
    const path = `/rest-api-email/v0/MailAccounts/${ACCOUNT}/MailFolders/INBOX/MessageItems/${uid}`;
    const attributes = { seen: random() < 0.5, flagged: random() < 0.5 };
    await this.#warm.server.inject({
      ...{ method: 'PATCH', url: path, headers: this.#headers({ 'content-type': 'application/json' }) },
      payload: JSON.stringify({ data: { type: 'MessageItem', attributes } }),
    });
  }

  close(): Promise<void> {
    return this.#warm.close();
  }

  #nextPath(): string {
    const { random } = this.#options;
    if (this.#earlier.length > 0 && random() < SHARE_OF_REPEATED) return pick(this.#earlier, random);
    const uids = Array.from({ length: MESSAGES + 5 }, (_, index) => index + 1);
    const path = readingRequest({ accountId: ACCOUNT, folders: FOLDERS, uids, random });
    this.#earlier.push(path);
    if (this.#earlier.length > MAX_REPEATED) this.#earlier.shift();
    return path;
  }

  async #ask({ server }: Posthorn, url: string, headers: Readonly<Record<string, string>>): Promise<Answer> {
    const answer = await server.inject({ method: 'GET', url, headers: this.#headers(headers) });
    const shown = Object.entries(answer.headers).filter(([name]) => !VOLATILE.has(name));
    const text = `${answer.statusCode}\n${answer.body}\n${JSON.stringify(Object.fromEntries(shown.sort()))}`;
    return { status: answer.statusCode, etag: answer.headers.etag, text };
  }

  #headers(others: Readonly<Record<string, string>>): Record<string, string> {
    const { name, password } = this.#options.user;
    return { authorization: `Basic ${btoa(`${name}:${password}`)}`, ...others };
  }
}

/** Both from where they begin to differ. */
function excerptsOf(text: string, other: string): readonly string[] {
  let start = 0;
  while (text[start] === other[start]) start += 1;
  return [text, other].map((each) =>
    each.slice(Math.max(0, start - EXCERPT_CHARACTERS), start + EXCERPT_CHARACTERS),
  );
}

function createServer({ server: { host, port } }: KeptAnswersOptions): Posthorn {
  return createPosthorn({
    settings: readSettings(SETTINGS),
    mailServers: [
      {
        id: ACCOUNT as MailAccountId,
        inbox: { type: 'IMAP', host, port, isTls: false },
        patterns: [{ source: '', matches: () => true }],
        roots: [],
      },
    ],
    extraRoots: [],
  });
}

async function fill(client: ImapConnection, server: ReadServer): Promise<void> {
  for (const folder of FOLDERS) {
    for (const message of mixedMessages(MESSAGES)) await server.deliver(folder, message);
  }
  await takeRecent(client);
}

/** \Recent is shown to the first session that sees a message (RFC 3501 §2.3.2): this one, in all mailboxes that may have it. */
async function takeRecent(client: ImapConnection): Promise<void> {
  const listed = await client.command('LIST "" "*"');
  for (const line of listed) {
    const [, attributes = '', mailbox] = /^\* LIST \(([^)]*)\) \S+ (.*)$/.exec(line.trim()) ?? [];
    const isSelectable = mailbox !== undefined && !/\\Noselect|\\NonExistent/i.test(attributes);
    if (isSelectable) await client.command(`SELECT ${mailbox}`);
  }
}

/** A message comes, a flag changes, or a message goes. */
async function changeAnything(client: ImapConnection, { server, random }: KeptAnswersOptions): Promise<void> {
  const folder = pick(FOLDERS, random);
  await client.command(`SELECT ${folder}`);
  const uid = 1 + Math.floor(random() * MESSAGES);
  const sign = pick(['+', '-'], random);
  const flag = pick(['\\Seen', '\\Flagged', '$Work', '\\Answered'], random);
  const change = random();
  if (change < 0.2) {
    for (const message of mixedMessages(1)) await server.deliver(folder, message);
    await takeRecent(client);
  } else if (change < 0.3) {
    await client.command(`UID STORE ${uid} +FLAGS (\\Deleted)`);
    await client.command('EXPUNGE');
  } else await client.command(`UID STORE ${uid} ${sign}FLAGS (${flag})`);
}
