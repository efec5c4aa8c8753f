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

/** The greeting of a server. */
export interface Greeting {
  readonly text: string;
  /** False when the server sends visitors away. */
  readonly isWelcome: boolean;
}
