/** STATUS: the counts of a mailbox (RFC 9051 §6.3.11). */

import { MailError } from '../../../domain/mail-error.ts';
import type { MailboxCounts } from '../../../domain/mailbox.ts';
import type { MailboxName } from '../../../domain/mailbox-name.ts';
import type { UntaggedResponse } from '../imap-connection.ts';
import { encodeMailboxName } from '../mailbox-name-coding.ts';
import { atom, isList, keyword, nodeNumber, nodeText, type TokenNode, text } from '../tokens.ts';
import type { CommandRunner } from './command-runner.ts';

/** The items that every count here is made of. */
export const STATUS_ITEMS = ['MESSAGES', 'UNSEEN', 'UIDNEXT', 'UIDVALIDITY'].map(atom);
/** Asked for where the server keeps mod-sequences (RFC 7162 §3.1.5). */
const CONDSTORE_ITEMS = [...STATUS_ITEMS, atom('HIGHESTMODSEQ')];

/**
 * The counts of one mailbox. For the mailbox that is open a server may answer with what this session was told
 * last (Dovecot 2.3 does): run NOOP before.
 */
export async function status(
  runner: CommandRunner,
  name: MailboxName,
  signal: AbortSignal,
): Promise<MailboxCounts> {
  let counts: MailboxCounts | undefined;
  const readStatus = (response: UntaggedResponse) => {
    counts = readCounts(response);
  };
  const items = runner.capabilities.has('CONDSTORE') ? CONDSTORE_ITEMS : STATUS_ITEMS;
  await runner.run(
    {
      name: 'STATUS',
      arguments: [text(encodeMailboxName(name)), items],
      untagged: { STATUS: readStatus },
    },
    signal,
  );
  if (counts === undefined) {
    throw new MailError('protocol-failure', { detail: 'The mail server did not answer a STATUS command.' });
  }
  return counts;
}

/** The encoded mailbox name of an untagged STATUS response. */
export function statusMailbox(response: UntaggedResponse): string {
  return nodeText(response.attributes[0]) ?? '';
}

/** The counts of an untagged STATUS response; a count that the server left out is 0. */
export function readCounts(response: UntaggedResponse): MailboxCounts {
  const items = response.attributes[1];
  const values = new Map<string, TokenNode>();
  for (const [name, value] of pairs(isList(items) ? items : [])) values.set(keyword(name), value);
  const count = (name: string) => nodeNumber(values.get(name)) ?? 0;
  return {
    total: count('MESSAGES'),
    unread: count('UNSEEN'),
    uidNext: count('UIDNEXT'),
    uidValidity: count('UIDVALIDITY'),
    highestModSeq: nodeText(values.get('HIGHESTMODSEQ')),
  };
}

function* pairs(nodes: readonly TokenNode[]): Generator<[TokenNode, TokenNode]> {
  for (let index = 0; index + 1 < nodes.length; index += 2) {
    yield [nodes[index] ?? null, nodes[index + 1] ?? null];
  }
}
