/** Logins besides user and password. */
export interface DescribedLogins {
  readonly hasTokens: boolean;
  readonly hasConnectionData: boolean;
  readonly hasApiKeys?: boolean;
}

const SECURITY_SCHEMES = {
  basicAuth: {
    type: 'http',
    scheme: 'basic',
    description: 'The login of the mail account: the user name and the password that its mail server takes.',
  },
  bearerAuth: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An OAuth access token of the mailbox, which the mail server takes by OAUTHBEARER or XOAUTH2. The user is named in ' +
      '`X-Mail-User`, or in `X-CNMAIL-DATA` as `user`.',
  },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API key, `ph_<id>_<secret>`, which opens the connected accounts of the server. Each operation needs a scope of it.',
  },
  mailUser: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Mail-User',
    description: 'The user name of the mailbox that a token is for.',
  },
  mailAuth: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Mail-Auth',
    description:
      '`bearer` says that the password of Basic credentials is an access token, for clients that can do Basic only. In ' +
      '`X-CNMAIL-DATA` the member is `inbox_auth`.',
  },
  connectionData: {
    type: 'apiKey',
    in: 'header',
    name: 'X-CNMAIL-DATA',
    description:
      'With `AUTH_PROVIDER=local-mail-account`: the mail servers of the account, a JSON object in base64 with ' +
      '`inbox_address`, `inbox_port`, `inbox_ssl` and, for sending, `outbox_address`, `outbox_port`, ' +
      '`outbox_secure` (`ssl`, `tls`, `starttls`), `outbox_user`, `outbox_password`; for a token `user`, or `inbox_auth`. ' +
      'With `AUTH_PROVIDER=single-imap-user` the server knows them, and the header is not needed.',
  },
} as const;

type SchemeName = keyof typeof SECURITY_SCHEMES;
const EVERYTHING: DescribedLogins = { hasTokens: true, hasConnectionData: true };
/** Scheme of operations for API keys only. */
export const KEY_SECURITY = [{ apiKey: [] }];

/** Some clients send the last one's secret. */
const ALTERNATIVES: readonly (readonly SchemeName[])[] = [
  ['apiKey'],
  ['basicAuth'],
  ['basicAuth', 'connectionData'],
  ['bearerAuth', 'mailUser'],
  ['bearerAuth', 'connectionData'],
  ['basicAuth', 'mailAuth'],
];

/**
 * Security schemes and their alternatives (OpenAPI 3.1 §4.8.27, §4.8.30), without useless ones: clients send
 * secrets by every scheme.
 */
export function describeLogins({ hasApiKeys = false, ...logins }: DescribedLogins = EVERYTHING) {
  const optional: Readonly<Partial<Record<SchemeName, boolean>>> = {
    ...{ basicAuth: true, apiKey: hasApiKeys, connectionData: logins.hasConnectionData },
  };
  const isTaken = (scheme: SchemeName): boolean => optional[scheme] ?? logins.hasTokens;
  const taken = ALTERNATIVES.filter((schemes) => schemes.every(isTaken));
  return {
    security: taken.map((schemes) => Object.fromEntries(schemes.map((scheme) => [scheme, []]))),
    securitySchemes: Object.fromEntries(taken.flat().map((scheme) => [scheme, SECURITY_SCHEMES[scheme]])),
  };
}
