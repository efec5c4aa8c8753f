import type { MailAccountId } from '../../domain/accounts/mail-account.ts';
import type { StoredAccount } from '../../domain/accounts/stored-account.ts';
import { MailError } from '../../domain/errors/mail-error.ts';
import { Secret } from '../../domain/logins/secret.ts';
import { returnAddress } from '../../domain/network/return-url.ts';
import type { ConnectSession } from '../ports/state/connect-sessions.ts';
import type { Store } from '../ports/state/store.ts';
import type { EndedPage, PageVisit, ReturnedPerson } from './connect-page.ts';
import { isPageSecret } from './page-secret.ts';
import { openStep, type PendingSignIn, type PendingStep, sealStep } from './pending-step.ts';
import { changeSession, sessionUnknown, statusOf } from './stored-sessions.ts';

/** An open session with its account and pending step. */
export interface VisitedSession {
  readonly session: ConnectSession;
  /** To reconnect; null: new. */
  readonly account: StoredAccount | null;
  readonly step: PendingStep | null;
}

/** A provider answer's state and cookie. */
export interface AnswerTies {
  readonly state: string;
  /** Null without the cookie. */
  readonly browser: Secret | null;
}

/** Tables and clock. */
export interface OpenSessionsDependencies {
  readonly store: Pick<Store, 'accounts' | 'apiKeys' | 'connectSessions' | 'secretBox'>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** Open sessions, with state in the store. */
export class OpenSessions {
  readonly #store: OpenSessionsDependencies['store'];
  readonly #now: () => number;

  constructor({ store, clock }: OpenSessionsDependencies) {
    this.#store = store;
    this.#now = clock;
  }

  /** Throws `connect-session-unknown`. */
  async visit({ session: id, secret }: PageVisit): Promise<VisitedSession | EndedPage> {
    const session = await this.#store.connectSessions.find(id);
    if (session === null || !isPageSecret(secret, session.tokenHash)) throw sessionUnknown();
    return this.#read(session);
  }

  /** Needs no page secret: for a provider's answer. */
  async find(id: string): Promise<VisitedSession | EndedPage | null> {
    const session = await this.#store.connectSessions.find(id);
    return session === null ? null : this.#read(session);
  }

  async #read(session: ConnectSession): Promise<VisitedSession | EndedPage> {
    const status = await statusOf(session, { apiKeys: this.#store.apiKeys, now: this.#now });
    if (status !== 'open') return endedPage(session, status);
    const account = session.account === null ? null : await this.#store.accounts.find(session.account);
    return { session, account, step: this.#stepOf(session) };
  }

  /** Stores the step, unless the session has ended. */
  keepStep(id: string, step: PendingStep): Promise<ConnectSession> {
    return this.#change(id, (latest) => {
      const address = latest.account === null ? step.address : latest.address;
      return this.#withStep({ ...latest, address, problem: null }, step);
    });
  }

  /** Takes a sign-in from the store: its answer is used once. */
  async takeSignIn(id: string, ties: AnswerTies): Promise<TakenSignIn | null> {
    let taken: TakenSignIn | null = null;
    await this.#change(id, (latest) => {
      const step = this.#stepOf(latest);
      const isExpected = latest.status === 'open' && isTied(step?.signIn, ties, this.#now());
      taken = step?.signIn && isExpected ? { ...step, signIn: step.signIn } : null;
      return step && isExpected ? this.#withStep(latest, { ...step, signIn: null }) : null;
    });
    return taken;
  }

  /** Shows the session's creator why it is still open. */
  async reporting<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof MailError) {
        const problem = { code: error.code, detail: error.details.detail };
        await this.#change(id, (latest) => (latest.status === 'open' ? { ...latest, problem } : null));
      }
      throw error;
    }
  }

  /** Null if it has already ended. */
  end(id: string, end: Pick<ConnectSession, 'status' | 'account'>): Promise<ConnectSession | null> {
    return changeSession(this.#store.connectSessions, id, (latest) => {
      if (latest.status !== 'open') return null;
      const problem = end.status === 'connected' ? null : latest.problem;
      return { ...latest, ...end, problem, pending: null, expiresAt: this.#now() };
    });
  }

  /** The ended session: `connected`, unless it has ended otherwise before. */
  async endConnected(id: string, account: MailAccountId): Promise<ConnectSession> {
    const ended = await this.end(id, { status: 'connected', account });
    return ended ?? this.#change(id, () => null);
  }

  #stepOf({ id, pending }: ConnectSession): PendingStep | null {
    return openStep(pending, { session: id, secretBox: this.#store.secretBox });
  }

  #withStep(session: ConnectSession, step: PendingStep): ConnectSession | null {
    if (session.status !== 'open') return null;
    return {
      ...session,
      pending: sealStep(step, { session: session.id, secretBox: this.#store.secretBox }),
    };
  }

  async #change(
    id: string,
    change: (session: ConnectSession) => ConnectSession | null,
  ): Promise<ConnectSession> {
    const { connectSessions } = this.#store;
    const changed = (await changeSession(connectSessions, id, change)) ?? (await connectSessions.find(id));
    if (changed === null) throw sessionUnknown();
    return changed;
  }
}

/** A step whose sign-in no other request can use. */
export interface TakenSignIn extends PendingStep {
  readonly signIn: PendingSignIn;
}

/** The person with the session's result. */
export function returned(
  { returnUrl, status }: Pick<ConnectSession, 'returnUrl' | 'status'>,
  account: MailAccountId | null,
): ReturnedPerson {
  const result = status === 'connected' ? 'connected' : 'failed';
  return { kind: 'returned', account, address: returnAddress(returnUrl, { status: result, account }) };
}

/** The return URL's host. */
export function siteOf({ returnUrl }: ConnectSession): string {
  return new URL(returnUrl).host;
}

function endedPage(session: ConnectSession, status: EndedPage['status']): EndedPage {
  const { address } = returned(session, session.account);
  return {
    ...{ kind: 'ended', status, site: siteOf(session) },
    returnAddress: status === 'expired' ? null : address,
  };
}

function isTied(
  signIn: PendingSignIn | null | undefined,
  { state, browser }: AnswerTies,
  now: number,
): boolean {
  if (signIn == null || browser === null || signIn.endsAt <= now) return false;
  return isPageSecret(new Secret(state), signIn.state) && isPageSecret(browser, signIn.browser);
}
