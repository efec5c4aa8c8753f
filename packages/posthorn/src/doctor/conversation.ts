/** The first commands and replies with a server, for both protocols. */
import type { LineConnection } from '../adapters/network/line-connection.ts';

/** The announced capabilities of a server: keywords in upper case with their parameters. */
export type Features = ReadonlyMap<string, readonly string[]>;

/** The commands to a server before a login. */
export interface Conversation {
  /** Reads the greeting. */
  greet(connection: LineConnection): Promise<Greeting>;
  askFeatures(connection: LineConnection): Promise<Features>;
  /** True when the server is ready for TLS. */
  requestTls(connection: LineConnection): Promise<boolean>;
  sayGoodbye(connection: LineConnection): void;
}

/** The protocol whose greeting the line is (RFC 9051 §7.1, RFC 5321 §4.2); null for any other line. */
export function protocolOfGreeting(line: string): 'IMAP' | 'SMTP' | null {
  if (/^\* (?:OK|BYE|PREAUTH)\b/i.test(line)) return 'IMAP';
  return /^220[ -]/.test(line) ? 'SMTP' : null;
}

/** The greeting of a server. */
export interface Greeting {
  readonly text: string;
  readonly protocol: 'IMAP' | 'SMTP' | null;
  /** False when the server sends visitors away. */
  readonly isWelcome: boolean;
}
