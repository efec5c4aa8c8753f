import type { CommandRunner } from 'posthorn-imap';
import type { Uid } from '../../../domain/uid.ts';
import { searchByKeys } from '../search/search-uids.ts';

/** RFC 8474 or Gmail: FETCH item and search key. */
export type ThreadIdItem = 'THREADID' | 'X-GM-THRID';

/** RFC 8474 §4; Gmail uses digits. */
const OBJECT_ID = /^[A-Za-z0-9_-]{1,255}$/;

/** Returns the supported item. */
export function threadIdItem(capabilities: ReadonlySet<string>): ThreadIdItem | undefined {
  if (capabilities.has('OBJECTID')) return 'THREADID';
  return capabilities.has('X-GM-EXT-1') ? 'X-GM-THRID' : undefined;
}

/** Returns the uids with this thread id; none for an invalid id. */
export async function searchByThreadId(
  runner: CommandRunner,
  { item, threadId }: { item: ThreadIdItem; threadId: string },
  signal: AbortSignal,
): Promise<readonly Uid[]> {
  return OBJECT_ID.test(threadId) ? searchByKeys(runner, [item, threadId], signal) : [];
}
