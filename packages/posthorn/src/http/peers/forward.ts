/** Forwards a request to the worker process that owns its account, and returns the owner's answer. */
import {
  Agent,
  type ClientRequest,
  type IncomingMessage,
  request as openRequest,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { toClient, toOwner } from './peer-headers.ts';

/** A request and the response object for its answer. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: Parameters<RequestListener>[1];
  /** The part of the request's body that has been read already. */
  readonly begun?: Buffer;
}

/** The time limits of forwarding. */
export interface ForwardLimits {
  /** How long a request waits for an owner that is restarting. */
  readonly ownerWaitMs: number;
  /** How long a client may leave the end of its answer unread. */
  readonly writeIdleMs: number;
}

/** Passes the request to the worker that listens on the Unix socket. False: nothing listens there, and the request is unread. */
export type Forward = (exchange: Exchange, socketPath: string) => Promise<boolean>;

/** The outcome of one attempt. */
type Outcome = 'answered' | 'unreachable' | 'lost';

/** Idle connections are closed here long before the owner closes them: it must not close one that is about to be used. */
const IDLE_MS = 20_000;
const RETRY_INTERVAL_MS = 50;
/** Larger than the head of any answer. */
const MAX_HEAD_OCTETS = 65_536;

/** Forwards over kept connections. Nothing is buffered: both bodies flow as fast as their readers take them. */
export function createForward({ ownerWaitMs, writeIdleMs }: ForwardLimits): Forward {
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MS });

  return async (exchange, socketPath) => {
    const { response } = exchange;
    const startedAt = performance.now();
    while (!response.destroyed) {
      const outcome = await attempt(exchange, { agent, socketPath, writeIdleMs });
      if (outcome === 'answered') return true;
      // As at the end of a single process: how far the work came is unknown.
      if (outcome === 'lost') response.destroy();
      else if (performance.now() - startedAt > ownerWaitMs) return false;
      else await wait(RETRY_INTERVAL_MS);
    }
    return true;
  };
}

interface Route {
  readonly agent: Agent;
  readonly socketPath: string;
  readonly writeIdleMs: number;
}

function attempt({ request, response, begun }: Exchange, route: Route): Promise<Outcome> {
  const { agent, socketPath, writeIdleMs } = route;
  const { method = 'GET', url = '/', rawHeaders, socket } = request;
  const headers = toOwner(rawHeaders, { method, clientAddress: socket.remoteAddress ?? '' });
  const outgoing = openRequest({
    ...{ agent, socketPath, method, path: url, maxHeaderSize: MAX_HEAD_OCTETS },
    headers: headers as never,
  });
  return new Promise((resolve) => {
    let outcome: Outcome = 'unreachable';
    const onClientGone = (): void => {
      if (!response.writableFinished) outgoing.destroy();
    };
    response.once('close', onClientGone);
    onceConnected(outgoing, () => {
      outcome = 'lost';
      sendBody(outgoing, request, begun);
    });
    outgoing.once('response', (answer) => {
      outcome = 'answered';
      passAnswer(answer, response, writeIdleMs);
    });
    // After an answer it only means that the owner did not want the rest of the body.
    outgoing.on('error', () => undefined);
    outgoing.once('close', () => {
      request.unpipe(outgoing);
      response.off('close', onClientGone);
      resolve(outcome);
    });
  });
}

/** Nothing is read of the client's request before the owner is there: until then it can be tried again. */
function onceConnected(outgoing: ClientRequest, start: () => void): void {
  outgoing.once('socket', (socket) => {
    if (socket.connecting) socket.once('connect', start);
    // The owner may have ended while the connection was idle; its end is read in this turn.
    else {
      setImmediate(() => {
        if (!socket.destroyed) start();
      });
    }
  });
}

function sendBody(outgoing: ClientRequest, request: IncomingMessage, begun: Buffer | undefined): void {
  // The owner may refuse the head before the body comes.
  outgoing.flushHeaders();
  if (begun !== undefined) outgoing.write(begun);
  if (request.readableEnded) outgoing.end();
  else request.pipe(outgoing);
}

function passAnswer(answer: IncomingMessage, response: ServerResponse, writeIdleMs: number): void {
  const { statusCode = 502, statusMessage = '', rawHeaders, headers } = answer;
  response.writeHead(statusCode, statusMessage, toClient(rawHeaders, headers.connection));
  // An answer of any length, such as a stream of events, begins now.
  response.flushHeaders();
  answer.pipe(response);
  answer.once('end', () => response.setTimeout(writeIdleMs, () => response.destroy()));
  answer.once('error', () => response.destroy());
  answer.once('close', () => {
    if (!answer.complete) response.destroy();
  });
}
