/** Why a login fails, and what the servers then answer: the response codes of RFC 5530, the reply codes of RFC 4954. */

/** A reason to refuse a login. */
export type LoginProblem =
  /** The user is unknown, or the password or the token is not theirs. */
  | 'wrong-credentials'
  /** The password has expired. */
  | 'password-expired'
  /** The account is blocked, and only an administrator can help. */
  | 'account-disabled'
  /** The credentials cannot be checked now. */
  | 'token-service-down'
  /** The connection is not encrypted. */
  | 'in-the-clear'
  /** The command LOGIN, or each login with a password, is switched off. */
  | 'login-disabled'
  /** The user has as many sessions as they may have. */
  | 'too-many-sessions';

/** The answer to a refused login. Both protocols send the text. */
export interface LoginRefusal {
  /** The response code of IMAP without brackets, such as `AUTHENTICATIONFAILED` or `ALERT`. */
  readonly code?: string;
  readonly text: string;
  /** The reply code of SMTP. Left out: 535. */
  readonly smtpReplyCode?: number;
}

/** The answer to each problem. */
export type LoginRefusals = Readonly<Record<LoginProblem, LoginRefusal>>;

/** The answers unless a profile or a test has others. */
export const DEFAULT_LOGIN_REFUSALS: LoginRefusals = {
  'wrong-credentials': { code: 'AUTHENTICATIONFAILED', text: 'Authentication failed' },
  'password-expired': { code: 'EXPIRED', text: 'The password has expired' },
  'account-disabled': { code: 'CONTACTADMIN', text: 'The account is disabled', smtpReplyCode: 535 },
  'token-service-down': {
    code: 'UNAVAILABLE',
    text: 'Temporary authentication failure',
    smtpReplyCode: 454,
  },
  'in-the-clear': {
    code: 'PRIVACYREQUIRED',
    text: 'Login is disabled until the connection is encrypted',
    smtpReplyCode: 538,
  },
  'login-disabled': { text: 'Login with a password is disabled' },
  'too-many-sessions': { code: 'LIMIT', text: 'Too many simultaneous connections', smtpReplyCode: 421 },
};

/** A login failed. */
export class LoginFailure extends Error {
  readonly problem: LoginProblem;

  constructor(problem: LoginProblem) {
    super(problem);
    this.problem = problem;
  }
}
