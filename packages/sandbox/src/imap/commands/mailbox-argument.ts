/** Mailbox names among the arguments of a command. */
import { decodeMailboxName } from '../../mailbox/mailbox-name-encoding.ts';
import { fromOctets } from '../../octet-text.ts';
import type { ArgumentReader } from '../wire/argument-reader.ts';

/** Reads a mailbox name and gives it as Unicode. */
export function readMailboxName(args: ArgumentReader): string {
  return decodeMailboxName(fromOctets(args.astring()));
}

/** Reads a name that may hold wildcards, as LIST takes it. */
export function readMailboxPattern(args: ArgumentReader): string {
  return decodeMailboxName(fromOctets(args.listMailbox()));
}
