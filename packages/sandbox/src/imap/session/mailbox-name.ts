/** Modified UTF-7, or UTF-8 once enabled (RFC 6855 §3, RFC 9051 §5.1). */
import { decodeMailboxName, encodeMailboxName } from '../../mailbox/mailbox-name-encoding.ts';
import { fromOctets, type OctetText, toOctets } from '../../octet-text.ts';
import type { ArgumentReader } from '../wire/argument-reader.ts';
import { wireAstring, wireUtf8String } from '../wire/wire-text.ts';
import type { Session } from './session.ts';

/** Decodes the name. */
export function readMailboxName(session: Session, args: ArgumentReader): string {
  return decodeName(session, args.astring());
}

/** May have wildcards. */
export function readMailboxPattern(session: Session, args: ArgumentReader): string {
  return decodeName(session, args.listMailbox());
}

function decodeName(session: Session, octets: OctetText): string {
  const text = fromOctets(octets);
  return session.usesUtf8 ? text : decodeMailboxName(text);
}

/** For the wire. */
export function wireMailboxName(session: Session, name: string): OctetText {
  if (!session.usesUtf8) return wireAstring(encodeMailboxName(name));
  const octets = toOctets(name);
  return octets === name ? wireAstring(octets) : wireUtf8String(octets);
}
