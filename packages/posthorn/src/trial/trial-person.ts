import type { DiscoveryConfidence } from '../domain/accounts/mail-server-discovery.ts';
import type { OAuthProvider } from '../domain/logins/oauth-provider.ts';
import type { Secret } from '../domain/logins/secret.ts';

/** A question before connection or login. */
export interface TrialQuestion {
  /** `private`: own network; else confidence in the servers. */
  readonly kind: 'private' | Exclude<DiscoveryConfidence, 'certain'>;
  /** Separated by commas. */
  readonly hosts: string;
}

/** Mailbox and provider of a token. */
export interface TokenQuestion {
  readonly provider: OAuthProvider;
  readonly user: string;
}

/** Asks and informs the user. */
export interface TrialPerson {
  tell(line: string): void;
  confirm(question: TrialQuestion): Promise<boolean>;
  askPassword(user: string): Promise<Secret>;
  /** Null without a client. */
  requestToken(question: TokenQuestion, signal: AbortSignal): Promise<Secret | null>;
}
