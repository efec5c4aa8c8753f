import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import type { MailAccountId } from '../domain/accounts/mail-account.ts';
import { createLogger } from '../observability/logger.ts';
import { createPosthorn } from './create-posthorn.ts';
import { startExemplaryMailServer } from './exemplary-mail-server.ts';
import type { Configuration } from './services.ts';

const HOST = '127.0.0.1';
const ACCOUNT_ID = 'warm-up';
const USER = 'user@example.org';
const MAX_MS = 3_000;

/** Different, so that none is cached. */
const REQUESTS = [
  'MailFolders/INBOX/MessageItems?page[limit]=50',
  'MailFolders/INBOX/MessageItems?page[limit]=50&page[offset]=50&relfield:fields[MessageItem]=%2BpreviewText',
  'MailFolders/INBOX/MessageItems/21?include=MessageBody',
  'MailFolders',
];

/**
 * Runs first requests' code, slow on first use, through a second Posthorn and a mail server in this process.
 * Contacts no real server, logs nothing. Returns the statuses; ignores failures.
 */
export async function warmUp({ settings }: Pick<Configuration, 'settings'>): Promise<readonly number[]> {
  const signal = AbortSignal.timeout(MAX_MS);
  const statuses: number[] = [];
  const password = randomUUID();
  const mailServer = await startExemplaryMailServer(password).catch(() => undefined);
  if (mailServer === undefined) return statuses;
  const own: Configuration['settings'] = {
    ...settings,
    ...{ host: HOST, port: 0, authProvider: 'single-imap-user', metricsPort: null, auditLog: null },
    ...{ stopDelaySeconds: 0, stopTimeoutSeconds: 0 },
  };
  const posthorn = createPosthorn(
    { settings: own, mailServers: [entryOf(mailServer.port)], extraRoots: [] },
    { logger: () => createLogger({ level: 'info', environment: own.environment, destination: NOWHERE }) },
  );
  try {
    const base = `${await posthorn.listen()}/${own.emailPath}/v1/MailAccounts/${ACCOUNT_ID}`;
    for (const path of REQUESTS) statuses.push(await read(`${base}/${path}`, password, signal));
  } catch {
  } finally {
    await posthorn.close();
    await mailServer.close();
  }
  return statuses;
}

const NOWHERE = { write: () => undefined };

function entryOf(port: number): Configuration['mailServers'][number] {
  return {
    id: ACCOUNT_ID as MailAccountId,
    inbox: { type: 'IMAP', host: HOST, port, isTls: false },
    patterns: [{ source: USER, matches: (userName) => userName === USER }],
    roots: [],
  };
}

function read(url: string, password: string, signal: AbortSignal): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { auth: `${USER}:${password}`, agent: false, signal }, (answer) => {
      answer
        .on('error', reject)
        .on('end', () => resolve(answer.statusCode ?? 0))
        .resume();
    });
    outgoing.on('error', reject).end();
  });
}
