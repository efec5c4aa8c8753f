/** Binds entity tags and cursors to the accounts of the login that they were issued to. */
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
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
  return digestOf(accountsOf(request));
}

function digestOf(accounts: readonly MailAccount[]): string {
  const names = accounts.map((account) => [account.origin, mailUserKey(account), account.id]);
  return createHash('sha256').update(JSON.stringify(names)).digest('base64url').slice(0, DIGEST_CHARACTERS);
}
