/** One sign-in of a person at an authorization server. */
import type { KnownServer } from './authorization-server.ts';
import type { TokenClient } from './token-client.ts';
import type { TokenRequest } from './token-request.ts';

/** The server, client and scopes of a sign-in. */
export interface SignIn {
  readonly server: KnownServer;
  readonly client: TokenClient;
  readonly request: TokenRequest;
}
