import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Credentials, OpenedPrincipal, Principals } from '../../../application/accounts/principals.ts';
import type { MailAccount, MailAccountId } from '../../../domain/accounts/mail-account.ts';
import { MailError } from '../../../domain/errors/mail-error.ts';
import type { OwnerKey, Principal, RequiredScope } from '../../../domain/rights/principal.ts';
import { untilAborted } from '../../../domain/values/until-aborted.ts';
import { signalOf } from '../lifetime/request-signal.ts';
import { accountNamedIn } from '../url/named-account.ts';
import { pathParameter } from '../url/path-parameters.ts';
import { parseApiKey, parseRunToken } from './api-key-credentials.ts';
import { type ConnectionDataDecoder, readCredentials } from './credentials.ts';
import { downloadLinksOf } from './download-links.ts';

const DECORATOR = 'principal';

/**
 * Required login and scope.
 * - `account`: the account in the path.
 * - `account-or-ticket`: the same, or a download link.
 * - `stored-account`: the same; API keys do not sign in to it.
 * - `all-accounts`: a person's accounts; API keys open none.
 * - `named-account`: the same; API keys open a filter's account or their only one.
 * - `key`: API keys only, which open no account.
 */
export type RouteAccess =
  | {
      readonly login:
        | 'account'
        | 'account-or-ticket'
        | 'stored-account'
        | 'all-accounts'
        | 'named-account'
        | 'key';
      readonly scope: RequiredScope;
    }
  | { readonly login: 'none' };

/** Proves a login and sets its principal and accounts. */
export type Authentication = (request: FastifyRequest, access: RouteAccess) => Promise<void>;

interface AuthenticationDependencies {
  readonly principals: Principals;
  readonly decodeConnectionData: ConnectionDataDecoder;
}

/** Creates the authentication, which precedes reading the body. Once per server. */
export function addAuthentication(
  app: FastifyInstance,
  { principals, decodeConnectionData }: AuthenticationDependencies,
): Authentication {
  app.decorateRequest(DECORATOR);

  const credentialsOf = ({ headers, ip: client }: FastifyRequest): Credentials => {
    const key = principals.hasKeys ? parseApiKey(headers.authorization) : undefined;
    if (key !== undefined) return { kind: 'key', ...key, client };
    const token = principals.hasRunToken ? parseRunToken(headers.authorization) : undefined;
    if (token !== undefined) return { kind: 'run', token };
    return { kind: 'login', ...readCredentials(headers, decodeConnectionData), client };
  };

  const open = async (request: FastifyRequest, access: RouteAccess): Promise<OpenedPrincipal | undefined> => {
    if (access.login === 'none') return undefined;
    const { login, scope } = access;
    if (login === 'account-or-ticket') downloadLinksOf(request).redeem(request);
    const credentials = credentialsOf(request);
    if (login === 'key' && credentials.kind !== 'key') throw keyRequired();
    const isInPath = login !== 'all-accounts' && login !== 'named-account' && login !== 'key';
    const account = isInPath ? (pathParameter(request, 'mailAccountId') as MailAccountId) : null;
    const isStored = !isInPath || login === 'stored-account';
    const opened = await principals.open({ credentials, account, scope, isStored }, signalOf(request));
    if (login !== 'named-account' || opened.principal.kind === 'login') return opened;
    return openNamed(opened, accountNamedIn(request.originalUrl) as MailAccountId | undefined);
  };

  return async (request, access) => {
    const opened = await untilAborted(signalOf(request), open(request, access));
    if (opened !== undefined) request.setDecorator<OpenedPrincipal>(DECORATOR, opened);
  };
}

/** Undefined before authentication and without a login. */
export function provedPrincipalOf(request: FastifyRequest): Principal | undefined {
  const opened = Reflect.get(request, DECORATOR) as OpenedPrincipal | null | undefined;
  return opened?.principal;
}

/** Owner of content and answers. Requires a login. */
export function ownerKeyOf(request: FastifyRequest): OwnerKey {
  return openedOf(request).principal.ownerKey;
}

/** Proved accounts. Requires a login. */
export function accountsOf(request: FastifyRequest): readonly MailAccount[] {
  return openedOf(request).accounts;
}

/**
 * Opens the account with this id, else the only one, for `accountOf`. Throws `mail-account-unknown`;
 * undefined without an id if the key opens none or several.
 */
export async function openAccountOf(
  request: FastifyRequest,
  id: MailAccountId | undefined,
): Promise<MailAccount | undefined> {
  const opened = await openNamed(openedOf(request), id);
  request.setDecorator<OpenedPrincipal>(DECORATOR, opened);
  return opened.accounts[0];
}

/** The error for the client, noted by its connected account. */
export async function explainFailure(request: FastifyRequest, error: unknown): Promise<unknown> {
  const opened = Reflect.get(request, DECORATOR) as OpenedPrincipal | null | undefined;
  const [account] = opened?.accounts ?? [];
  return account === undefined ? error : ((await opened?.noteFailure?.(account, error)) ?? error);
}

/**
 * A reader of the present principal: null once it no longer opens the account. Undefined for logins, which
 * the mail server ends.
 */
export function presentAccess(request: FastifyRequest): (() => Promise<Principal | null>) | undefined {
  const {
    renewed,
    accounts: [account],
  } = openedOf(request);
  return renewed && (() => renewed(account?.id ?? null));
}

function keyRequired(): MailError {
  return new MailError('access-denied', { detail: 'This address is for API keys.' });
}

async function openNamed(
  opened: OpenedPrincipal,
  named: MailAccountId | undefined,
): Promise<OpenedPrincipal> {
  const id = named ?? (await opened.soleAccount());
  return id === null ? opened : { ...opened, accounts: [await opened.openAccount(id)] };
}

/** Narrows the request to one account. */
export function narrowToAccount(request: FastifyRequest, account: MailAccount): void {
  request.setDecorator<OpenedPrincipal>(DECORATOR, { ...openedOf(request), accounts: [account] });
}

/** The request's account. Requires an account login. */
export function accountOf(request: FastifyRequest): MailAccount {
  const [account] = accountsOf(request);
  if (account === undefined) throw new Error('This route does not require the login of an account.');
  return account;
}

function openedOf(request: FastifyRequest): OpenedPrincipal {
  const opened = request.getDecorator<OpenedPrincipal | null | undefined>(DECORATOR);
  if (opened === undefined || opened === null) throw new Error('This route does not require a login.');
  return opened;
}
