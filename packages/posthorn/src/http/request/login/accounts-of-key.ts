import type { FastifyRequest } from 'fastify';
import type { AccountFilter } from '../../../application/ports/state/accounts.ts';
import { MailError } from '../../../domain/errors/mail-error.ts';
import { provedPrincipalOf } from './authentication.ts';

/** Accounts visible to the request's key. */
export function boundFilterOf(request: FastifyRequest): AccountFilter {
  const { key, accounts } = provedPrincipalOf(request) ?? {};
  return key === undefined || accounts === 'all' ? {} : { boundTo: key };
}

/** Throws `access-denied` for a bound key: it could not open the new account. */
export function refuseBoundKey(request: FastifyRequest): void {
  if (provedPrincipalOf(request)?.accounts === 'all') return;
  throw new MailError('access-denied', { detail: 'A key that is bound to accounts connects no others.' });
}
