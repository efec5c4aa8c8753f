import { type MailProvider, mailProviderOf } from '../domain/accounts/mail-provider.ts';
import type { Login } from '../domain/logins/login.ts';

export type AdviceCase = 'password-refused' | 'token-refused' | 'scope-missing' | 'not-connected';

type Advice = Partial<Record<AdviceCase, string>>;

const GOOGLE: Advice = {
  'password-refused':
    'Google takes app passwords, which need 2-Step Verification (https://myaccount.google.com/apppasswords), or tokens.',
  'token-refused':
    'Get a new token: those of Google are good for an hour. It has to be of the user who signs in, with the scope https://mail.google.com/, which people can leave unticked. In Workspace the administrator must allow IMAP and trust the application.',
  'scope-missing':
    'Ask for the scope https://mail.google.com/, and have it ticked on the page of Google; no narrower one opens IMAP and SMTP.',
};
const MICROSOFT: Advice = {
  'password-refused':
    'Microsoft takes no passwords for IMAP: sign in with a token (--token-file; posthorn oauth:token gets one).',
  'token-refused':
    'Get a new token for the scopes https://outlook.office.com/IMAP.AccessAsUser.All and SMTP.Send, not for Microsoft Graph. The user must be the one of the token, by the address of the mailbox. For SMTP, "Authenticated SMTP" of the mailbox must be on; many organisations have it off.',
  'scope-missing':
    'Ask for https://outlook.office.com/IMAP.AccessAsUser.All and SMTP.Send in one token, without scopes of Microsoft Graph.',
  'not-connected':
    'Microsoft says "authenticated but not connected" when the token is good and the mailbox is not: the user must be the primary address of the mailbox of the token, IMAP must be on for it (Set-CASMailbox -ImapEnabled), it needs a licence, and the token the scope IMAP.AccessAsUser.All.',
};
const YAHOO: Advice = {
  'password-refused': 'Yahoo and AOL take app passwords, not the password of the account.',
  'token-refused':
    'Get a new token with the scope mail-w. Yahoo and AOL register no new applications for it: without such a registration take an app password.',
  'scope-missing':
    'The token needs the scope mail-w, which new applications do not get at Yahoo and AOL: take an app password.',
};
const APPLE: Advice = {
  'password-refused':
    'Apple takes app-specific passwords (https://account.apple.com, Sign-In and Security), not the password of the account.',
};
const FASTMAIL: Advice = {
  'password-refused': 'Fastmail takes app passwords with access to IMAP and SMTP, and not in its Basic plan.',
  'token-refused':
    'Get a new token with the scopes https://www.fastmail.com/dev/protocol-imap and protocol-smtp; Fastmail registers applications on request. An app password needs no registration.',
  'scope-missing':
    'Ask for https://www.fastmail.com/dev/protocol-imap and https://www.fastmail.com/dev/protocol-smtp.',
};

const ADVICE: Readonly<Record<MailProvider, Advice>> = {
  ...{ google: GOOGLE, microsoft: MICROSOFT, yahoo: YAHOO, apple: APPLE, fastmail: FASTMAIL },
};

const GENERAL: Readonly<Record<AdviceCase, string>> = {
  'password-refused':
    'Check the password. Many providers want an app password for mail programs, or IMAP and SMTP to be allowed in the settings of the mailbox first.',
  'token-refused':
    'Get a new token (posthorn oauth:token), of this user and for this server. IMAP and SMTP may have to be allowed in the settings of the mailbox.',
  'scope-missing': 'Get a token with the scope that the server names, and write it into "scopes" of oauth.',
  'not-connected':
    'Check that the user is the one of the mailbox, that the mailbox may be read by IMAP, and that the token has the scope for it.',
};

/** Advice for the host's provider. */
export function adviceFor(host: string, adviceCase: AdviceCase): string {
  return knownAdvice(host, adviceCase) ?? GENERAL[adviceCase];
}

/** Advice for known providers. */
export function knownAdvice(host: string, adviceCase: AdviceCase): string | undefined {
  const provider = mailProviderOf(host);
  return provider === null ? undefined : ADVICE[provider][adviceCase];
}

/** A refused secret's case. */
export function refusedCase(kind: Login['kind']): AdviceCase {
  return kind === 'bearer' ? 'token-refused' : 'password-refused';
}
