/** The account that a document names, where the address names none. */
import type { FastifyRequest } from 'fastify';
import type { MailAccount } from '../../../domain/mail-account.ts';
import { MailError } from '../../../domain/mail-error.ts';
import { isJsonObject } from '../../request/json-object.ts';
import { accountsOf } from '../../request/login/authentication.ts';
import { ID_SEPARATOR, mailAccountResourceId } from '../identifiers/resource-ids.ts';

/**
 * The account of the first relationship with one of these names: every id begins with that of its account. Without any, or where the
 * client has no such account, its first one, in which what the document names is then unknown. Throws `authentication-failed`
 * when the client has none.
 */
export function accountOfDocument(request: FastifyRequest, relationships: readonly string[]): MailAccount {
  const accounts = accountsOf(request);
  const ids = relationships.map((name) => relatedId(request.body, name)?.split(ID_SEPARATOR, 1)[0]);
  const named = ids.find((id) => id !== undefined);
  const account = accounts.find(({ id }) => mailAccountResourceId(id) === named) ?? accounts[0];
  if (account !== undefined) return account;
  throw new MailError('authentication-failed', { detail: 'The login has no mail account.' });
}

/** Invalid ids are refused later, by the reader of the document. */
function relatedId(body: unknown, relationship: string): string | undefined {
  const identifier = ['data', 'relationships', relationship, 'data'].reduce(
    (value: unknown, name) => (isJsonObject(value) ? value[name] : undefined),
    body,
  );
  return isJsonObject(identifier) && typeof identifier.id === 'string' ? identifier.id : undefined;
}
