import type { KnownServer } from '../adapters/oauth/authorization-server.ts';
import type { TokenClient } from './token-client.ts';
import type { TokenRequest } from './token-request.ts';

/** A sign-in's server, client and scopes. */
export interface SignIn {
  readonly server: KnownServer;
  readonly client: TokenClient;
  readonly request: TokenRequest;
}
