import type { CommandRunner } from 'posthorn-imap';
import type { Uid } from '../../../domain/values/uid.ts';
import { searchByKeys } from '../search/search-uids.ts';

/** FETCH item and search key (RFC 8474, Gmail). */
export type ThreadIdItem = 'THREADID' | 'X-GM-THRID';

/** RFC 8474 §4; digits at Gmail. */
const OBJECT_ID = /^[A-Za-z0-9_-]{1,255}$/;

/** The supported one. */
export function threadIdItem(capabilities: ReadonlySet<string>): ThreadIdItem | undefined {
  if (capabilities.has('OBJECTID')) return 'THREADID';
  return capabilities.has('X-GM-EXT-1') ? 'X-GM-THRID' : undefined;
}

/** Uids with the thread id; none if invalid. */
export async function searchByThreadId(
  runner: CommandRunner,
  { item, threadId }: { item: ThreadIdItem; threadId: string },
  signal: AbortSignal,
): Promise<readonly Uid[]> {
  return OBJECT_ID.test(threadId) ? searchByKeys(runner, [item, threadId], signal) : [];
}
