import type { FastifyRequest } from 'fastify';
import type { MailAccount, MailAccountId } from '../../../domain/accounts/mail-account.ts';
import { MailError } from '../../../domain/errors/mail-error.ts';
import {
  decodeName,
  ID_SEPARATOR,
  mailAccountResourceId,
} from '../../../resources/identifiers/resource-ids.ts';
import { isJsonObject } from '../../request/json-object.ts';
import { accountsOf, openAccountOf, provedPrincipalOf } from '../../request/login/authentication.ts';

/**
 * The account of the first relationship with an id. For a person, an unknown or absent id gives the first
 * account. Throws `authentication-failed` for a login without accounts; for a key, `mail-account-unknown`, or
 * `invalid-document` if the document names no account and the key does not open exactly one.
 */
export async function accountOfDocument(
  request: FastifyRequest,
  relationships: readonly string[],
): Promise<MailAccount> {
  const ids = relationships.map((name) => relatedId(request.body, name)?.split(ID_SEPARATOR, 1)[0]);
  const named = ids.find((id) => id !== undefined);
  if (provedPrincipalOf(request)?.kind === 'key') return openNamedAccount(request, named);
  const accounts = accountsOf(request);
  const account = accounts.find(({ id }) => mailAccountResourceId(id) === named) ?? accounts[0];
  if (account !== undefined) return account;
  throw new MailError('authentication-failed', { detail: 'The login has no mail account.' });
}

async function openNamedAccount(request: FastifyRequest, named: string | undefined): Promise<MailAccount> {
  const id = named === undefined ? undefined : (decodeName(named) as MailAccountId | undefined);
  const account = await openAccountOf(request, id);
  if (account !== undefined) return account;
  throw new MailError('invalid-document', {
    detail: 'The document names no account, and the key opens none or several.',
  });
}

function relatedId(body: unknown, relationship: string): string | undefined {
  const identifier = ['data', 'relationships', relationship, 'data'].reduce(
    (value: unknown, name) => (isJsonObject(value) ? value[name] : undefined),
    body,
  );
  return isJsonObject(identifier) && typeof identifier.id === 'string' ? identifier.id : undefined;
}
