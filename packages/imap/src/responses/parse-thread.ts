/** THREAD from its octets (RFC 5256 §4), without recursion: conversations of mailing lists are deep. */
import { CLOSE, OPEN } from '../wire/octets.ts';
import type { ResponseCursor } from '../wire/response-cursor.ts';
import { SyntaxFailure } from '../wire/syntax-failure.ts';
import type { Thread, ThreadResponse } from './response.ts';

/** A thread that is being read. */
interface OpenThread {
  readonly numbers: number[];
  readonly branches: Thread[];
}

/** `(2)(3 6 (4 23)(44 7 96))`. Throws SyntaxFailure. */
export function parseThread(cursor: ResponseCursor): ThreadResponse {
  const threads: Thread[] = [];
  const open: OpenThread[] = [];
  for (;;) {
    cursor.skipSpaces();
    if (cursor.skip(OPEN)) open.push({ numbers: [], branches: [] });
    else if (cursor.skip(CLOSE)) {
      const thread = open.pop();
      if (!thread) throw new SyntaxFailure();
      (open.at(-1)?.branches ?? threads).push(thread);
    } else if (cursor.isAtEnd) break;
    else readNumber(cursor, open.at(-1));
  }
  if (open.length > 0) throw new SyntaxFailure();
  return { kind: 'thread', threads };
}

/** Numbers stand before the branches of their thread. */
function readNumber(cursor: ResponseCursor, thread: OpenThread | undefined): void {
  if (!thread || thread.branches.length > 0) throw new SyntaxFailure();
  thread.numbers.push(cursor.number32());
}
