/** The capabilities that announce how a client can log in (RFC 3501 §6.2, RFC 4959). */
import type { SaslMechanismName } from '../../sasl/mechanism.ts';

/** In the order in which they are announced. */
export const LOGIN_CAPABILITIES = [
  'AUTH=PLAIN',
  'AUTH=LOGIN',
  'AUTH=XOAUTH2',
  'AUTH=OAUTHBEARER',
  'AUTH=SCRAM-SHA-256',
  'LOGINDISABLED',
] as const;

/** A capability of the login. */
export type LoginCapability = (typeof LOGIN_CAPABILITIES)[number];

/** Off unless asked for. */
export const OPTIONAL_LOGIN_CAPABILITIES = LOGIN_CAPABILITIES.filter((name) => name !== 'AUTH=PLAIN');

/** The capability that announces a mechanism. */
export function authCapability(mechanism: SaslMechanismName): LoginCapability {
  return `AUTH=${mechanism}`;
}

/** True when the capability announces a mechanism. */
export function isAuthCapability(name: string): boolean {
  return name.startsWith('AUTH=');
}
