/** Conversation ids that some servers keep: THREADID (RFC 8474) and Gmail's X-GM-THRID. */
import type { Uid } from '../../../domain/uid.ts';
import { atom, isList, nodeText, type TokenNode } from '../tokens.ts';
import type { CommandRunner } from './command-runner.ts';
import { searchByKeys } from './search.ts';

/** The FETCH item and search key, named alike in both extensions. */
export type ThreadIdItem = 'THREADID' | 'X-GM-THRID';

/** The item that this server knows. */
export function threadIdItem(capabilities: ReadonlySet<string>): ThreadIdItem | undefined {
  if (capabilities.has('OBJECTID')) return 'THREADID';
  return capabilities.has('X-GM-EXT-1') ? 'X-GM-THRID' : undefined;
}

/** The id in a FETCH answer: `THREADID (id)` or `X-GM-THRID 123`; null where the server has none. */
export function readThreadId(value: TokenNode): string | null {
  return nodeText(isList(value) ? value[0] : value);
}

/** Characters of an object id (RFC 8474 §4); Gmail's are digits. */
const OBJECT_ID = /^[A-Za-z0-9_-]{1,255}$/;

/** The uids in the open mailbox that bear the id; none for an id that no server may give. */
export function searchByThreadId(
  runner: CommandRunner,
  { item, threadId }: { item: ThreadIdItem; threadId: string },
  signal: AbortSignal,
): Promise<readonly Uid[]> {
  if (!OBJECT_ID.test(threadId)) return Promise.resolve([]);
  return searchByKeys(runner, [atom(item), atom(threadId)], signal);
}
