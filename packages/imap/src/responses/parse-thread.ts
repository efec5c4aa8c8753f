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

/** Far deeper than any conversation branches, and shallow enough that a line of parentheses costs no memory. */
const MAX_DEPTH = 10_000;
const NONE: readonly never[] = [];

/** `(2)(3 6 (4 23)(44 7 96))`. Throws SyntaxFailure, with the reason `depth` where threads are nested too deep. */
export function parseThread(cursor: ResponseCursor): ThreadResponse {
  const threads: Thread[] = [];
  const open: OpenThread[] = [];
  for (;;) {
    cursor.skipSpaces();
    if (cursor.skip(OPEN)) beginThread(open);
    else if (cursor.skip(CLOSE)) endThread(open, threads);
    else if (cursor.isAtEnd) break;
    else readNumber(cursor, open.at(-1));
  }
  if (open.length > 0) throw new SyntaxFailure();
  return { kind: 'thread', threads };
}

function beginThread(open: OpenThread[]): void {
  if (open.length >= MAX_DEPTH) throw new SyntaxFailure('depth');
  open.push({ numbers: [], branches: [] });
}

/** A thread has numbers, or branches of a parent that is missing. */
function endThread(open: OpenThread[], threads: Thread[]): void {
  const thread = open.pop();
  if (!thread || (thread.numbers.length === 0 && thread.branches.length === 0)) throw new SyntaxFailure();
  const siblings = open.at(-1)?.branches ?? threads;
  siblings.push({ numbers: trimmed(thread.numbers), branches: trimmed(thread.branches) });
}

/** A copy without the room that an array keeps for more elements, of which a mailbox of threads has megabytes. */
function trimmed<Element>(elements: readonly Element[]): readonly Element[] {
  return elements.length === 0 ? NONE : elements.slice();
}

/** Numbers stand before the branches of their thread. */
function readNumber(cursor: ResponseCursor, thread: OpenThread | undefined): void {
  if (!thread || thread.branches.length > 0) throw new SyntaxFailure();
  thread.numbers.push(cursor.number32());
}
