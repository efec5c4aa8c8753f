/** The other worker processes of the installation. Each account is served by one of them, whichever worker its client has reached. */
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { join } from 'node:path';
import { createForward, type Exchange } from './forward.ts';
import { CLIENT_ADDRESS_HEADER } from './peer-headers.ts';
import { createRequestOwner, type RequestOwnerOptions } from './request-owner.ts';
import { readSignInBody } from './sign-in-body.ts';

/** What this worker process has to know about the others. */
export interface PeersOptions extends RequestOwnerOptions {
  /** The number of this worker. */
  readonly worker: number;
  /** The directory of the workers' sockets. Only the user of the process may enter it. */
  readonly directory: string;
}

/** Serves a worker's own requests, and forwards those of others. */
export interface Peers {
  /** The listener for clients: forwards what belongs to other workers, and passes the rest to `serve`. Call it before `listen`. */
  createListener(serve: RequestListener): RequestListener;
  /** True for a request whose owner could not be reached. It has to be refused. */
  isWithoutOwner(request: IncomingMessage): boolean;
  /** Takes the requests that other workers forward. */
  listen(): Promise<void>;
  /** Answers the requests under way, and accepts no more. Call it once no worker has a client. */
  close(): Promise<void>;
}

/** A worker needs a second to restart. */
const OWNER_WAIT_MS = 8_000;
const WRITE_IDLE_MS = 30_000;
/** Longer than the other workers keep idle connections. */
const KEEP_ALIVE_MS = 60_000;
/** The head of a request, and who the client is. */
const MAX_HEAD_OCTETS = 40_000;

/** The peers of one worker; it does not listen yet. */
export function createPeers(options: PeersOptions): Peers {
  const { worker, directory } = options;
  const owners = createRequestOwner(options);
  const forward = createForward({ ownerWaitMs: OWNER_WAIT_MS, writeIdleMs: WRITE_IDLE_MS });
  const withoutOwner = new WeakSet<IncomingMessage>();
  const socketOf = (owner: number): string => join(directory, `${owner}.sock`);
  let serve: RequestListener = (_request, response) => void response.destroy();
  const server = createPeerServer((request, response) => serve(request, response));

  const pass = async (exchange: Exchange, owner: number): Promise<void> => {
    if (await forward(exchange, socketOf(owner))) return;
    withoutOwner.add(exchange.request);
    serve(exchange.request, exchange.response);
  };
  const passSignIn = async ({ request, response }: Exchange): Promise<void> => {
    const begun = await readSignInBody(request).catch(() => undefined);
    if (begun === undefined) return void response.destroy();
    // Also to this worker itself: the octets of a body that were read cannot be put back.
    await pass({ request, response, begun }, owners.ofSignIn(request.headers, begun) ?? worker);
  };
  /** A request that Node reads but would not send, such as one with a strange path, ends like a malformed one. */
  const cutOnFailure = (passing: Promise<void>, { response }: Exchange): void => {
    passing.catch(() => response.destroy());
  };

  return {
    createListener(serveHere) {
      serve = serveHere;
      return (request, response) => {
        const exchange = { request, response };
        if (owners.hasUserInBody(request)) return cutOnFailure(passSignIn(exchange), exchange);
        const owner = owners.ofHead(request) ?? worker;
        if (owner === worker) serveHere(request, response);
        else cutOnFailure(pass(exchange, owner), exchange);
      };
    },
    isWithoutOwner: (request) => withoutOwner.has(request),
    async listen() {
      // The socket of an earlier process with this number.
      await rm(socketOf(worker), { force: true });
      // Exclusive: in a worker process, others would share it.
      server.listen({ path: socketOf(worker), exclusive: true });
      await once(server, 'listening');
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
  };
}

/** The worker that a client is connected to enforces all bounds on the client. */
function createPeerServer(serve: RequestListener): Server {
  const limits = { maxHeaderSize: MAX_HEAD_OCTETS, headersTimeout: 0, requestTimeout: 0 };
  return createServer({ ...limits, keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    restoreClient(request);
    serve(request, response);
  });
}

/** Requests of one connection follow each other, so that it has one client at a time. */
function restoreClient({ headers, socket }: IncomingMessage): void {
  const value = headers[CLIENT_ADDRESS_HEADER] || undefined;
  delete headers[CLIENT_ADDRESS_HEADER];
  Object.defineProperty(socket, 'remoteAddress', { value, configurable: true });
}
