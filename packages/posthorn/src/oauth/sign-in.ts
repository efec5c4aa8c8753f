/** One sign-in of a person at an authorization server. */
import type { KnownServer } from './authorization-server.ts';
import type { TokenClient } from './token-client.ts';
import type { TokenRequest } from './token-request.ts';

/** Where somebody signs in, through which client, and for what. */
export interface SignIn {
  readonly server: KnownServer;
  readonly client: TokenClient;
  readonly request: TokenRequest;
}
