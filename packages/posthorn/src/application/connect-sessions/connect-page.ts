import type { MailAccountId } from '../../domain/accounts/mail-account.ts';
import type { Secret } from '../../domain/logins/secret.ts';
import type { OfferedProvider } from './account-connection.ts';
import type { ChosenServers } from './chosen-servers.ts';
import type { PendingServers } from './pending-step.ts';

/** A request to the page. */
export interface PageVisit {
  readonly session: string;
  readonly secret: Secret;
  /** From trusted proxies. */
  readonly client: string;
}

/** An open session's page. */
export interface OpenPage {
  readonly kind: 'open';
  /** The return URL's host. */
  readonly site: string;
  /** Prefilled or entered; null: none yet. */
  readonly address: string | null;
  /** True when reconnecting: other addresses are refused. */
  readonly isAddressFixed: boolean;
  /** Null before the search. */
  readonly servers: PendingServers | null;
  readonly providers: readonly OfferedProvider[];
}

/** An ended session's page. */
export interface EndedPage {
  readonly kind: 'ended';
  readonly status: 'connected' | 'failed' | 'expired';
  readonly site: string;
  /** Includes the result; null for expired sessions. */
  readonly returnAddress: string | null;
}

export type PageState = OpenPage | EndedPage;

/** A login by password; `servers` null: the found ones. */
export interface PasswordStep {
  readonly address: string;
  readonly password: Secret;
  readonly servers: ChosenServers | null;
}

/** A sign-in at a provider. */
export interface SignInStep {
  readonly address: string;
  readonly provider: string;
  readonly redirectUri: string;
  /** The cookie binding the answer to this browser. */
  readonly browser: Secret;
}

/** A redirect to a provider. */
export interface BegunRedirect {
  readonly kind: 'redirect';
  readonly url: string;
  readonly provider: string;
}

/** A provider's answer. */
export interface ProviderAnswer {
  readonly session: string;
  /** The redirect's query. */
  readonly parameters: URLSearchParams;
  /** Null without the cookie. */
  readonly browser: Secret | null;
  readonly client: string;
}

/** The person's return address, and the account. */
export interface ReturnedPerson {
  readonly kind: 'returned';
  readonly address: string;
  readonly account: MailAccountId | null;
}

/**
 * The connect page's steps, each in any process. All throw `connect-session-unknown` for an unknown session
 * or wrong secret; an ended session is a state, not an error.
 */
export interface ConnectPage {
  /** From `app/config/oauth.js`. */
  returnUrls(): readonly string[];

  open(visit: PageVisit): Promise<PageState>;

  /** Throws `invalid-parameter` for an invalid address, `conflict` for another than the fixed one, `rate-limited`. */
  findServers(visit: PageVisit, address: string, signal: AbortSignal): Promise<PageState>;

  /** Throws MailErrors of a failed connection; the session stays open. */
  connect(visit: PageVisit, step: PasswordStep, signal: AbortSignal): Promise<PageState | ReturnedPerson>;

  beginSignIn(visit: PageVisit, step: SignInStep, signal: AbortSignal): Promise<EndedPage | BegunRedirect>;

  /** Uses the answer once. Throws `access-denied` for other answers, and like `connect`. */
  completeSignIn(answer: ProviderAnswer, signal: AbortSignal): Promise<PageState | ReturnedPerson>;

  /** Ends the session as failed. */
  cancel(visit: PageVisit): Promise<PageState | ReturnedPerson>;
}
