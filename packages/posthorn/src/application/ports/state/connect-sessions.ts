import type { AccountProblem } from '../../../domain/accounts/account-status.ts';
import type { MailAccountId } from '../../../domain/accounts/mail-account.ts';
import type { SealedSecret } from '../../../domain/logins/sealed-secret.ts';
import type { ApiKeyId } from '../../../domain/rights/api-key.ts';

/** A session past `expiresAt` is expired. */
export const CONNECT_STATUSES = ['open', 'connected', 'failed'] as const;
export type ConnectStatus = (typeof CONNECT_STATUSES)[number];

/** An invitation to connect an account. Times: epoch milliseconds. */
export interface ConnectSession {
  readonly id: string;
  /** The URL secret's base64url SHA-256. */
  readonly tokenHash: string;
  readonly returnUrl: string;
  /** Prefilled; null: entered by the person. */
  readonly address: string | null;
  readonly name: string | null;
  /** Null: all. */
  readonly providers: readonly string[] | null;
  /** To reconnect, or connected. Its removal removes the session. */
  readonly account: MailAccountId | null;
  readonly key: ApiKeyId | null;
  readonly status: ConnectStatus;
  readonly problem: AccountProblem | null;
  /** The provider sign-in's state. */
  readonly pending: SealedSecret | null;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** From 1; 0: not stored yet. */
  readonly epoch: number;
}

/** How long ended sessions stay readable. */
export const ENDED_SESSION_MS = 86_400_000;

/** Connect sessions. Throws `store-unavailable`. */
export interface ConnectSessions {
  find(id: string): Promise<ConnectSession | null>;

  /** Like `Accounts.save`; null also for an unknown account. */
  save(session: ConnectSession): Promise<number | null>;

  /** Removes some hundreds at most; returns their number. `before`: epoch milliseconds. */
  removeEnded(before: number): Promise<number>;
}
