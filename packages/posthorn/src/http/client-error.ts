/** Answers what Node's HTTP parser refuses, before there is a request: headers that are too large or malformed. */
import type { Socket } from 'node:net';
import { type Problem, problemOf } from './problem.ts';
import type { ProblemPresenter } from './problem-answer.ts';

/** The parser's error, with the octets that it was reading. */
interface ParserError extends Error {
  readonly code?: string;
  readonly rawPacket?: Buffer;
}

export type ClientErrorHandler = (error: Error, socket: Socket) => void;

/** The beginning of a request line is found in the first kilobytes or not at all. */
const MAX_SEARCHED_OCTETS = 4_096;
const REQUEST_LINE = /^[A-Z]{3,10} ([^ ?]{1,4000})/;

/**
 * Writes the answer and closes the connection: after an error of the parser nobody knows where the next request
 * begins. The problem is told in the words that belong to the path, as far as the parser has seen it.
 */
export function createClientErrorHandler(
  presenterOf: (path: string) => ProblemPresenter,
): ClientErrorHandler {
  return (error: ParserError, socket) => {
    // A connection that is gone cannot be answered.
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    socket.write(writeResponse(problemOfParser(error), presenterOf(pathOf(error))));
    socket.destroySoon();
  };
}

function problemOfParser({ code }: ParserError): Problem {
  if (code !== 'HPE_HEADER_OVERFLOW') return problemOf('malformed-request');
  const detail = 'The request line and the headers are longer than this server reads.';
  return problemOf('headers-too-large', { detail });
}

function pathOf({ rawPacket }: ParserError): string {
  const start = rawPacket?.subarray(0, MAX_SEARCHED_OCTETS).toString('latin1') ?? '';
  return REQUEST_LINE.exec(start)?.[1] ?? '/';
}

function writeResponse(problem: Problem, present: ProblemPresenter): string {
  const { status, contentType, varyBy, body } = present(problem);
  const text = Buffer.isBuffer(body) ? body.toString() : JSON.stringify(body);
  const fields = {
    'content-type': contentType,
    'content-length': String(Buffer.byteLength(text)),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    connection: 'close',
    ...(varyBy !== undefined && { vary: varyBy }),
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${problem.title}\r\n${lines.join('')}\r\n${text}`;
}
