import type { LineConnection } from '../adapters/network/line-connection.ts';

/** Upper-case capabilities and their parameters. */
export type Features = ReadonlyMap<string, readonly string[]>;

/** Commands before a login. */
export interface Conversation {
  greet(connection: LineConnection): Promise<Greeting>;
  askFeatures(connection: LineConnection): Promise<Features>;
  /** True if the server is ready for TLS. */
  requestTls(connection: LineConnection): Promise<boolean>;
  sayGoodbye(connection: LineConnection): void;
}

/** A greeting's protocol (RFC 9051 §7.1, RFC 5321 §4.2), or null. */
export function protocolOfGreeting(line: string): 'IMAP' | 'SMTP' | null {
  if (/^\* (?:OK|BYE|PREAUTH)\b/i.test(line)) return 'IMAP';
  return /^220[ -]/.test(line) ? 'SMTP' : null;
}

/** A server's greeting. */
export interface Greeting {
  readonly text: string;
  readonly protocol: 'IMAP' | 'SMTP' | null;
  /** False: the server refuses clients. */
  readonly isWelcome: boolean;
}
