import type { KnownServer } from '../adapters/oauth/authorization-server.ts';
import type { TokenClient } from './token-client.ts';
import type { TokenRequest } from './token-request.ts';

/** Server, client and scopes of a sign-in. */
export interface SignIn {
  readonly server: KnownServer;
  readonly client: TokenClient;
  readonly request: TokenRequest;
}
