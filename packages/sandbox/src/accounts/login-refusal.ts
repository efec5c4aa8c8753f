/** RFC 5530, RFC 4954. */

export type LoginProblem =
  | 'wrong-credentials'
  | 'password-expired'
  | 'account-disabled'
  | 'token-service-down'
  | 'in-the-clear'
  /** LOGIN or all passwords are disabled. */
  | 'login-disabled'
  | 'too-many-sessions';

/** The answer to a refused login. */
export interface LoginRefusal {
  readonly code?: string;
  readonly text: string;
  /** 535 by default. */
  readonly smtpReplyCode?: number;
}

export type LoginRefusals = Readonly<Record<LoginProblem, LoginRefusal>>;

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
