/** UID THREAD: the conversations of a mailbox as the server links them (RFC 5256 §4). */
import { toUid, type Uid } from '../../../domain/uid.ts';
import type { UntaggedResponse } from '../imap-connection.ts';
import { atom, isList, nodeNumber, type TokenNode } from '../tokens.ts';
import type { CommandRunner } from './command-runner.ts';

/** The uids of the conversation in the open mailbox that `uid` belongs to; empty when the server knows none. */
export async function threadOf(
  runner: CommandRunner,
  uid: Uid,
  signal: AbortSignal,
): Promise<readonly Uid[]> {
  let threads: readonly TokenNode[] = [];
  const readThreads = (response: UntaggedResponse) => {
    threads = response.attributes;
  };
  await runner.run(
    {
      name: 'UID THREAD',
      arguments: [atom('REFERENCES'), atom('UTF-8'), atom('ALL')],
      untagged: { THREAD: readThreads },
    },
    signal,
  );
  return threads.map(flatten).find((uids) => uids.includes(uid)) ?? [];
}

/** All uids of nested lists, without recursion: a hostile answer may be nested deeply. */
function flatten(thread: TokenNode): readonly Uid[] {
  const uids: Uid[] = [];
  const pending: TokenNode[] = [thread];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (isList(node)) pending.push(...node);
    else {
      const uid = toUid(nodeNumber(node) ?? 0);
      if (uid !== undefined) uids.push(uid);
    }
  }
  return uids;
}
