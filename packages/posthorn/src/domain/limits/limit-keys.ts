/**
 * Keys of limits, locks and budgets, for any spelling. Users of a case-sensitive server may share one: never
 * cache, show or sign in by it (`login-key.ts`).
 */
import { domainToASCII } from 'node:url';
import type { Login } from '../logins/login.ts';
import type { MessageRef } from '../messages/message-ref.ts';
import type { Branded } from '../values/brand.ts';

export type UserKey = Branded<string, 'UserKey'>;
export type AccountKey = Branded<string, 'AccountKey'>;
export type HostKey = Branded<string, 'HostKey'>;
export type ServerKey = Branded<string, 'ServerKey'>;
export type MailboxKey = Branded<string, 'MailboxKey'>;
export type MessageLockKey = Branded<string, 'MessageLockKey'>;

interface Server {
  readonly host: string;
  readonly port: number;
}

/** Both ports of a protocol serve the same mailboxes. */
const PROTOCOLS: ReadonlyMap<number, string> = new Map([
  [143, 'imap'],
  [993, 'imap'],
  [465, 'submission'],
  [587, 'submission'],
]);

/** Folds case and Unicode form. */
export function userKey(user: string): UserKey {
  const folded = fold(user.trim());
  const at = folded.lastIndexOf('@');
  return (at < 0 ? folded : `${folded.slice(0, at)}@${foldHost(folded.slice(at + 1))}`) as UserKey;
}

/** One for all ports of a protocol. */
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

/** A host's key, in any spelling. */
export function hostKey(host: string): HostKey {
  return foldHost(host) as HostKey;
}

/** Circumstances fail separately, such as encryption. */
export function serverKey({ host, port }: Server, ...circumstances: readonly string[]): ServerKey {
  return [...circumstances, `${foldHost(host)}:${port}`].join(' ') as ServerKey;
}

/** Folds case, as many servers do (RFC 9051 §5.1). */
export function mailboxKey(name: string): MailboxKey {
  return fold(name) as MailboxKey;
}

/** One message's lock. */
export function messageLockKey({ account, mailbox, uid }: MessageRef): MessageLockKey {
  const owner = accountKey({ login: account.login, server: account.inbox });
  return JSON.stringify([owner, mailboxKey(mailbox), uid]) as MessageLockKey;
}

/** Upper case first: it unifies ß and ss. */
function fold(text: string): string {
  return text.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
}

/** Invalid names unchanged. */
function foldHost(host: string): string {
  const name = fold(host).replace(/\.+$/, '');
  return domainToASCII(name) || name;
}
