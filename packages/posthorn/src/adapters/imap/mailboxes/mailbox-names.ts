import {
  type CommandRunner,
  encodeMailboxName,
  type ListResponse,
  list,
  lsub,
  type MailboxList,
} from 'posthorn-imap';
import { type MailboxName, parseMailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import { isRefused } from '../session/imap-errors.ts';

/** A name from LIST. */
export interface ListedName {
  readonly name: MailboxName;
  readonly encoded: string;
  readonly delimiter: string | null;
  /** Upper case. */
  readonly attributes: readonly string[];
  /** Its name before (OLDNAME, RFC 5465 §5.4). */
  readonly oldName: string | null;
}

/** Undefined if invalid. */
export function toListedName({
  mailbox,
  delimiter,
  attributes,
  oldName,
}: ListResponse): ListedName | undefined {
  const name = parseMailboxName(mailbox.text);
  return name && { name, encoded: mailbox.raw, delimiter, attributes, oldName };
}

/** The mailbox or \Noselect name. */
export async function findMailbox(
  runner: CommandRunner,
  name: MailboxName,
  signal: AbortSignal,
): Promise<ListedName | undefined> {
  const listed = toListedNames(await list(runner, { pattern: encodeMailboxName(name) }, signal));
  return listed.find((entry) => entry.name === name && !entry.attributes.includes('\\NONEXISTENT'));
}

/** The names directly below. */
export async function listChildren(
  runner: CommandRunner,
  { name, delimiter }: Pick<ListedName, 'name' | 'delimiter'>,
  signal: AbortSignal,
): Promise<readonly ListedName[]> {
  if (delimiter === null) return [];
  const pattern = `${encodeMailboxName(name)}${delimiter}%`;
  const listed = toListedNames(await list(runner, { pattern }, signal));
  // Wildcards match more.
  return listed.filter((entry) => entry.name.startsWith(`${name}${delimiter}`));
}

/** RFC 9051 §6.3.7; they may not exist. */
export async function listSubscribedNames(
  runner: CommandRunner,
  signal: AbortSignal,
): Promise<readonly ListedName[]> {
  if (!runner.capabilities.has('LIST-EXTENDED')) return toListedNames(await lsub(runner, '*', signal));
  try {
    return toListedNames(await list(runner, { pattern: '*', isSubscribed: true }, signal));
  } catch (error) {
    if (isRefused(error)) return toListedNames(await lsub(runner, '*', signal));
    throw error;
  }
}

function toListedNames({ mailboxes }: MailboxList): readonly ListedName[] {
  return mailboxes.flatMap((response) => toListedName(response) ?? []);
}
