/** A token error (RFC 7628 §3.2.2; XOAUTH2 alike): untrusted text. */
export interface OAuthChallenge {
  /** `invalid_token` and others of RFC 6750, or `401`. */
  readonly status?: string;
  /** Required, separated by spaces. */
  readonly scope?: string;
  /** Metadata address (RFC 8414). */
  readonly openidConfiguration?: string;
  /** XOAUTH2: accepted schemes. */
  readonly schemes?: string;
}

const MAX_OCTETS = 8 * 1024;

/** Null if it is not JSON. */
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
