/** Another client that changes a mailbox at random, and sees it as it is. */
import type { Sandbox } from 'posthorn-sandbox';
import type { Dovecot, MailUser } from '../../support/dovecot.ts';
import { openImapConnection } from '../../support/imap-connection.ts';

/** The flags of the messages by uid, sorted, in lower case, without \Recent. */
export type Mail = ReadonlyMap<number, string>;

/** Changes a mailbox behind the back of the code under test. */
export interface OtherClient {
  deliver(count: number): Promise<void>;
  setFlags(uid: number, flags: readonly string[]): Promise<void>;
  expunge(uid: number): Promise<void>;
  /** The mailbox as a new session sees it. */
  look(): Promise<Mail>;
  close(): Promise<void>;
}

const RAW = Buffer.from('From: a@example.org\r\nSubject: Hello\r\n\r\nText.\r\n');
const FLAGS = ['\\Seen', '\\Flagged', '\\Answered', '\\Draft', 'work'];

/** Through the handle of a sandbox. */
export function otherSandboxClient(
  sandbox: Pick<Sandbox, 'user'>,
  { user: name, mailbox }: { readonly user: string; readonly mailbox: string },
): OtherClient {
  const user = sandbox.user(name);
  return {
    async deliver(count) {
      for (let number = 0; number < count; number += 1) user.deliver(RAW, { mailbox });
    },
    setFlags: async (uid, flags) => user.setFlags(mailbox, uid, flags),
    expunge: async (uid) => user.expunge(mailbox, uid),
    look: async () => new Map(user.messages(mailbox).map(({ uid, flags }) => [uid, textOf([...flags])])),
    close: async () => undefined,
  };
}

/** Through connections of its own. */
export async function otherDovecotClient(
  server: Pick<Dovecot, 'host' | 'port'>,
  { user, mailbox }: { readonly user: MailUser; readonly mailbox: string },
): Promise<OtherClient> {
  const connection = await openImapConnection(server, user);
  await connection.command(`SELECT ${mailbox}`);
  return {
    async deliver(count) {
      const messages = Array.from({ length: count }, () => ({ raw: RAW }));
      await connection.append(mailbox, messages);
      await connection.command('NOOP');
    },
    async setFlags(uid, flags) {
      await connection.command(`UID STORE ${uid} FLAGS (${flags.join(' ')})`);
    },
    async expunge(uid) {
      await connection.command(`UID STORE ${uid} +FLAGS (\\Deleted)`);
      await connection.command(`UID EXPUNGE ${uid}`);
    },
    async look() {
      const fresh = await openImapConnection(server, user);
      const answers = await fresh.command(`EXAMINE ${mailbox}`);
      const isEmpty = answers.some((answer) => /^\* 0 EXISTS/.test(answer));
      const fetched = isEmpty ? [] : await fresh.command('UID FETCH 1:* (FLAGS)');
      await fresh.close();
      return new Map(fetched.flatMap(readFlags));
    },
    close: () => connection.close(),
  };
}

function readFlags(answer: string): [number, string][] {
  const uid = /UID (\d+)/.exec(answer)?.[1];
  const flags = /FLAGS \(([^)]*)\)/.exec(answer)?.[1];
  return uid === undefined || flags === undefined ? [] : [[Number(uid), textOf(flags.split(' '))]];
}

/** The flags as the models compare them. */
export function textOf(flags: readonly string[]): string {
  return flags
    .map((flag) => flag.toLowerCase())
    .filter((flag) => flag !== '' && flag !== '\\recent')
    .sort()
    .join(' ');
}

/** With as many, no more are delivered: the cost of a comparison grows with them. Enough for more ranges of uids than a state holds. */
const MAX_MESSAGES = 200;

/** Changes the mailbox once, at random. */
export async function changeAtRandom(
  other: OtherClient,
  { random, mail }: { readonly random: () => number; readonly mail: Mail },
): Promise<void> {
  const uids = [...mail.keys()];
  // New messages go more often than old ones: those came and went between two questions.
  const uid = random() < 0.3 ? uids.at(-1) : uids[Math.floor(random() * uids.length)];
  const choice = random();
  if (uid === undefined || (choice < 0.3 && uids.length < MAX_MESSAGES))
    return other.deliver(1 + Math.floor(random() * 3));
  if (choice < 0.55) return other.expunge(uid);
  return other.setFlags(
    uid,
    FLAGS.filter(() => random() < 0.4),
  );
}
