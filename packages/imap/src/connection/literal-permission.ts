/** Which literals of a command the server has to ask for (RFC 9051 §4.3, RFC 7888). */

import type { Literal } from '../wire/command-part.ts';
import type { Command } from './command.ts';

/**
 * Longer literals wait until the server asks for them, also where LITERAL+ would let them go along (RFC 7888 §4): a refusal then comes
 * before their octets.
 */
const MAX_UNASKED_OCTETS = 4096;

/** True when a literal of the command waits for the server. */
export function needsPermission({ parts }: Command, capabilities: ReadonlySet<string>): boolean {
  return parts.some((part) => typeof part !== 'string' && !isUnasked(part, capabilities));
}

/** True when the literal goes along with its command. */
export function isUnasked({ literal }: Literal, capabilities: ReadonlySet<string>): boolean {
  const hasCapability = capabilities.has('LITERAL+') || capabilities.has('LITERAL-');
  return hasCapability && literal.length <= MAX_UNASKED_OCTETS;
}
