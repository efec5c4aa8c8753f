/** A process with a mail server and a receiver of webhooks for the server in another: its first message has the ports. */
import { readFile } from 'node:fs/promises';
import { startSandbox } from 'posthorn-sandbox';
import { type MailUser, startDovecot } from '../../packages/posthorn/test/support/dovecot.ts';
import {
  type ImapConnection,
  openImapConnection,
} from '../../packages/posthorn/test/support/imap-connection.ts';
import { startWebhookReceiver } from '../../packages/posthorn/test/support/webhook-receiver.ts';

/** An order: one message for each of the first users. */
export interface Delivery {
  readonly users: number;
  /** Answer when webhooks have brought all of them, too. */
  readonly hasWebhooks: boolean;
}

/** The answer: for each user, when the message was in the mailbox and when it came by a webhook, in milliseconds since 1970. */
export interface Receipts {
  readonly stored: readonly number[];
  readonly received: readonly number[];
}

/** The first message. */
export interface Ports {
  readonly port: number;
  readonly receiver: number;
}

/** Dovecot without NOTIFY. */
const IDLE_TIER =
  'IMAP4rev1 SASL-IR LITERAL+ ID ENABLE IDLE NAMESPACE UIDPLUS LIST-EXTENDED LIST-STATUS SPECIAL-USE ESEARCH CONDSTORE QRESYNC';

/** Deliveries at once, at most. */
export const MAX_DELIVERED = 200;

/** Name and password of a user. */
export function userOf(index: number): MailUser {
  return { name: `user${index}@example.org`, password: 'secret' };
}

interface MailServer {
  readonly port: number;
  readonly deliver: (index: number) => Promise<void>;
}

async function startSandboxServer(users: readonly MailUser[], folder: string): Promise<MailServer> {
  const tls = folder !== '' && {
    key: await readFile(`${folder}/server.key`, 'utf8'),
    cert: await readFile(`${folder}/server.pem`, 'utf8'),
  };
  const sandbox = await startSandbox({
    users: [...users],
    capabilities: { without: ['NOTIFY'] },
    ...(tls && { tls, implicitTls: true }),
  });
  return {
    port: sandbox.imapsPort ?? sandbox.imapPort,
    deliver: async (index) => {
      sandbox.user(userOf(index).name).deliver(messageOf(index));
    },
  };
}

/** Delivers by APPEND on connections that are open before. */
async function startDovecotServer(users: readonly MailUser[]): Promise<MailServer> {
  const dovecot = await startDovecot({ users, capability: IDLE_TIER });
  const connections: ImapConnection[] = [];
  for (const user of users.slice(0, MAX_DELIVERED)) connections.push(await openImapConnection(dovecot, user));
  return {
    port: dovecot.port,
    deliver: async (index) => {
      await connections[index]?.append('INBOX', [{ raw: Buffer.from(messageOf(index)) }]);
    },
  };
}

function messageOf(index: number): string {
  return `From: a@example.org\r\nMessage-ID: <${Date.now()}.${index}@bench>\r\n\r\nText.\r\n`;
}

/** The user of a message that a webhook brought. */
function indexIn(body: string): number {
  return Number(/\.(\d+)@bench/.exec(body)?.[1]);
}

if (process.argv[1] === import.meta.filename) {
  const [, , kind = '', count = '0', tlsFolder = ''] = process.argv;
  const users = Array.from({ length: Number(count) }, (_, index) => userOf(index));
  const server =
    kind === 'dovecot' ? await startDovecotServer(users) : await startSandboxServer(users, tlsFolder);
  const receiver = await startWebhookReceiver();
  const { received } = receiver;
  process.on('message', async ({ users: delivered, hasWebhooks }: Delivery) => {
    const before = received.length;
    const isReceived = new Promise<void>((resolve) => {
      receiver.behave((_message, response) => {
        response.writeHead(204).end();
        if (received.length - before >= delivered) resolve();
      });
    });
    const stored = await Promise.all(
      Array.from({ length: delivered }, async (_, index) => {
        await server.deliver(index);
        return performance.timeOrigin + performance.now();
      }),
    );
    if (hasWebhooks) await isReceived;
    const times = Array.from({ length: delivered }, () => Number.NaN);
    for (const { body, at } of received.slice(before)) times[indexIn(body)] = performance.timeOrigin + at;
    process.send?.({ stored, received: times } satisfies Receipts);
  });
  process.on('disconnect', () => process.exit(0));
  process.send?.({ port: server.port, receiver: receiver.port } satisfies Ports);
}
