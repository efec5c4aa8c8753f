import type { Account, Accounts, TokenState } from './accounts.ts';
import { LoginFailure } from './login-refusal.ts';

/** `foreign`: another user's. */
export type TokenFlaw = Exclude<TokenState, 'good'> | 'foreign' | 'unknown';

/** A refused token. */
export class TokenRefused extends Error {
  readonly flaw: TokenFlaw;

  constructor(flaw: TokenFlaw) {
    super(`The token is ${flaw}`);
    this.flaw = flaw;
  }
}

/** Name and password. */
export interface PasswordCredentials {
  readonly name: string;
  readonly password: string;
}

/** Without a name: the token's owner (RFC 7628 §3.1). */
export interface TokenCredentials {
  readonly name: string | undefined;
  readonly token: string;
}

/** Checks logins for IMAP and SMTP. */
export class Authenticator {
  isTokenServiceUp = true;
  readonly #accounts: Accounts;

  constructor(accounts: Accounts) {
    this.#accounts = accounts;
  }

  /** Throws LoginFailure. */
  checkPassword({ name, password }: PasswordCredentials): Account {
    const account = this.#accounts.get(name);
    if (account === undefined || account.password !== password) throw new LoginFailure('wrong-credentials');
    return requireOpen(account);
  }

  /** Throws TokenRefused, LoginFailure. */
  checkToken({ name, token }: TokenCredentials): Account {
    if (!this.isTokenServiceUp) throw new LoginFailure('token-service-down');
    const owner = this.#accounts.ownerOf(token);
    if (owner === undefined) throw new TokenRefused('unknown');
    const account = name === undefined ? owner : this.#accounts.get(name);
    const isOpen = account === owner || account?.delegates.has(owner.name) === true;
    if (account === undefined || !isOpen) throw new TokenRefused('foreign');
    const state = owner.tokens.get(token) ?? 'revoked';
    if (state !== 'good') throw new TokenRefused(state);
    return requireConnectable(account);
  }

  /** For SCRAM. */
  findWithPassword(name: string): { readonly account: Account; readonly password: string } | undefined {
    const account = this.#accounts.get(name);
    if (account?.password === undefined) return undefined;
    return { account, password: account.password };
  }

  admit(account: Account): Account {
    return requireOpen(account);
  }
}

function requireOpen(account: Account): Account {
  if (account.state === 'password-expired') throw new LoginFailure('password-expired');
  return requireConnectable(account);
}

function requireConnectable(account: Account): Account {
  if (account.state === 'disabled') throw new LoginFailure('account-disabled');
  return account;
}
