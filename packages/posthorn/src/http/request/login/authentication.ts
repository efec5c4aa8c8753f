/** Authenticates the client before anything else of its request is read. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { MailAccounts } from '../../../application/accounts/mail-accounts.ts';
import { type AccountKey, accountKey } from '../../../domain/limit-keys.ts';
import type { MailAccount, MailAccountId } from '../../../domain/mail-account.ts';
import { untilAborted } from '../../../domain/until-aborted.ts';
import { signalOf } from '../lifetime/request-signal.ts';
import { pathParameter } from '../url/path-parameters.ts';
import { type ConnectionDataDecoder, readCredentials } from './credentials.ts';
import { downloadLinksOf } from './download-links.ts';

const DECORATOR = 'mailAccounts';

/**
 * Whose login a route needs: that of the account in its path, which with `account-or-ticket` a download link may stand for, that of all
 * accounts of the client, or none.
 */
export type RequiredLogin = 'account' | 'account-or-ticket' | 'all-accounts' | 'none';

/** Proves a login and leaves the accounts for `accountOf` and `accountsOf`. */
export type Authentication = (request: FastifyRequest, login: RequiredLogin) => Promise<void>;

/** The authentication of all routes; call it once for each server. */
export function addAuthentication(
  app: FastifyInstance,
  dependencies: { readonly mailAccounts: MailAccounts; readonly decodeConnectionData: ConnectionDataDecoder },
): Authentication {
  const { mailAccounts, decodeConnectionData } = dependencies;
  app.decorateRequest(DECORATOR);

  const prove = async (request: FastifyRequest, login: RequiredLogin): Promise<readonly MailAccount[]> => {
    if (login === 'none') return [];
    if (login === 'account-or-ticket') downloadLinksOf(request).redeem(request);
    const credentials = { ...readCredentials(request.headers, decodeConnectionData), client: request.ip };
    if (login === 'all-accounts') return mailAccounts.list(credentials, signalOf(request));
    const id = pathParameter(request, 'mailAccountId') as MailAccountId;
    return [await mailAccounts.get({ credentials, id }, signalOf(request))];
  };

  return async (request, login) => {
    const accounts = await untilAborted(signalOf(request), prove(request, login));
    request.setDecorator<readonly MailAccount[]>(DECORATOR, accounts);
  };
}

/** The accounts whose logins were proved for this request. */
export function accountsOf(request: FastifyRequest): readonly MailAccount[] {
  return request.getDecorator<readonly MailAccount[]>(DECORATOR);
}

/** The accounts whose logins were proved for this request, none before that and for routes without a login. */
export function provedAccountsOf(request: FastifyRequest): readonly MailAccount[] {
  const accounts: unknown = Reflect.get(request, DECORATOR);
  return Array.isArray(accounts) ? accounts : [];
}

/** Leaves only this one of them for `accountOf`. */
export function narrowToAccount(request: FastifyRequest, account: MailAccount): void {
  request.setDecorator<readonly MailAccount[]>(DECORATOR, [account]);
}

/** The account named in the path, its login proved. Only for routes that need the login of an account. */
export function accountOf(request: FastifyRequest): MailAccount {
  const [account] = accountsOf(request);
  if (account === undefined) throw new Error('This route does not require the login of an account.');
  return account;
}

/** Whose the content is that comes with the request. Only for routes that need the login of an account. */
export function contentOwnerOf(request: FastifyRequest): AccountKey {
  const { login, inbox: server } = accountOf(request);
  return accountKey({ login, server });
}
