/** Conversation ids that some servers keep: THREADID (RFC 8474) and Gmail's X-GM-THRID. */
import type { CommandRunner } from 'posthorn-imap';
import type { Uid } from '../../../domain/uid.ts';
import { searchByKeys } from '../search/search-uids.ts';

/** The FETCH item and search key, named alike in both extensions. */
export type ThreadIdItem = 'THREADID' | 'X-GM-THRID';

/** Characters of an object id (RFC 8474 §4); Gmail's are digits. */
const OBJECT_ID = /^[A-Za-z0-9_-]{1,255}$/;

/** The item that this server knows. */
export function threadIdItem(capabilities: ReadonlySet<string>): ThreadIdItem | undefined {
  if (capabilities.has('OBJECTID')) return 'THREADID';
  return capabilities.has('X-GM-EXT-1') ? 'X-GM-THRID' : undefined;
}

/** The uids in the open mailbox with this thread id; none for an invalid id. */
export async function searchByThreadId(
  runner: CommandRunner,
  { item, threadId }: { item: ThreadIdItem; threadId: string },
  signal: AbortSignal,
): Promise<readonly Uid[]> {
  return OBJECT_ID.test(threadId) ? searchByKeys(runner, [item, threadId], signal) : [];
}
