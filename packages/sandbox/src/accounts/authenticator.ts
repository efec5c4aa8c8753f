/** Decides whether a password or a token opens an account, for IMAP and SMTP alike. */
import type { Account, Accounts, TokenState } from './accounts.ts';
import { LoginFailure } from './login-refusal.ts';

/** What is wrong with a token: its state, or `foreign`: it was issued to another user; `unknown`: to nobody. */
export type TokenFlaw = Exclude<TokenState, 'good'> | 'foreign' | 'unknown';

/** A token does not open the account. The client learns why before its login fails. */
export class TokenRefused extends Error {
  readonly flaw: TokenFlaw;

  constructor(flaw: TokenFlaw) {
    super(`The token is ${flaw}`);
    this.flaw = flaw;
  }
}

/** A name with its password. */
export interface PasswordCredentials {
  readonly name: string;
  readonly password: string;
}

/** A name with a bearer token. Without a name, the token's owner is meant (RFC 7628 §3.1). */
export interface TokenCredentials {
  readonly name: string | undefined;
  readonly token: string;
}

/** Checks credentials against the accounts. */
export class Authenticator {
  /** False: tokens cannot be checked. */
  isTokenServiceUp = true;
  readonly #accounts: Accounts;

  constructor(accounts: Accounts) {
    this.#accounts = accounts;
  }

  /** The account that the password opens. Throws LoginFailure. */
  checkPassword({ name, password }: PasswordCredentials): Account {
    const account = this.#accounts.get(name);
    if (account === undefined || account.password !== password) throw new LoginFailure('wrong-credentials');
    return requireOpen(account);
  }

  /** The account that the token opens. Throws TokenRefused, LoginFailure. */
  checkToken({ name, token }: TokenCredentials): Account {
    if (!this.isTokenServiceUp) throw new LoginFailure('token-service-down');
    const owner = this.#accounts.ownerOf(token);
    if (owner === undefined) throw new TokenRefused('unknown');
    if (name !== undefined && name !== owner.name) throw new TokenRefused('foreign');
    const state = owner.tokens.get(token) ?? 'revoked';
    if (state !== 'good') throw new TokenRefused(state);
    return requireConnectable(owner);
  }

  /** The account of that name with its password, for mechanisms in which the password does not travel. */
  findWithPassword(name: string): { readonly account: Account; readonly password: string } | undefined {
    const account = this.#accounts.get(name);
    if (account?.password === undefined) return undefined;
    return { account, password: account.password };
  }

  /** The account, after its password has been proven. Throws LoginFailure. */
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
