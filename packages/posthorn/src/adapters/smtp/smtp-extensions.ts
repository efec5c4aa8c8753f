import type { TokenMechanism } from 'posthorn-imap/sasl';
import type { Login } from '../../domain/logins/login.ts';

/** Upper-case keywords with parameters, from EHLO (RFC 5321 §4.1.1.1). */
export type SmtpExtensions = ReadonlyMap<string, readonly string[]>;

export type LoginMechanism = 'PLAIN' | 'LOGIN' | TokenMechanism;

const PASSWORD_MECHANISMS: readonly LoginMechanism[] = ['PLAIN', 'LOGIN'];
const TOKEN_MECHANISMS: readonly LoginMechanism[] = ['OAUTHBEARER', 'XOAUTH2'];
const REPLY_CODE_LENGTH = 4;

/** HELO has none. */
export function parseExtensions(reply: string): SmtpExtensions {
  const [, ...lines] = reply.split('\n');
  const extensions = new Map<string, readonly string[]>();
  for (const line of lines) {
    // Old servers write "AUTH=PLAIN".
    const words = line.slice(REPLY_CODE_LENGTH).toUpperCase().split(/[\s=]/);
    const [keyword = '', ...parameters] = words.filter((word) => word !== '');
    if (keyword !== '') extensions.set(keyword, [...(extensions.get(keyword) ?? []), ...parameters]);
  }
  return extensions;
}

/** Undefined without a supported one. Tokens need a token mechanism. */
export function chooseMechanism(extensions: SmtpExtensions, kind: Login['kind']): LoginMechanism | undefined {
  const mechanisms = kind === 'bearer' ? TOKEN_MECHANISMS : PASSWORD_MECHANISMS;
  return mechanisms.find((mechanism) => extensions.get('AUTH')?.includes(mechanism));
}

/** RFC 1870; infinite if unknown. */
export function maxMessageOctets(extensions: SmtpExtensions): number {
  const [size = ''] = extensions.get('SIZE') ?? [];
  // Zero means no limit.
  return /^\d{1,15}$/.test(size) && Number(size) > 0 ? Number(size) : Number.POSITIVE_INFINITY;
}
