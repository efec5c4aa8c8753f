import type { Branded } from '../values/brand.ts';

/** A decoded name (RFC 9051 §5.1), safe in commands. The mailbox may not exist. */
export type MailboxName = Branded<string, 'MailboxName'>;

/** Command lines stay short. */
const MAX_NAME_OCTETS = 1000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f-\u009f]/;

/**
 * Undefined if empty, too long, or with control characters or unpaired surrogates. INBOX in any case (RFC
 * 9051 §5.1).
 */
export function parseMailboxName(text: string): MailboxName | undefined {
  if (text === '' || CONTROL_CHARACTER.test(text) || !text.isWellFormed()) return undefined;
  if (new TextEncoder().encode(text).length > MAX_NAME_OCTETS) return undefined;
  return (text.toUpperCase() === 'INBOX' ? 'INBOX' : text) as MailboxName;
}
