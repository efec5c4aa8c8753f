/** THREAD from its octets (RFC 5256 §4), without recursion: conversations of mailing lists are deep. */
import { CLOSE, OPEN } from '../wire/octets.ts';
import type { ResponseCursor } from '../wire/response-cursor.ts';
import { SyntaxFailure } from '../wire/syntax-failure.ts';
import type { Thread, ThreadResponse } from './response.ts';

/** A thread that is being read. */
interface OpenThread {
  readonly numbers: number[];
  branches: Thread[];
}

/** Far deeper than any conversation branches, and shallow enough that a line of parentheses costs no memory. */
const MAX_DEPTH = 10_000;
const NO_BRANCHES: Thread[] = [];

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
  open.push({ numbers: [], branches: NO_BRANCHES });
}

/** A thread has numbers, or branches of a parent that is missing. */
function endThread(open: OpenThread[], threads: Thread[]): void {
  const thread = open.pop();
  if (!thread || (thread.numbers.length === 0 && thread.branches.length === 0)) throw new SyntaxFailure();
  const parent = open.at(-1);
  if (!parent) threads.push(thread);
  else if (parent.branches === NO_BRANCHES) parent.branches = [thread];
  else parent.branches.push(thread);
}

/** Numbers stand before the branches of their thread. */
function readNumber(cursor: ResponseCursor, thread: OpenThread | undefined): void {
  if (!thread || thread.branches.length > 0) throw new SyntaxFailure();
  thread.numbers.push(cursor.number32());
}
