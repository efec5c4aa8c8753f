/** UID MOVE and UID COPY (RFC 6851, RFC 9051 §6.4.7). */
import type { MailboxName } from '../../../domain/mailbox-name.ts';
import type { MessageIdentity } from '../../../domain/message-identity.ts';
import type { Uid } from '../../../domain/uid.ts';
import type { UntaggedResponse } from '../imap-connection.ts';
import { encodeMailboxName } from '../mailbox-name-coding.ts';
import { toSequenceSets } from '../sequence-set.ts';
import { sequence, text } from '../tokens.ts';
import type { CommandRunner } from './command-runner.ts';
import { copiedUids } from './response-code.ts';

export interface Transfer {
  readonly command: 'UID MOVE' | 'UID COPY';
  /** Few enough for one command. */
  readonly uids: readonly Uid[];
  readonly target: MailboxName;
}

/** Moves or copies, and gives what the messages are in the target where the server tells it (UIDPLUS). */
export async function transferMessages(
  runner: CommandRunner,
  { command, uids, target }: Transfer,
  signal: AbortSignal,
): Promise<ReadonlyMap<Uid, MessageIdentity>> {
  const copies = new Map<Uid, MessageIdentity>();
  // MOVE tells them in untagged OKs, COPY in the tagged one.
  const readCode = (response: Parameters<typeof copiedUids>[0]) => {
    for (const [uid, copy] of copiedUids(response)) copies.set(uid, copy);
  };
  const untagged = { OK: (response: UntaggedResponse) => readCode(response) };
  const [set = ''] = toSequenceSets(uids);
  const items = [sequence(set), text(encodeMailboxName(target))];
  readCode(await runner.run({ name: command, arguments: items, untagged }, signal));
  return copies;
}
