/** The error about a token that a server sends before the refusal (RFC 7628 §3.2.2, and XOAUTH2 alike). */

/** Members that the server did not send are undefined. All of it is outside text. */
export interface OAuthChallenge {
  /** `invalid_token`, `invalid_scope` and others of RFC 6750, or a number such as `401` or `400`. */
  readonly status?: string;
  /** The scopes that a token needs, separated by spaces. */
  readonly scope?: string;
  /** Where to find the authorization server (RFC 8414). */
  readonly openidConfiguration?: string;
  /** XOAUTH2: the authentication schemes that the service takes, such as `Bearer`. */
  readonly schemes?: string;
}

/** A challenge is a few hundred octets; more of it is not read. */
const MAX_OCTETS = 8 * 1024;

/** The challenge's JSON; null where it is not JSON. */
export function parseOAuthChallenge(octets: Buffer): OAuthChallenge | null {
  if (octets.length > MAX_OCTETS) return null;
  let value: unknown;
  try {
    value = JSON.parse(octets.toString());
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const members: ReadonlyMap<string, unknown> = new Map(Object.entries(value));
  return {
    ...textMember('status', members.get('status')),
    ...textMember('scope', members.get('scope')),
    ...textMember('openidConfiguration', members.get('openid-configuration')),
    ...textMember('schemes', members.get('schemes')),
  };
}

function textMember(name: keyof OAuthChallenge, value: unknown): OAuthChallenge {
  const isText = typeof value === 'string' || typeof value === 'number';
  return isText ? { [name]: String(value) } : {};
}
