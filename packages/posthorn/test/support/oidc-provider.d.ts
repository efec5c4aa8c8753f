/** The part of oidc-provider that the tests use; the package has no types of its own. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  interface Client {
    readonly clientId: string;
  }

  interface GrantModel {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  interface TokenModel {
    /** Gives the token. */
    save(): Promise<string>;
  }

  interface TokenValues {
    readonly accountId: string;
    readonly client: Client;
    readonly grantId: string;
    readonly scope: string;
    /** Seconds. */
    readonly expiresIn: number;
    readonly gty: 'authorization_code';
  }

  export class Provider {
    constructor(issuer: string, configuration: object);
    callback(): RequestListener;
    readonly Client: { find(id: string): Promise<Client> };
    readonly Grant: new (values: {
      readonly accountId: string;
      readonly clientId: string;
    }) => GrantModel;
    readonly AccessToken: new (
      values: TokenValues,
    ) => TokenModel;
  }
}
