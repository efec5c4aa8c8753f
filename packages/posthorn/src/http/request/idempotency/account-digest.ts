import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { mailUserKey } from '../../../domain/accounts/login-key.ts';
import type { OwnerKey } from '../../../domain/rights/principal.ts';
import { accountsOf, ownerKeyOf } from '../login/authentication.ts';

const DIGEST_CHARACTERS = 22;

/**
 * 22 base64url characters that bind entity tags and cursors to accounts, which may have equal ids and counts.
 * Independent of password, restarts and processes.
 */
export function accountDigestOf(request: FastifyRequest): string {
  const accounts = accountsOf(request).map((account) => [account.origin, mailUserKey(account), account.id]);
  const names = accounts.length > 0 ? accounts : [ownerKeyOf(request)];
  return createHash('sha256').update(JSON.stringify(names)).digest('base64url').slice(0, DIGEST_CHARACTERS);
}

/** A request's owner and account digest. */
export interface RequestOwner {
  readonly key: OwnerKey;
  readonly accounts: string;
}

/** A proved request's owner. */
export function requestOwnerOf(request: FastifyRequest): RequestOwner {
  return { key: ownerKeyOf(request), accounts: accountDigestOf(request) };
}
