/** RFC 3501 §6.2, RFC 4959. */
import type { SaslMechanismName } from '../../sasl/mechanism.ts';

export const LOGIN_CAPABILITIES = [
  'AUTH=PLAIN',
  'AUTH=LOGIN',
  'AUTH=XOAUTH2',
  'AUTH=OAUTHBEARER',
  'AUTH=SCRAM-SHA-256',
  'LOGINDISABLED',
] as const;

export type LoginCapability = (typeof LOGIN_CAPABILITIES)[number];

export const OPTIONAL_LOGIN_CAPABILITIES = LOGIN_CAPABILITIES.filter((name) => name !== 'AUTH=PLAIN');

/** The mechanism's capability. */
export function authCapability(mechanism: SaslMechanismName): LoginCapability {
  return `AUTH=${mechanism}`;
}

/** True for an AUTH capability. */
export function isAuthCapability(name: string): boolean {
  return name.startsWith('AUTH=');
}
