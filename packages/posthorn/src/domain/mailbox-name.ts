/** Names of IMAP mailboxes as decoded Unicode (RFC 9051 §5.1); modified UTF-7 never leaves the adapter. */
import type { Branded } from './brand.ts';

/** A mailbox name that is safe to put into a command. The mailbox may not exist. */
export type MailboxName = Branded<string, 'MailboxName'>;

/** Longer names do not occur; the bound keeps a command line short (RFC 9051 names are practical paths). */
const MAX_NAME_OCTETS = 1000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f-\u009f]/;

/**
 * The text as a mailbox name, or undefined when no mailbox can have it: empty, too long, with
 * control characters or unpaired surrogates. `inbox` in any case is INBOX (RFC 9051 §5.1).
 */
export function parseMailboxName(text: string): MailboxName | undefined {
  if (text === '' || CONTROL_CHARACTER.test(text) || !text.isWellFormed()) return undefined;
  if (new TextEncoder().encode(text).length > MAX_NAME_OCTETS) return undefined;
  return (text.toUpperCase() === 'INBOX' ? 'INBOX' : text) as MailboxName;
}
