import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { createForward, type Exchange, MISDIRECTED } from './forward.ts';
import { createNodeSignatures, NODE_HEADER } from './node-signature.ts';
import { CLIENT_ADDRESS_HEADER } from './peer-headers.ts';
import type { FindRoute, PeerRoute } from './peer-route.ts';
import { createRequestKeys, type RequestKey, type RequestKeysOptions } from './request-key.ts';
import { readSignInBody } from './sign-in-body.ts';

/** Options of a process's peers. */
export interface PeersOptions extends RequestKeysOptions {
  /** Among this machine's processes. */
  readonly findWorker: FindRoute;
  /** Of this process, for its system user only. */
  readonly socketPath: string;
  readonly node?: PeerNode;
}

/** This node and the others. */
export interface PeerNode {
  readonly url: string;
  /** Equal at all nodes. */
  readonly key: Uint8Array;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** `here` for this node. */
  readonly findNode: FindRoute;
  /** True while this node has a lease. */
  readonly isJoined: () => boolean;
  readonly owns: (key: RequestKey) => boolean;
  readonly hasEnded: (nodeUrl: string) => boolean;
  readonly onMissed: () => void;
  readonly onForwarded: () => void;
  /** Receives forwards, if not on the clients' port. */
  readonly listener: { readonly host: string; readonly port: number } | null;
}

/** The other processes. Each user and account has one process, whichever the client reached. */
export interface Peers {
  /** Wraps `serve` with forwarding. Call it before `listen`. */
  createListener(serve: RequestListener): RequestListener;
  /** True for an unreachable owner. */
  isWithoutOwner(request: IncomingMessage): boolean;
  /** True for forged node requests. */
  isForged(request: IncomingMessage): boolean;
  /** True for an address that sent node requests. */
  isNodeAddress(address: string): boolean;
  /** False while this node is outside the service; undefined without nodes. */
  readonly isJoined: boolean | undefined;
  /** Accepts forwarded requests. */
  listen(): Promise<void>;
  /** Finishes running requests. Call it when no process has clients. */
  close(): Promise<void>;
}

/** A restart takes a second, a node's replacement a lease. */
const OWNER_WAIT_MS = 8_000;
const WRITE_IDLE_MS = 30_000;
/** Above other processes' idle timeout. */
const KEEP_ALIVE_MS = 60_000;
const MAX_HEAD_OCTETS = 40_000;

/** A process's peers, not yet listening. */
export function createPeers(options: PeersOptions): Peers {
  return new PeerRequests(options);
}

class PeerRequests implements Peers {
  readonly #options: PeersOptions;
  readonly #keys: ReturnType<typeof createRequestKeys>;
  readonly #signatures: ReturnType<typeof createNodeSignatures> | null;
  readonly #forward: ReturnType<typeof createForward>;
  readonly #withoutOwner = new WeakSet<IncomingMessage>();
  readonly #forged = new WeakSet<IncomingMessage>();
  readonly #nodeAddresses = new Set<string>();
  readonly #nodeSockets = new WeakSet<Socket>();
  readonly #servers: Server[] = [];
  #serve: RequestListener = (_request, response) => void response.destroy();

  constructor(options: PeersOptions) {
    this.#options = options;
    const { node } = options;
    this.#keys = createRequestKeys(options);
    this.#signatures = node ? createNodeSignatures({ ...node, nodeUrl: node.url }) : null;
    const { sign } = this.#signatures ?? { sign: () => '' };
    const limits = { ownerWaitMs: OWNER_WAIT_MS, writeIdleMs: WRITE_IDLE_MS };
    this.#forward = createForward({ ...limits, ...(node && { node: { ...node, sign } }) });
  }

  createListener(serve: RequestListener): RequestListener {
    this.#serve = serve;
    return (request, response) => this.#receive({ request, response });
  }

  isWithoutOwner(request: IncomingMessage): boolean {
    return this.#withoutOwner.has(request);
  }

  isForged(request: IncomingMessage): boolean {
    return this.#forged.has(request);
  }

  isNodeAddress(address: string): boolean {
    return this.#nodeAddresses.has(address);
  }

  get isJoined(): boolean | undefined {
    return this.#options.node?.isJoined();
  }

  async listen(): Promise<void> {
    const { socketPath, node } = this.#options;
    // Left by an earlier process.
    await rm(socketPath, { force: true });
    const local = createPeerServer((request, response) => {
      restoreClient(request, request.headers[CLIENT_ADDRESS_HEADER]);
      this.#serve(request, response);
    });
    // Otherwise cluster workers share it.
    await this.#listenOn(local, { path: socketPath, exclusive: true });
    if (node?.listener) await this.#listenOn(this.#nodeServer(), node.listener);
  }

  async close(): Promise<void> {
    await Promise.all(
      this.#servers.splice(0).map(async (server) => {
        const closed = once(server, 'close');
        server.close();
        await closed;
      }),
    );
  }

  async #listenOn(server: Server, target: Parameters<Server['listen']>[0] & object): Promise<void> {
    server.listen(target as { readonly path: string });
    await once(server, 'listening');
    this.#servers.push(server);
  }

  #nodeServer(): Server {
    const receive: RequestListener = (request, response) => {
      if (request.headers[NODE_HEADER] === undefined) this.#forged.add(request);
      this.#receive({ request, response });
    };
    return createPeerServer(receive).on('checkContinue', receive);
  }

  #receive(exchange: Exchange): void {
    const { request } = exchange;
    const opened = this.#signatures?.open(request);
    delete request.headers[NODE_HEADER];
    if (opened === 'refused' || this.#forged.has(request)) {
      this.#forged.add(request);
      this.#serveHere(exchange);
      return;
    }
    const { response } = exchange;
    const passing =
      opened === undefined ? this.#ofClient(exchange) : this.#ofNode(exchange, opened.clientAddress);
    // Node accepts paths that it cannot send; such requests end like malformed ones.
    passing?.catch(() => response.destroy());
  }

  #ofClient(exchange: Exchange): Promise<void> | undefined {
    const { request } = exchange;
    if (this.#keys.hasUserInBody(request)) return this.#passSignIn(exchange, (key) => this.#routeOf(key));
    const key = this.#keys.ofHead(request);
    const findRoute = (): PeerRoute => (key === undefined ? 'here' : this.#routeOf(key));
    if (findRoute() === 'here') return void this.#serveHere(exchange);
    return this.#pass(exchange, findRoute);
  }

  /** At most one hop: the first node finds another owner. */
  #ofNode(exchange: Exchange, clientAddress: string): Promise<void> | undefined {
    const { request } = exchange;
    const { findWorker } = this.#options;
    this.#noteNode(request.socket);
    restoreClient(request, clientAddress);
    if (this.#keys.hasUserInBody(request)) {
      return this.#passSignIn(exchange, findWorker);
    }
    const key = this.#keys.ofHead(request);
    if (key !== undefined && key.kind !== 'key' && !this.#options.node?.owns(key)) {
      return void misdirect(exchange);
    }
    if (key === undefined || findWorker(key) === 'here') return void this.#serveHere(exchange);
    return this.#pass(exchange, () => findWorker(key));
  }

  #routeOf(key: RequestKey): PeerRoute {
    const { node, findWorker } = this.#options;
    // Any node serves keys' requests without an account.
    const route = node && key.kind !== 'key' ? node.findNode(key) : 'here';
    return route === 'here' ? findWorker(key) : route;
  }

  async #pass(exchange: Exchange, findRoute: () => PeerRoute): Promise<void> {
    const { request } = exchange;
    allowBody(exchange);
    const outcome = await this.#forward(exchange, findRoute);
    if (outcome === 'answered') return;
    if (outcome === 'nowhere') this.#withoutOwner.add(request);
    this.#serve(request, exchange.response);
  }

  async #passSignIn(exchange: Exchange, routeOf: (key: RequestKey) => PeerRoute): Promise<void> {
    const { request, response } = exchange;
    allowBody(exchange);
    const begun = await readSignInBody(request).catch(() => undefined);
    if (begun === undefined) return void response.destroy();
    const key = this.#keys.ofSignIn(request.headers, begun);
    const outcome = await this.#forward({ request, response, begun }, () => this.#elsewhere(key, routeOf));
    if (outcome !== 'nowhere') return;
    this.#withoutOwner.add(request);
    this.#serve(request, response);
  }

  /** Even for this process by a socket: octets already read cannot be put back. */
  #elsewhere(key: RequestKey | undefined, routeOf: (key: RequestKey) => PeerRoute): PeerRoute {
    const route = key === undefined ? 'here' : routeOf(key);
    return route === 'here' ? { socketPath: this.#options.socketPath } : route;
  }

  /** Before the socket gets the client's address. */
  #noteNode(socket: Socket): void {
    if (this.#nodeSockets.has(socket)) return;
    this.#nodeSockets.add(socket);
    if (socket.remoteAddress !== undefined) this.#nodeAddresses.add(socket.remoteAddress);
  }

  #serveHere(exchange: Exchange): void {
    allowBody(exchange);
    this.#serve(exchange.request, exchange.response);
  }
}

/** Answers `Expect` (RFC 9110 §10.1.1) after accepting the request. */
function allowBody({ request, response }: Exchange): void {
  if (request.headers.expect === undefined) return;
  delete request.headers.expect;
  response.writeContinue();
}

function misdirect({ response }: Exchange): void {
  response.writeHead(MISDIRECTED, { 'content-length': '0', connection: 'close' }).end();
}

/** The client's process enforces all limits. */
function createPeerServer(serve: RequestListener): Server {
  const limits = { maxHeaderSize: MAX_HEAD_OCTETS, headersTimeout: 0, requestTimeout: 0 };
  return createServer({ ...limits, keepAliveTimeout: KEEP_ALIVE_MS }, serve);
}

/** A connection has one client at a time. */
function restoreClient(
  { headers, socket }: IncomingMessage,
  address: string | readonly string[] | undefined,
): void {
  delete headers[CLIENT_ADDRESS_HEADER];
  Object.defineProperty(socket, 'remoteAddress', { value: address || undefined, configurable: true });
}
