/** Mail that is sent with repeats at all of three nodes at once. */
import { startSandbox } from 'posthorn-sandbox';
import { startCluster } from '../../node-cluster.ts';
import { documentOf, loginOf, requestV1 } from '../../store-node.ts';
import { findMail } from '../cluster/found-mail.ts';

export interface SendsReport {
  /** How often answers had these statuses. */
  readonly statuses: Readonly<Record<string, number>>;
  /** How many mails the sending server has taken so often, and how many have so many copies. */
  readonly taken: Readonly<Record<string, number>>;
  readonly copies: Readonly<Record<string, number>>;
}

const USERS = Array.from({ length: 10 }, (_, index) => ({
  ...{ name: `user${index}@example.org`, password: 'a-password' },
}));
const DRAFTS = '/MailAccounts/example/MailFolders/Drafts/MessageItems';

/** Sends this number of mails, half of them in one request with a key, half of them as drafts; each at every node at once, and at every node again. */
export async function sendRepeatedly(
  t: Parameters<typeof startCluster>[0],
  sends: number,
): Promise<SendsReport> {
  const sandbox = await startSandbox({ users: USERS, smtp: true });
  t.after(() => sandbox.close());
  const { imapPort, smtpPort = 0 } = sandbox;
  const { nodes } = await startCluster(t, { imapPort, smtpPort });
  const addresses = nodes.map(({ server }) => server.address);
  const statuses: Record<string, number> = {};
  const subjects = Array.from({ length: sends }, (_, index) => `Mail ${index}.`);
  await Promise.all(
    USERS.map(async ({ name: user, password }, lane) => {
      const login = loginOf({ user, password });
      for (let index = lane; index < sends; index += USERS.length) {
        const subject = subjects[index] ?? '';
        const isComposed = index % (2 * USERS.length) < USERS.length;
        const address = addresses[index % addresses.length] ?? '';
        const { path, init } = isComposed ? composed(subject) : await drafted({ subject, login, address });
        for (let round = 0; round < 2; round += 1) {
          const answers = addresses.map((each) =>
            requestV1(login, { address: each, path }, { method: 'POST', ...init }),
          );
          for (const { status } of await Promise.all(answers)) count(statuses, status);
        }
      }
    }),
  );
  const taken = new Map<string, number>();
  for (const { raw } of sandbox.acceptedMail)
    add(taken, /^Subject: (.*)\r$/m.exec(raw.toString('latin1'))?.[1]);
  const copies = new Map<string, number>();
  for (const user of USERS) {
    const found = await findMail({ host: '127.0.0.1', port: imapPort }, user);
    for (const { mailbox, subject } of found)
      add(copies, mailbox === 'Sent' ? subject : `${mailbox} ${subject}`);
  }
  return { statuses, taken: timesOf(subjects, taken), copies: timesOf(subjects, copies) };
}

interface SendRequest {
  readonly path: string;
  readonly init: Pick<RequestInit, 'body' | 'headers'>;
}

const mailOf = (subject: string) =>
  documentOf('MessageItem', { subject, textPlain: subject, to: [{ address: 'bob@example.com' }] });

function composed(subject: string): SendRequest {
  const headers = { 'idempotency-key': subject.replaceAll(' ', '-') };
  return { path: `${DRAFTS}/send`, init: { body: mailOf(subject), headers } };
}

async function drafted({
  subject,
  login,
  address,
}: {
  readonly subject: string;
  readonly login: string;
  readonly address: string;
}): Promise<SendRequest> {
  const made = await requestV1(login, { address, path: DRAFTS }, { method: 'POST', body: mailOf(subject) });
  const { data } = (await made.json()) as { data: { id: string } };
  return { path: `/MessageItems/${data.id}/send`, init: {} };
}

function add(counts: Map<string, number>, subject = ''): void {
  counts.set(subject, (counts.get(subject) ?? 0) + 1);
}

function count(counts: Record<string, number>, key: string | number): void {
  counts[key] = (counts[key] ?? 0) + 1;
}

function timesOf(
  subjects: readonly string[],
  found: ReadonlyMap<string, number>,
): Readonly<Record<string, number>> {
  const times: Record<string, number> = {};
  for (const subject of subjects) count(times, found.get(subject) ?? 0);
  return times;
}
