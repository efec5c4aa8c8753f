/** Runs what the first client will need before it comes: code that runs for the first time takes several times as long. */
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import type { MailAccountId } from '../domain/mail-account.ts';
import { createLogger } from '../observability/logger.ts';
import { createPosthorn } from './create-posthorn.ts';
import { startExemplaryMailServer } from './exemplary-mail-server.ts';
import type { Configuration } from './services.ts';

const HOST = '127.0.0.1';
const ACCOUNT_ID = 'warm-up';
const USER = 'user@example.org';
/** Who waits longer gains nothing by it. */
const MAX_MS = 3_000;

/** Each asks for other messages, so that none is answered from memory. */
const REQUESTS = [
  'MailFolders/INBOX/MessageItems?page[limit]=50',
  'MailFolders/INBOX/MessageItems?page[limit]=50&page[offset]=50&relfield:fields[MessageItem]=%2BpreviewText',
  'MailFolders/INBOX/MessageItems/21?include=MessageBody',
  'MailFolders',
];

/**
 * Reads lists, folders and a message as a client would, through a second Posthorn before a mail server in this process; both have ended when
 * this settles. No real mail server is asked, and nothing is logged. Gives the statuses of the answers; what fails is left out, and
 * the first client waits a little longer then.
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
    // The first client finds out what does not work here.
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

/** Reads the answer to its end, on a connection that is not kept; gives its status. */
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
