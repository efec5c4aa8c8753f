/** Binds entity tags and cursors to the accounts of the login that they were issued to. */
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { accountKey } from '../../../domain/limit-keys.ts';
import { mailUserKey } from '../../../domain/login-key.ts';
import type { MailAccount } from '../../../domain/mail-account.ts';
import { accountsOf } from '../login/authentication.ts';

/** 132 bits distinguish all accounts. */
const DIGEST_CHARACTERS = 22;

/**
 * A text of 22 base64url characters that differs between the accounts of different logins, although they share an id and their
 * mailboxes share uidValidity and counts. The password is no part of it: it may change while a client keeps what it has. The same after
 * a restart, and in another process.
 */
export function accountDigestOf(request: FastifyRequest): string {
  return digestOf(accountsOf(request), mailUserKey);
}

/** Whose request it is. */
export interface RequestOwner {
  /** The same for all spellings of the user's name. Nothing may be shown by it. */
  readonly mailbox: string;
  /** The exact login. */
  readonly login: string;
}

/** The owner of the request as digests. */
export function requestOwnerOf(request: FastifyRequest): RequestOwner {
  const mailbox = digestOf(accountsOf(request), ({ login, inbox: server }) => accountKey({ login, server }));
  return { mailbox, login: accountDigestOf(request) };
}

function digestOf(accounts: readonly MailAccount[], keyOf: (account: MailAccount) => string): string {
  const names = accounts.map((account) => [account.origin, keyOf(account), account.id]);
  return createHash('sha256').update(JSON.stringify(names)).digest('base64url').slice(0, DIGEST_CHARACTERS);
}
