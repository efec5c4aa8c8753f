/** Modified UTF-7, in which mailbox names travel (RFC 3501 §5.1.3). */
import iconv from 'iconv-lite';
import type { MailboxName } from '../../domain/mailbox-name.ts';

const ENCODING = 'utf-7-imap';

/** The name as it goes into a command. */
export function encodeMailboxName(name: MailboxName): string {
  return iconv.encode(name, ENCODING).toString('latin1');
}

/**
 * The name that a server sent. A name that is no valid modified UTF-7 is shown as it came: some servers
 * send UTF-8 without having been asked.
 */
export function decodeMailboxName(encoded: string): string {
  const decoded = iconv.decode(Buffer.from(encoded, 'latin1'), ENCODING);
  return iconv.encode(decoded, ENCODING).toString('latin1') === encoded ? decoded : encoded;
}
