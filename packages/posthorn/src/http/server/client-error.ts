import type { Socket } from 'node:net';
import { type Problem, problemOf } from '../answer/problem.ts';
import type { ProblemPresenter } from '../answer/problem-answer.ts';
import type { Cors, RefusedRequest } from '../cors/cors.ts';
import type { CorsAnswer } from '../cors/cors-policy.ts';

interface ParserError extends Error {
  readonly code?: string;
  readonly rawPacket?: Buffer;
}

export type ClientErrorHandler = (error: Error, socket: Socket) => void;

/** Handler dependencies. */
export interface ClientErrorDependencies {
  readonly presenterOf: (path: string) => ProblemPresenter;
  readonly cors: Pick<Cors, 'answerRefused'>;
  readonly removeBasePath: (url: string) => string;
}

const MAX_SEARCHED_OCTETS = 16_384;
const REQUEST_LINE = /^[A-Z]{3,10} ([^ ?\r\n]{1,4000})/;
const ORIGIN = /\r\norigin:[ \t]*([^ \t\r\n]{1,512})[ \t]*\r\n/i;
const HOST = /\r\nhost:[ \t]*([^ \t\r\n]{1,512})[ \t]*\r\n/i;

/**
 * Answers parser errors (malformed or large heads) in the format of the path's version. Closes the
 * connection: the next request's start is unknown.
 */
export function createClientErrorHandler(dependencies: ClientErrorDependencies): ClientErrorHandler {
  const { presenterOf, cors, removeBasePath } = dependencies;
  return (error: ParserError, socket) => {
    // The connection is lost, or nothing was sent.
    if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesRead === 0) {
      socket.destroy();
      return;
    }
    const head = readHead(error);
    const refused = { ...head, path: removeBasePath(head.path) };
    const problem = problemOfParser(error);
    socket.write(writeResponse(problem, presenterOf(refused.path), cors.answerRefused(refused)));
    socket.destroySoon();
  };
}

function problemOfParser({ code }: ParserError): Problem {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return problemOf('request-timeout');
  if (code !== 'HPE_HEADER_OVERFLOW') return problemOf('malformed-request');
  const detail = 'The request line and the headers are longer than this server reads.';
  return problemOf('headers-too-large', { detail });
}

function readHead({ rawPacket }: ParserError): RefusedRequest {
  const [head = ''] = (rawPacket?.subarray(0, MAX_SEARCHED_OCTETS).toString('latin1') ?? '').split(
    '\r\n\r\n',
    1,
  );
  return {
    path: REQUEST_LINE.exec(head)?.[1] ?? '/',
    host: HOST.exec(head)?.[1] ?? '',
    origin: ORIGIN.exec(head)?.[1],
  };
}

function writeResponse(problem: Problem, present: ProblemPresenter, cors: CorsAnswer): string {
  const { status, contentType, varyBy, body } = present(problem);
  const text = Buffer.isBuffer(body) ? body.toString() : JSON.stringify(body);
  const vary = [...cors.vary, ...(varyBy === undefined ? [] : [varyBy])];
  const fields = {
    'content-type': contentType,
    'content-length': String(Buffer.byteLength(text)),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    connection: 'close',
    ...cors.headers,
    ...(vary.length > 0 && { vary: vary.join(', ') }),
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${problem.title}\r\n${lines.join('')}\r\n${text}`;
}
