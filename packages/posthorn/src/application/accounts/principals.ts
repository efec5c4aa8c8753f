import { createHash, timingSafeEqual } from 'node:crypto';
import type { MailAccount, MailAccountId } from '../../domain/accounts/mail-account.ts';
import { MailError } from '../../domain/errors/mail-error.ts';
import { accountKey } from '../../domain/limits/limit-keys.ts';
import type { Login } from '../../domain/logins/login.ts';
import type { Secret } from '../../domain/logins/secret.ts';
import {
  MAIL_SCOPES,
  mayOpen,
  missingScope,
  type OwnerKey,
  type Principal,
  type RequiredScope,
} from '../../domain/rights/principal.ts';
import type { RequestCredentials } from '../ports/auth-provider.ts';
import type { MailAccounts } from './mail-accounts.ts';

/** A person's login. */
export interface LoginCredentials extends RequestCredentials {
  readonly kind: 'login';
}

/** A program's API key, `ph_<id>_<secret>`. */
export interface KeyCredentials {
  readonly kind: 'key';
  readonly id: string;
  readonly secret: Secret;
  readonly client: string;
}

/** A server run's token, `try_<secret>`. */
export interface RunCredentials {
  readonly kind: 'run';
  readonly token: Secret;
}

export type Credentials = LoginCredentials | KeyCredentials | RunCredentials;

/** Credentials and a requested account; null: all. */
export interface PrincipalRequest<Of extends Credentials> {
  readonly credentials: Of;
  readonly account: MailAccountId | null;
}

/** A principal with proved credentials. Check the scope before calling its methods. */
export interface ProvedPrincipal extends AccountOpener {
  readonly principal: Principal;
  /** The requested account; for null, the login's. */
  openAccounts(): Promise<readonly MailAccount[]>;
}

/** Opens accounts named late in a request, as in its body. */
export interface AccountOpener {
  /** Throws `mail-account-unknown`. */
  openAccount(id: MailAccountId): Promise<MailAccount>;
  /** Null for none or several. */
  soleAccount(): Promise<MailAccountId | null>;
  /** Call it after failed work in an account. Returns the client's error. */
  noteFailure?(account: MailAccount, error: unknown): Promise<unknown>;
  /**
   * The present principal, for lasting answers; null once it opens nothing, or not this account. Absent for logins,
   * which the mail server ends.
   */
  renewed?(account: MailAccountId | null): Promise<Principal | null>;
}

/** Proves credentials of one kind. Throws `authentication-failed`, and errors of opening accounts. */
export interface PrincipalSource<Of extends Credentials> {
  prove(request: PrincipalRequest<Of>, signal: AbortSignal): Promise<ProvedPrincipal>;
}

/** An installation's sources by credential kind. */
export interface PrincipalSources {
  readonly login: PrincipalSource<LoginCredentials>;
  /** Absent: no API keys; such tokens are of logins. */
  readonly key?: PrincipalSource<KeyCredentials> | undefined;
  readonly run?: PrincipalSource<RunCredentials>;
}

/** An authorized principal and its accounts. */
export interface OpenedPrincipal extends AccountOpener {
  readonly principal: Principal;
  readonly accounts: readonly MailAccount[];
}

/** The only path from credentials to accounts. */
export interface Principals {
  readonly hasKeys: boolean;
  readonly hasRunToken: boolean;

  /**
   * Proves the credentials, checks the scope, then opens the accounts. Throws `scope-missing`,
   * `mail-account-unknown` for others' accounts, and the source's errors.
   */
  open(request: OpenRequest, signal: AbortSignal): Promise<OpenedPrincipal>;
}

/** A route's credentials, requested account and scope. */
export interface OpenRequest extends PrincipalRequest<Credentials> {
  readonly scope: RequiredScope;
  /** True: a key signs in only when an account is opened by id. */
  readonly isStored?: boolean;
}

/** The service. */
export function createPrincipals(sources: PrincipalSources): Principals {
  const prove = ({ credentials, account }: PrincipalRequest<Credentials>, signal: AbortSignal) => {
    if (credentials.kind === 'login') return sources.login.prove({ credentials, account }, signal);
    if (credentials.kind === 'run') {
      if (sources.run !== undefined) return sources.run.prove({ credentials, account }, signal);
      throw new MailError('authentication-failed', { detail: 'This server has no token of its run.' });
    }
    if (sources.key !== undefined) return sources.key.prove({ credentials, account }, signal);
    throw new MailError('authentication-failed', { detail: 'There are no API keys here.' });
  };

  return {
    hasKeys: sources.key !== undefined,
    hasRunToken: sources.run !== undefined,

    async open({ scope, isStored = false, ...request }, signal) {
      const proved = await prove(request, signal);
      const { principal } = proved;
      const missing = missingScope(principal, scope);
      if (missing !== null) throw scopeMissing(missing);
      const requireAllowed = (id: MailAccountId) => {
        if (!mayOpen(principal, id)) throw accountUnknown();
      };
      if (request.account !== null) requireAllowed(request.account);
      const { noteFailure, renewed } = proved;
      return {
        principal,
        accounts: isStored && principal.kind === 'key' ? [] : await proved.openAccounts(),
        soleAccount: () => proved.soleAccount(),
        ...(noteFailure && { noteFailure }),
        ...(renewed && {
          async renewed(account) {
            const present = await renewed(account);
            if (present === null || missingScope(present, scope) !== null) return null;
            return account === null || mayOpen(present, account) ? present : null;
          },
        }),
        async openAccount(id) {
          requireAllowed(id);
          return proved.openAccount(id);
        },
      };
    },
  };
}

/** The source of people's logins, proved by mail servers, with all scopes. */
export function createLoginSource(mailAccounts: MailAccounts): PrincipalSource<LoginCredentials> {
  return {
    async prove({ credentials, account: id }, signal) {
      const accounts =
        id === null
          ? await mailAccounts.list(credentials, signal)
          : [await mailAccounts.get({ credentials, id }, signal)];
      const principal: Principal = {
        kind: 'login',
        scopes: new Set(MAIL_SCOPES),
        accounts: 'all',
        get ownerKey() {
          return ownerKeyOf(accounts);
        },
        name: credentials.login.user,
      };
      return {
        principal,
        openAccounts: async () => accounts,
        soleAccount: async () => (accounts.length === 1 && accounts[0] ? accounts[0].id : null),
        async openAccount(named) {
          const account = accounts.find((each) => each.id === named);
          if (account === undefined) throw accountUnknown();
          return account;
        },
      };
    },
  };
}

/** A run token and its login. */
export interface RunSourceDependencies {
  readonly token: Secret;
  readonly login: Login;
  readonly logins: PrincipalSource<LoginCredentials>;
}

/** The source of the run token, which opens the login's accounts and ends with the process. */
export function createRunSource({
  token,
  login,
  logins,
}: RunSourceDependencies): PrincipalSource<RunCredentials> {
  const expected = digestOf(token);
  return {
    async prove({ credentials, account }, signal) {
      if (!timingSafeEqual(digestOf(credentials.token), expected)) {
        throw new MailError('authentication-failed', { detail: 'The token is not that of this run.' });
      }
      return logins.prove({ credentials: { kind: 'login', login }, account }, signal);
    },
  };
}

/** Hashed: `timingSafeEqual` requires equal lengths. */
function digestOf(token: Secret): Buffer {
  return createHash('sha256').update(token.reveal()).digest();
}

/** Renaming an account must not change its owner. */
function ownerKeyOf(accounts: readonly MailAccount[]): OwnerKey {
  return accounts.map(({ login, inbox: server }) => accountKey({ login, server })).join(' ') as OwnerKey;
}

function scopeMissing(scope: string): MailError {
  const detail = `The credentials lack the scope ${scope}.`;
  return new MailError('scope-missing', { detail, tokenProblem: { error: 'insufficient_scope', scope } });
}

function accountUnknown(): MailError {
  return new MailError('mail-account-unknown', { detail: 'The client has no such account.' });
}
