import { LRUCache } from 'lru-cache';
import type { AccountProblem, AccountState } from '../../domain/accounts/account-status.ts';
import type { MailAccountId } from '../../domain/accounts/mail-account.ts';
import type { StoredAccount } from '../../domain/accounts/stored-account.ts';
import { MailError } from '../../domain/errors/mail-error.ts';
import { attempt } from '../attempt.ts';
import type { Accounts } from '../ports/state/accounts.ts';
import { isKeyMissing } from './secret-unreadable.ts';
import { isServerAway } from './server-away.ts';

/** Two refusals within this time end a login's use. */
const REFUSED_TWICE_MS = 5 * 60_000;
const MAX_REFUSED = 10_000;
const MAX_ATTEMPTS = 5;

/** Keeps connected accounts' states, from their servers' responses. */
export interface AccountStanding {
  /** Call it after an accepted login. Returns the present account. */
  noteAccepted(account: StoredAccount): Promise<StoredAccount>;
  /** Call it for each failure. Returns the client's error. */
  noteFailure(account: StoredAccount, error: unknown): Promise<unknown>;
}

/** Dependencies. */
export interface AccountStandingDependencies {
  readonly accounts: Pick<Accounts, 'find' | 'save'>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Called after each change. */
  readonly forget: (id: MailAccountId) => void;
}

/** The service. */
export function createAccountStanding(dependencies: AccountStandingDependencies): AccountStanding {
  return new Standing(dependencies);
}

class Standing implements AccountStanding {
  readonly #dependencies: AccountStandingDependencies;
  /** By account and protocol: a login may be accepted for reading and refused for sending. */
  readonly #refusedAt = new LRUCache<string, number>({ max: MAX_REFUSED });

  constructor(dependencies: AccountStandingDependencies) {
    this.#dependencies = dependencies;
  }

  async noteAccepted(account: StoredAccount): Promise<StoredAccount> {
    this.#refusedAt.delete(`${account.id} imap`);
    return account.state === 'ok' ? account : this.#change(account, { state: 'ok', problem: null });
  }

  async noteFailure(account: StoredAccount, error: unknown): Promise<unknown> {
    if (!(error instanceof MailError)) return error;
    const { code, details } = error;
    if (code === 'reauthentication-needed') {
      await this.#change(account, { state: code, problem: { code, detail: details.detail } });
    } else if (code === 'secret-unreadable') {
      const state = isKeyMissing(error.cause) ? 'unreachable' : 'reauthentication-needed';
      await this.#change(account, { state, problem: { code, detail: details.detail } });
    } else if (isServerAway(error)) {
      await this.#change(account, { state: 'unreachable', problem: { code, detail: details.detail } });
    } else if (code === 'authentication-failed') {
      return this.#noteRefusal(account, error);
    }
    return error;
  }

  /** Without a cause, a remembered refusal: no server was asked. */
  async #noteRefusal(account: StoredAccount, error: MailError): Promise<MailError> {
    if (error.cause === undefined) return loginRefused(error);
    const { protocol } = error.server ?? { protocol: 'imap' };
    const key = `${account.id} ${protocol}`;
    const now = this.#dependencies.now();
    const before = this.#refusedAt.get(key) ?? Number.NEGATIVE_INFINITY;
    this.#refusedAt.set(key, now);
    if (now - before > REFUSED_TWICE_MS) return loginRefused(error);
    this.#refusedAt.delete(key);
    const server = protocol === 'smtp' ? 'sending server' : 'mail server';
    const detail = `The ${server} refused the login twice. Sign in again, with the present password.`;
    const problem = { code: 'authentication-failed', detail };
    await this.#change(account, { state: 'reauthentication-needed', problem });
    return reauthenticationNeeded(error);
  }

  /** Only while the tried login is stored. A failing store changes no answer. */
  async #change(
    tried: StoredAccount,
    { state, problem }: { readonly state: AccountState; readonly problem: AccountProblem | null },
  ): Promise<StoredAccount> {
    const { accounts, now, forget } = this.#dependencies;
    let current = tried;
    await attempt(async () => {
      for (let number = 1; number <= MAX_ATTEMPTS; number += 1) {
        const account = await accounts.find(tried.id);
        if (account === null) return;
        current = account;
        if (!hasLoginOf(account, tried) || isSettled(account, state)) return;
        const changed: StoredAccount = { ...account, state, problem, stateSince: now() };
        const epoch = await accounts.save(changed);
        forget(tried.id);
        if (epoch === null) continue;
        current = { ...changed, epoch };
        return;
      }
    });
    return current;
  }
}

/** The error of a login no longer tried. */
export function reauthenticationNeeded(cause?: unknown): MailError {
  const detail = 'The login of the account is no longer accepted. Reconnect the account.';
  return new MailError('reauthentication-needed', { detail }, { cause });
}

/** The error of a refused login with one more try; 401 would concern the key. */
function loginRefused(cause: MailError): MailError {
  const detail = 'The mail server refused the login of the account. It is tried once more.';
  return new MailError('server-unavailable', { detail, retryAfterSeconds: 60 }, { cause });
}

function hasLoginOf(account: StoredAccount, tried: StoredAccount): boolean {
  const loginOf = ({ login, inbox, outbox, outboxLogin }: StoredAccount) =>
    JSON.stringify([login, inbox, outbox, outboxLogin]);
  return loginOf(account) === loginOf(tried);
}

function isSettled({ state }: StoredAccount, wanted: AccountState): boolean {
  return state === wanted || state === 'disabled' || state === 'reauthentication-needed';
}
