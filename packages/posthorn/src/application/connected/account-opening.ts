import type { MailAccount, MailAccountId, SendingAccount } from '../../domain/accounts/mail-account.ts';
import type { StoredAccount } from '../../domain/accounts/stored-account.ts';
import { MailError } from '../../domain/errors/mail-error.ts';
import { untilAborted } from '../../domain/values/until-aborted.ts';
import type { MailStore } from '../ports/mail/mail-store.ts';
import type { RecentRows } from '../recent-rows.ts';
import { type AccountBackoff, createAccountBackoff } from './account-backoff.ts';
import type { AccountLogins } from './account-logins.ts';
import type { AccountRemovals } from './account-removals.ts';
import { type AccountStanding, reauthenticationNeeded } from './account-standing.ts';
import { isServerAway } from './server-away.ts';

/** A connected account to open. */
export interface OpeningRequest {
  readonly id: MailAccountId;
  /** From trusted proxies; absent outside requests. */
  readonly client?: string;
}

/** Opens connected accounts after proving their stored login. */
export interface AccountOpening {
  /**
   * Throws `mail-account-unknown`, `reauthentication-needed` and `disabled` without asking the mail server,
   * `secret-unreadable`, `store-unavailable`, `capability-missing` without an inbox, and like
   * `MailStore.verifyLogin`.
   */
  open(request: OpeningRequest, signal: AbortSignal): Promise<MailAccount>;

  /** False if missing, disabled, or needing a new login. */
  isUsable(id: MailAccountId): Promise<boolean>;

  /** Like `open`, for accounts without an inbox; throws `capability-missing` for others. */
  openForSending(request: OpeningRequest, signal: AbortSignal): Promise<SendingAccount>;

  /** Call it after the sending server accepts such an account's message. */
  noteSent(account: SendingAccount): Promise<void>;

  /** Call it after failed work in an opened account. Returns the client's error. */
  noteFailure(account: SendingAccount, error: unknown): Promise<unknown>;
}

/** Dependencies. */
export interface AccountOpeningDependencies {
  readonly rows: RecentRows<MailAccountId, StoredAccount>;
  readonly logins: AccountLogins;
  readonly standing: AccountStanding;
  readonly removals: AccountRemovals;
  readonly mailStore: Pick<MailStore, 'verifyLogin' | 'knowsLogin' | 'forgetRefusal'>;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Of a proof that requests may share. */
const PROOF_MS = 30_000;

/** The service. */
export function createAccountOpening(dependencies: AccountOpeningDependencies): AccountOpening {
  return new Opening(dependencies);
}

class Opening implements AccountOpening {
  readonly #dependencies: AccountOpeningDependencies;
  readonly #backoff: AccountBackoff;
  /** By account and version: one sign-in for all waiting requests. */
  readonly #proofs = new Map<string, Promise<StoredAccount>>();
  readonly #opened = new WeakMap<SendingAccount, StoredAccount>();

  constructor(dependencies: AccountOpeningDependencies) {
    this.#dependencies = dependencies;
    this.#backoff = createAccountBackoff(dependencies.now);
  }

  async open({ id, client }: OpeningRequest, signal: AbortSignal): Promise<MailAccount> {
    const { rows, removals } = this.#dependencies;
    // First: a removal from here on ends the request.
    const removed = removals.signalOf(id);
    const stored = await rows.find(id);
    if (stored === null) throw accountUnknown();
    const refusal = refusalOf(stored);
    if (refusal !== null) throw refusal;
    const account: MailAccount = { ...(await this.#openLogin(stored, signal)), client, removed };
    const isKnown = stored.state === 'ok' && this.#dependencies.mailStore.knowsLogin?.(account) === true;
    const proved = isKnown ? stored : await untilAborted(signal, this.#prove(stored, account));
    removed.throwIfAborted();
    const opened: MailAccount = { ...account, status: proved };
    this.#opened.set(opened, proved);
    return opened;
  }

  async isUsable(id: MailAccountId): Promise<boolean> {
    const stored = await this.#dependencies.rows.find(id);
    return stored !== null && refusalOf(stored) === null;
  }

  async openForSending({ id, client }: OpeningRequest, signal: AbortSignal): Promise<SendingAccount> {
    const { rows, removals, logins, standing } = this.#dependencies;
    const removed = removals.signalOf(id);
    const stored = await rows.find(id);
    if (stored === null) throw accountUnknown();
    const refusal = refusalOf(stored);
    if (refusal !== null) throw refusal;
    if (stored.inbox !== null) throw hasInbox();
    const account = await logins
      .openForSending(stored, signal)
      .catch(async (error: unknown) => Promise.reject(await standing.noteFailure(stored, error)));
    removed.throwIfAborted();
    const opened: SendingAccount = { ...account, client, removed, status: stored };
    this.#opened.set(opened, stored);
    return opened;
  }

  async noteSent(account: SendingAccount): Promise<void> {
    const stored = this.#opened.get(account);
    if (stored !== undefined) await this.#dependencies.standing.noteAccepted(stored);
  }

  async noteFailure(account: SendingAccount, error: unknown): Promise<unknown> {
    if (account.removed?.aborted === true) return account.removed.reason;
    const stored = this.#opened.get(account);
    if (stored === undefined || !(error instanceof MailError)) return error;
    const { server, code } = error;
    // A strange response about a message says nothing about the account.
    if (server === undefined || code === 'protocol-failure') return error;
    const isItsOnlyServer = server.protocol === 'imap' || stored.inbox === null;
    return isItsOnlyServer || code === 'authentication-failed'
      ? this.#dependencies.standing.noteFailure(stored, error)
      : error;
  }

  async #openLogin(stored: StoredAccount, signal: AbortSignal): Promise<MailAccount> {
    const { logins, standing } = this.#dependencies;
    try {
      return await logins.open(stored, signal);
    } catch (error) {
      // No mail server was asked: an absent provider changes no state.
      throw isServerAway(error) ? error : await standing.noteFailure(stored, error);
    }
  }

  #prove(stored: StoredAccount, account: MailAccount): Promise<StoredAccount> {
    const key = `${stored.id} ${stored.epoch}`;
    const known = this.#proofs.get(key);
    if (known !== undefined) return known;
    const proof = this.#signIn(stored, account).finally(() => this.#proofs.delete(key));
    this.#proofs.set(key, proof);
    // Each waiting request handles it.
    proof.catch(() => undefined);
    return proof;
  }

  async #signIn(stored: StoredAccount, account: MailAccount): Promise<StoredAccount> {
    const { mailStore, standing } = this.#dependencies;
    const signal = AbortSignal.timeout(PROOF_MS);
    try {
      await this.#backoff.run(stored.id, async () => {
        // A second refusal ends the login's use, so the server itself must refuse.
        await mailStore.forgetRefusal?.(account);
        await mailStore.verifyLogin(account, signal);
      });
    } catch (error) {
      throw await standing.noteFailure(stored, signal.aborted ? timedOut(error) : error);
    }
    return standing.noteAccepted(stored);
  }
}

function refusalOf({ state }: StoredAccount): MailError | null {
  if (state === 'disabled') return new MailError('disabled', { detail: 'The account is switched off.' });
  return state === 'reauthentication-needed' ? reauthenticationNeeded() : null;
}

function hasInbox(): MailError {
  return new MailError('capability-missing', {
    detail: 'This address is for accounts that only send. Send at MessageItems/send of a folder.',
  });
}

function accountUnknown(): MailError {
  return new MailError('mail-account-unknown', { detail: 'There is no such account.' });
}

function timedOut(cause: unknown): MailError {
  return new MailError('server-timeout', { detail: 'The mail server did not answer in time.' }, { cause });
}
