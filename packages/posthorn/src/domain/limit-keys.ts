/**
 * The keys of limits, locks and budgets: one for each mailbox, however its name is spelled. Two people may share one on a server
 * that distinguishes case, so nothing is ever shown, cached or signed in by these keys; `login-key.ts` has the exact ones.
 */
import { domainToASCII } from 'node:url';
import type { Branded } from './brand.ts';
import type { Login } from './login.ts';
import type { MessageRef } from './message-ref.ts';

/** A user name, in whichever spelling. */
export type UserKey = Branded<string, 'UserKey'>;
/** A user at a server. */
export type AccountKey = Branded<string, 'AccountKey'>;
/** A host, whichever its ports. */
export type HostKey = Branded<string, 'HostKey'>;
/** A server: its host and port, and what else tells its failures apart. */
export type ServerKey = Branded<string, 'ServerKey'>;
/** A mailbox within its account. */
export type MailboxKey = Branded<string, 'MailboxKey'>;
/** A message of an account. */
export type MessageLockKey = Branded<string, 'MessageLockKey'>;

interface Server {
  readonly host: string;
  readonly port: number;
}

/** Both ports of a protocol lead to the same mailboxes. */
const PROTOCOLS: ReadonlyMap<number, string> = new Map([
  [143, 'imap'],
  [993, 'imap'],
  [465, 'submission'],
  [587, 'submission'],
]);

/** The key of a user name: case and form of Unicode are folded, and its domain is one of the DNS. */
export function userKey(user: string): UserKey {
  const folded = fold(user.trim());
  const at = folded.lastIndexOf('@');
  return (at < 0 ? folded : `${folded.slice(0, at)}@${foldHost(folded.slice(at + 1))}`) as UserKey;
}

/** The key of a user at a server. The ports of one protocol are the same. */
export function accountKey({
  login,
  server,
}: {
  readonly login: Login;
  readonly server: Server;
}): AccountKey {
  const protocol = PROTOCOLS.get(server.port) ?? server.port;
  return JSON.stringify([foldHost(server.host), protocol, userKey(login.user)]) as AccountKey;
}

/** The key of a host. */
export function hostKey(host: string): HostKey {
  return foldHost(host) as HostKey;
}

/** The key of a server. The circumstances are what fails apart from others, such as the security of the connection. */
export function serverKey({ host, port }: Server, ...circumstances: readonly string[]): ServerKey {
  return [...circumstances, `${foldHost(host)}:${port}`].join(' ') as ServerKey;
}

/** The key of a mailbox. Many servers ignore case in names, and all of them in INBOX (RFC 9051 §5.1). */
export function mailboxKey(name: string): MailboxKey {
  return fold(name) as MailboxKey;
}

/** The key of a message's lock. */
export function messageLockKey({ account, mailbox, uid }: MessageRef): MessageLockKey {
  const owner = accountKey({ login: account.login, server: account.inbox });
  return JSON.stringify([owner, mailboxKey(mailbox), uid]) as MessageLockKey;
}

/** Upper case first: it has one form for letters of which lower case has several, such as ß and ss. */
function fold(text: string): string {
  return text.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
}

/** Internationalised names in their ASCII form. What is no name of the DNS stays as it is. */
function foldHost(host: string): string {
  const name = fold(host).replace(/\.+$/, '');
  return domainToASCII(name) || name;
}
