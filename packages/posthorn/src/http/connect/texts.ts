import type { MailProvider } from '../../domain/accounts/mail-provider.ts';
import type { DiscoveryConfidence } from '../../domain/accounts/mail-server-discovery.ts';

/** A failure in plain words, with its remedy. */
export interface FailureText {
  readonly title: string;
  readonly remedy: string;
}

/** A sentence and a provider's page. */
export interface LinkedText {
  readonly text: string;
  readonly url: string | null;
}

export type Failure =
  | 'password-refused'
  | 'sign-in-refused'
  | 'sign-in-used'
  | 'other-mailbox'
  | 'servers-changed'
  | 'unreachable'
  | 'not-secure'
  | 'not-allowed'
  | 'closed'
  | 'slow-down'
  | 'try-later'
  | 'no-cookie'
  | 'unexpected';

export type FieldError = 'address' | 'password' | 'host' | 'port' | 'user';

/** The page's texts in one language. */
export interface Texts {
  readonly title: string;
  readonly titleAgain: string;
  readonly errorTitle: (title: string) => string;
  readonly intro: (site: string) => string;
  readonly address: string;
  readonly otherAddress: string;
  readonly next: string;
  readonly password: string;
  readonly connect: string;
  readonly cancel: string;
  readonly or: string;
  readonly signInWith: (provider: string) => string;
  readonly goingTo: (provider: string) => string;
  readonly signInThere: string;
  readonly servers: string;
  readonly receiving: string;
  readonly sending: string;
  readonly nothingToSend: string;
  readonly host: string;
  readonly port: string;
  /** Within a sentence. */
  readonly portWord: string;
  readonly encryption: string;
  readonly tls: string;
  readonly starttls: string;
  readonly user: string;
  readonly confidence: Readonly<Record<DiscoveryConfidence, string>>;
  readonly byHand: string;
  readonly byHandTitle: string;
  readonly byHandHint: string;
  readonly nothingFound: (address: string) => string;
  readonly receivingServer: string;
  readonly sendingServer: string;
  readonly sendingHint: string;
  readonly noPasswords: (host: string, site: string) => string;
  readonly appPassword: Readonly<Record<MailProvider, LinkedText>>;
  readonly openPage: string;
  readonly fields: Readonly<Record<FieldError, string>>;
  readonly failures: Readonly<Record<Failure, FailureText>>;
  readonly ended: Readonly<Record<'connected' | 'failed' | 'expired', FailureText>>;
  readonly unknown: FailureText;
  readonly backTo: (site: string) => string;
  readonly tryAgain: string;
}

export const APP_PASSWORD_PAGES = {
  google: 'https://myaccount.google.com/apppasswords',
  yahoo: 'https://login.yahoo.com/account/security',
  apple: 'https://account.apple.com/account/manage',
  fastmail: 'https://app.fastmail.com/settings/security/apps',
} as const;
