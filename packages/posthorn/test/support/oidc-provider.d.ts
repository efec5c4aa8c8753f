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

  interface RequestContext {
    readonly path: string;
    readonly method: string;
    /** Known once the request was read. */
    readonly oidc: { readonly params: { readonly grant_type: string; readonly refresh_token?: string } };
  }

  /** A refresh token of the provider's memory. */
  interface FoundToken {
    /** Seconds since 1970. */
    consumed?: number | undefined;
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
    on(event: 'grant.success', listener: (context: RequestContext) => void): this;
    /** Runs around the answer of each request. */
    use(middleware: (context: RequestContext, next: () => Promise<void>) => Promise<void>): this;
    readonly RefreshToken: {
      new (values: Omit<TokenValues, 'expiresIn'>): TokenModel;
      find(value: string, ...rest: readonly unknown[]): Promise<FoundToken | undefined>;
    };
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
