import type { Literal } from '../wire/command-part.ts';
import type { Command } from './command.ts';

/** Longer literals wait even with LITERAL+ (RFC 7888 §4): a refusal saves their octets. */
const MAX_UNASKED_OCTETS = 512 * 1024;
/** LITERAL- (RFC 7888 §5). */
const MAX_SHORT_OCTETS = 4096;

/** True if a literal waits for the server. */
export function needsPermission({ parts }: Command, capabilities: ReadonlySet<string>): boolean {
  return parts.some((part) => typeof part !== 'string' && !isUnasked(part, capabilities));
}

/** True if sent without waiting. */
export function isUnasked({ literal }: Literal, capabilities: ReadonlySet<string>): boolean {
  if (capabilities.has('LITERAL+')) return literal.length <= MAX_UNASKED_OCTETS;
  return capabilities.has('LITERAL-') && literal.length <= MAX_SHORT_OCTETS;
}
