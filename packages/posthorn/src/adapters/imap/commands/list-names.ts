/** LIST and LSUB of names, without counts (RFC 9051 §6.3.9, RFC 3501 §6.3.9). */
import { type MailboxName, parseMailboxName } from '../../../domain/mailbox-name.ts';
import type { UntaggedResponse } from '../imap-connection.ts';
import { isRefused } from '../imap-errors.ts';
import { decodeMailboxName, encodeMailboxName } from '../mailbox-name-coding.ts';
import { atom, isList, keyword, nodeText, type TokenNode, text } from '../tokens.ts';
import type { CommandRunner } from './command-runner.ts';

/** More names than this are not read; the bound keeps a hostile server from filling the memory. */
export const MAX_MAILBOXES = 20_000;

/** What a LIST or LSUB response says. */
export interface ListedName {
  readonly name: MailboxName;
  /** The name as the server wrote it. */
  readonly encoded: string;
  /** The hierarchy delimiter, null in a flat namespace. */
  readonly delimiter: string | null;
  /** Upper case, such as `\NOSELECT`. */
  readonly attributes: readonly string[];
}

/** Reads a LIST or LSUB response; undefined for a name that is none. */
export function readListedName({ attributes }: UntaggedResponse): ListedName | undefined {
  const [flags, delimiter, name] = attributes;
  const encoded = nodeText(name) ?? '';
  const decoded = parseMailboxName(decodeMailboxName(encoded));
  return (
    decoded && {
      name: decoded,
      encoded,
      delimiter: nodeText(delimiter),
      attributes: isList(flags) ? flags.map(keyword) : [],
    }
  );
}

/** The mailbox of this name, or the name that only carries others; undefined when there is none. */
export async function findMailbox(
  runner: CommandRunner,
  name: MailboxName,
  signal: AbortSignal,
): Promise<ListedName | undefined> {
  const listed = await run(runner, { name: 'LIST', arguments: [text(''), pattern(name)] }, signal);
  return listed.find((entry) => entry.name === name && !entry.attributes.includes('\\NONEXISTENT'));
}

/** The names directly below the mailbox. */
export async function listChildren(
  runner: CommandRunner,
  { name, delimiter }: Pick<ListedName, 'name' | 'delimiter'>,
  signal: AbortSignal,
): Promise<readonly ListedName[]> {
  if (delimiter === null) return [];
  const children = text(`${encodeMailboxName(name)}${delimiter}%`);
  const listed = await run(runner, { name: 'LIST', arguments: [text(''), children] }, signal);
  // A name may hold wildcards itself, which match more than it.
  return listed.filter((entry) => entry.name.startsWith(`${name}${delimiter}`));
}

/** The subscribed names (RFC 9051 §6.3.7), whether there is such a mailbox or not. */
export async function listSubscribedNames(
  runner: CommandRunner,
  signal: AbortSignal,
): Promise<readonly ListedName[]> {
  const all = [text(''), text('*')];
  const bySubscription = { name: 'LSUB', arguments: all } as const;
  if (!runner.capabilities.has('LIST-EXTENDED')) return run(runner, bySubscription, signal);
  try {
    return await run(runner, { name: 'LIST', arguments: [[atom('SUBSCRIBED')], ...all] }, signal);
  } catch (error) {
    // Some servers announce the selection and then refuse it.
    if (isRefused(error)) return run(runner, bySubscription, signal);
    throw error;
  }
}

/** The name as a pattern. Wildcards in it match more than it; the caller compares. */
function pattern(name: MailboxName): TokenNode {
  return text(encodeMailboxName(name));
}

async function run(
  runner: CommandRunner,
  command: { readonly name: 'LIST' | 'LSUB'; readonly arguments: readonly TokenNode[] },
  signal: AbortSignal,
): Promise<readonly ListedName[]> {
  const names: ListedName[] = [];
  const collect = (response: UntaggedResponse) => {
    const entry = names.length < MAX_MAILBOXES ? readListedName(response) : undefined;
    if (entry) names.push(entry);
  };
  await runner.run({ ...command, untagged: { [command.name]: collect } }, signal);
  return names;
}
