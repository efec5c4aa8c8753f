/** The extensions of an SMTP server, from its reply to EHLO (RFC 5321 §4.1.1.1). */

import type { TokenMechanism } from 'posthorn-imap/sasl';
import type { Login } from '../../domain/login.ts';

/** Keywords in upper case, each with its parameters. */
export type SmtpExtensions = ReadonlyMap<string, readonly string[]>;

/** The ways to sign in that are used, best first. */
export type LoginMechanism = 'PLAIN' | 'LOGIN' | TokenMechanism;

const PASSWORD_MECHANISMS: readonly LoginMechanism[] = ['PLAIN', 'LOGIN'];
/** The standard first (RFC 7628). */
const TOKEN_MECHANISMS: readonly LoginMechanism[] = ['OAUTHBEARER', 'XOAUTH2'];
const REPLY_CODE_LENGTH = 4;

/** The extensions in a reply to EHLO, text of all its lines; none in a reply to HELO. */
export function parseExtensions(reply: string): SmtpExtensions {
  const [, ...lines] = reply.split('\n');
  const extensions = new Map<string, readonly string[]>();
  for (const line of lines) {
    // Old servers write "AUTH=PLAIN" in addition to or instead of "AUTH PLAIN".
    const words = line.slice(REPLY_CODE_LENGTH).toUpperCase().split(/[\s=]/);
    const [keyword = '', ...parameters] = words.filter((word) => word !== '');
    if (keyword !== '') extensions.set(keyword, [...(extensions.get(keyword) ?? []), ...parameters]);
  }
  return extensions;
}

/**
 * How to sign in; undefined when the server offers no way that is used here. A token goes by a mechanism for tokens or not
 * at all.
 */
export function chooseMechanism(extensions: SmtpExtensions, kind: Login['kind']): LoginMechanism | undefined {
  const mechanisms = kind === 'bearer' ? TOKEN_MECHANISMS : PASSWORD_MECHANISMS;
  return mechanisms.find((mechanism) => extensions.get('AUTH')?.includes(mechanism));
}

/** The largest message that the server takes, in octets (RFC 1870); infinite when it does not say. */
export function maxMessageOctets(extensions: SmtpExtensions): number {
  const [size = ''] = extensions.get('SIZE') ?? [];
  // Zero means that no limit is fixed.
  return /^\d{1,15}$/.test(size) && Number(size) > 0 ? Number(size) : Number.POSITIVE_INFINITY;
}
