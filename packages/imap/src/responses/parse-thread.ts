import { CLOSE, OPEN } from '../wire/octets.ts';
import type { ResponseCursor } from '../wire/response-cursor.ts';
import { SyntaxFailure } from '../wire/syntax-failure.ts';
import type { Thread, ThreadResponse } from './response.ts';

interface OpenThread {
  numbers: number[];
  branches: Thread[];
}

/** A line of parentheses must cost no memory. */
const MAX_DEPTH = 10_000;
/** Shared: a mailbox may have hundreds of thousands of threads. */
const NONE: never[] = [];

/** `(2)(3 6 (4 23)(44 7 96))` (RFC 5256 §4), without recursion. */
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
  open.push({ numbers: NONE, branches: NONE });
}

/** Needs numbers, or a missing parent's branches. */
function endThread(open: OpenThread[], threads: Thread[]): void {
  const thread = open.pop();
  if (!thread || (thread.numbers.length === 0 && thread.branches.length === 0)) throw new SyntaxFailure();
  // Frees spare capacity, larger than the threads.
  if (thread.numbers.length > 1) thread.numbers = thread.numbers.slice();
  if (thread.branches.length > 1) thread.branches = thread.branches.slice();
  const parent = open.at(-1);
  if (!parent) threads.push(thread);
  else if (parent.branches === NONE) parent.branches = [thread];
  else parent.branches.push(thread);
}

/** Numbers precede branches. */
function readNumber(cursor: ResponseCursor, thread: OpenThread | undefined): void {
  if (!thread || thread.branches.length > 0) throw new SyntaxFailure();
  const number = cursor.number32();
  if (thread.numbers === NONE) thread.numbers = [number];
  else thread.numbers.push(number);
}
