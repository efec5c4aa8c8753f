/** Lists names of mailboxes, without counts. */
import {
  type CommandRunner,
  encodeMailboxName,
  type ListResponse,
  list,
  lsub,
  type MailboxList,
} from 'posthorn-imap';
import { type MailboxName, parseMailboxName } from '../../../domain/mailbox-name.ts';
import { isRefused } from '../session/imap-errors.ts';

/** A name in the list of mailboxes. */
export interface ListedName {
  readonly name: MailboxName;
  /** The name as the server wrote it. */
  readonly encoded: string;
  /** The hierarchy delimiter, null in a flat namespace. */
  readonly delimiter: string | null;
  /** Upper case, such as `\NOSELECT`. */
  readonly attributes: readonly string[];
}

/** The name of a LIST response; undefined for an invalid mailbox name. */
export function toListedName({ mailbox, delimiter, attributes }: ListResponse): ListedName | undefined {
  const name = parseMailboxName(mailbox.text);
  return name && { name, encoded: mailbox.raw, delimiter, attributes };
}

/** The mailbox of this name, or the name that only carries others; undefined when there is none. */
export async function findMailbox(
  runner: CommandRunner,
  name: MailboxName,
  signal: AbortSignal,
): Promise<ListedName | undefined> {
  // Wildcards in the name match more than it.
  const listed = toListedNames(await list(runner, { pattern: encodeMailboxName(name) }, signal));
  return listed.find((entry) => entry.name === name && !entry.attributes.includes('\\NONEXISTENT'));
}

/** The names directly below the mailbox. */
export async function listChildren(
  runner: CommandRunner,
  { name, delimiter }: Pick<ListedName, 'name' | 'delimiter'>,
  signal: AbortSignal,
): Promise<readonly ListedName[]> {
  if (delimiter === null) return [];
  const pattern = `${encodeMailboxName(name)}${delimiter}%`;
  const listed = toListedNames(await list(runner, { pattern }, signal));
  // A name may hold wildcards itself, which match more than it.
  return listed.filter((entry) => entry.name.startsWith(`${name}${delimiter}`));
}

/** The subscribed names (RFC 9051 §6.3.7), whether there is such a mailbox or not. */
export async function listSubscribedNames(
  runner: CommandRunner,
  signal: AbortSignal,
): Promise<readonly ListedName[]> {
  if (!runner.capabilities.has('LIST-EXTENDED')) return toListedNames(await lsub(runner, '*', signal));
  try {
    return toListedNames(await list(runner, { pattern: '*', isSubscribed: true }, signal));
  } catch (error) {
    // Some servers announce the selection and then refuse it.
    if (isRefused(error)) return toListedNames(await lsub(runner, '*', signal));
    throw error;
  }
}

function toListedNames({ mailboxes }: MailboxList): readonly ListedName[] {
  return mailboxes.flatMap((response) => toListedName(response) ?? []);
}
