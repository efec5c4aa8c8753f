import { MechanismUnavailable } from '../errors.ts';
import type { Credentials, PasswordCredentials } from './credentials.ts';
import type { SignInMechanism } from './sasl-exchange.ts';

const ASCII = /^[\x20-\x7e]*$/;
const AUTH = 'AUTH=';

/**
 * The chosen mechanism, else the best offered. Passwords: LOGIN; PLAIN if LOGIN is disabled, or for
 * non-ASCII, whose charset in LOGIN differs between servers. Tokens: OAUTHBEARER; XOAUTH2 if alone, and at
 * Gmail, which documents no other. Throws MechanismUnavailable.
 */
export function chooseMechanism(
  credentials: Credentials,
  capabilities: ReadonlySet<string>,
): SignInMechanism {
  const wanted = wantedMechanisms(credentials, capabilities);
  const offered = offeredMechanisms(capabilities);
  const mechanism = wanted.find((candidate) => offered.includes(candidate));
  if (mechanism === undefined) throw new MechanismUnavailable(wanted.join(' or '), offered);
  return mechanism;
}

/** Best first. */
function wantedMechanisms(
  credentials: Credentials,
  capabilities: ReadonlySet<string>,
): readonly SignInMechanism[] {
  if (credentials.mechanism !== undefined) return [credentials.mechanism];
  if (!('token' in credentials)) return isAscii(credentials) ? ['LOGIN', 'PLAIN'] : ['PLAIN', 'LOGIN'];
  return capabilities.has('X-GM-EXT-1') ? ['XOAUTH2', 'OAUTHBEARER'] : ['OAUTHBEARER', 'XOAUTH2'];
}

function isAscii({ user, password }: PasswordCredentials): boolean {
  return ASCII.test(user) && ASCII.test(password);
}

/** LOGIN needs no announcement (RFC 9051 §6.2.3). */
function offeredMechanisms(capabilities: ReadonlySet<string>): readonly string[] {
  const mechanisms = capabilities.has('LOGINDISABLED') ? [] : ['LOGIN'];
  for (const capability of capabilities) {
    if (capability.startsWith(AUTH)) mechanisms.push(capability.slice(AUTH.length));
  }
  return mechanisms;
}
