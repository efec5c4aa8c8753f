export const ACCOUNT_STATES = [
  'connecting',
  'ok',
  'unreachable',
  'reauthentication-needed',
  'disabled',
] as const;
export type AccountState = (typeof ACCOUNT_STATES)[number];

export const WATCH_MODES = ['notify', 'idle', 'sweep', 'none'] as const;
export type WatchMode = (typeof WATCH_MODES)[number];

/** Why an account is unusable. */
export interface AccountProblem {
  readonly code: string;
  readonly detail: string;
}

/** Times: epoch milliseconds. */
export interface AccountStatus {
  readonly state: AccountState;
  readonly stateSince: number;
  readonly problem: AccountProblem | null;
  /** Id in `app/config/oauth.js`. */
  readonly provider: string | null;
  readonly watch: { readonly mode: WatchMode; readonly lastProofAt: number | null };
  readonly createdAt: number;
}
