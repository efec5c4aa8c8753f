import {
  Agent,
  type ClientRequest,
  type IncomingMessage,
  request as openRequest,
  type RequestListener,
  type RequestOptions,
  type ServerResponse,
} from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { NODE_HEADER, type NodeSignatures } from './node-signature.ts';
import { announcesBody, toClient, toOwner } from './peer-headers.ts';
import type { PeerRoute } from './peer-route.ts';

/** A request and its response. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: Parameters<RequestListener>[1];
  /** Body octets already read. */
  readonly begun?: Buffer;
}

/** Limits and signatures of forwarding. */
export interface ForwardOptions {
  /** For a restarting or replaced owner. */
  readonly ownerWaitMs: number;
  /** Of an unread answer. */
  readonly writeIdleMs: number;
  readonly node?: ForwardNode;
}

/** Forwarding to other nodes. */
export interface ForwardNode {
  readonly sign: NodeSignatures['sign'];
  /** Called when the owner is not at its address. */
  readonly onMissed: () => void;
  readonly onForwarded: () => void;
  /** True once the node is known to have ended. */
  readonly hasEnded: (nodeUrl: string) => boolean;
}

/**
 * `answered`: also by a closed connection. `here`: this process now owns it. `nowhere`: no owner in time. The last
 * two leave the request unread.
 */
export type Forwarded = 'answered' | 'here' | 'nowhere';

/** Forwards to the owner, which may change during waits. */
export type Forward = (exchange: Exchange, findRoute: () => PeerRoute) => Promise<Forwarded>;

type Outcome = 'answered' | 'unreachable' | 'lost';
type Remote = Exclude<PeerRoute, 'here' | 'nowhere'>;

/** Status of a node that does not own the account and left the request unread (RFC 9110 §15.5.20). */
export const MISDIRECTED = 421;
/** Below the owner's timeout: closing connections must not be used. */
const IDLE_MS = 20_000;
const RETRY_INTERVAL_MS = 50;
const NODE_RETRY_MS = 200;
const MAX_HEAD_OCTETS = 65_536;
const CONNECT_MS = 2_000;
const WATCH_MS = 250;
const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Keeps connections open; streams bodies, never buffers. */
export function createForward(options: ForwardOptions): Forward {
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MS });
  return async (exchange, findRoute) => {
    const endsAt = performance.now() + options.ownerWaitMs;
    for (;;) {
      const forwarded = await forwardOnce({ exchange, findRoute, endsAt }, { agent, options });
      if (forwarded !== 'again') return forwarded;
    }
  };
}

interface Forwarding {
  readonly exchange: Exchange;
  readonly findRoute: () => PeerRoute;
  readonly endsAt: number;
}

async function forwardOnce(
  { exchange, findRoute, endsAt }: Forwarding,
  parts: Omit<AttemptParts, 'route'>,
): Promise<Forwarded | 'again'> {
  const { response } = exchange;
  const route = findRoute();
  if (route === 'here') return 'here';
  const outcome = await attempt(exchange, { ...parts, route });
  // The work's progress is unknown.
  if (outcome === 'lost') response.destroy();
  if (outcome === 'answered' || response.destroyed) return 'answered';
  if (performance.now() > endsAt && isSame(route, findRoute())) return 'nowhere';
  await pauseFor(route, parts.options.node);
  return response.destroyed ? 'answered' : 'again';
}

async function attempt(
  exchange: Exchange,
  parts: Omit<AttemptParts, 'route'> & { readonly route: PeerRoute },
) {
  const { route } = parts;
  if (typeof route === 'string') return 'unreachable';
  return new Attempt(exchange, { ...parts, route }).run();
}

async function pauseFor(route: PeerRoute, node: ForwardNode | undefined): Promise<void> {
  if (typeof route === 'object' && 'socketPath' in route) return wait(RETRY_INTERVAL_MS);
  node?.onMissed();
  await wait(NODE_RETRY_MS);
}

interface AttemptParts {
  readonly agent: Agent;
  readonly route: Remote;
  readonly options: ForwardOptions;
}

class Attempt {
  readonly #exchange: Exchange;
  readonly #parts: AttemptParts;
  readonly #outgoing: ClientRequest;
  #outcome: Outcome = 'unreachable';
  #timer: NodeJS.Timeout | undefined;

  constructor(exchange: Exchange, parts: AttemptParts) {
    this.#exchange = exchange;
    this.#parts = parts;
    const { method = 'GET', url = '/' } = exchange.request;
    const headers = this.#headers() as never;
    const common = { agent: parts.agent, method, path: url, maxHeaderSize: MAX_HEAD_OCTETS, headers };
    this.#outgoing = openRequest({ ...common, ...targetOf(parts.route) });
  }

  run(): Promise<Outcome> {
    const { request, response } = this.#exchange;
    const outgoing = this.#outgoing;
    const onClientGone = (): void => {
      if (!response.writableFinished) outgoing.destroy();
    };
    response.once('close', onClientGone);
    this.#watchNode();
    onceConnected(outgoing, () => this.#begin());
    outgoing.once('continue', () => this.#sendBody());
    outgoing.once('response', (answer) => this.#pass(answer));
    // The owner may ignore the rest of the body.
    outgoing.on('error', () => undefined);
    return new Promise((resolve) => {
      outgoing.once('close', () => {
        clearInterval(this.#timer);
        request.unpipe(outgoing);
        response.off('close', onClientGone);
        resolve(this.#outcome);
      });
    });
  }

  get #isNode(): boolean {
    return 'nodeUrl' in this.#parts.route;
  }

  get #hasBody(): boolean {
    return this.#exchange.begun !== undefined || announcesBody(this.#exchange.request.rawHeaders);
  }

  #headers(): string[] {
    const { method = 'GET', url = '/', rawHeaders, socket, headers } = this.#exchange.request;
    const { route, options } = this.#parts;
    const clientAddress = socket.remoteAddress ?? '';
    if (!('nodeUrl' in route)) return toOwner(rawHeaders, { method, clientAddress });
    const { nodeUrl } = route;
    const { authorization } = headers;
    const signature = options.node?.sign({ method, url, authorization, clientAddress, nodeUrl }) ?? '';
    const signed = [...toOwner(rawHeaders, { method }), NODE_HEADER, signature];
    // Ownership may have changed: the owner must agree before reading the body.
    return this.#hasBody ? [...signed, 'Expect', '100-continue'] : signed;
  }

  #begin(): void {
    const { method = 'GET' } = this.#exchange.request;
    // The owner may refuse the head.
    this.#outgoing.flushHeaders();
    if (this.#isNode && this.#hasBody) return;
    // A lost safe request has changed nothing.
    if (!this.#isNode || !SAFE.has(method)) this.#outcome = 'lost';
    if (this.#isNode) this.#outgoing.end();
    else this.#sendBody();
  }

  #sendBody(): void {
    const { request, begun } = this.#exchange;
    this.#outcome = 'lost';
    if (begun !== undefined) this.#outgoing.write(begun);
    if (request.readableEnded) this.#outgoing.end();
    else request.pipe(this.#outgoing);
  }

  #pass(answer: IncomingMessage): void {
    const { response } = this.#exchange;
    const { options } = this.#parts;
    if (this.#isNode && answer.statusCode === MISDIRECTED) {
      this.#outcome = 'unreachable';
      answer.resume();
      this.#outgoing.destroy();
      return;
    }
    this.#outcome = 'answered';
    if (this.#isNode) options.node?.onForwarded();
    passAnswer(answer, response, options.writeIdleMs);
    answer.once('end', () => this.#discardRest());
  }

  /**
   * Reads the rest of a refused body within the upload time: unread, it would block the connection's next
   * request. Node's client emits no `drain` then.
   */
  #discardRest(): void {
    const { request } = this.#exchange;
    if (this.#outgoing.writableEnded) return;
    request.unpipe(this.#outgoing);
    request.resume();
    this.#outgoing.destroy();
  }

  /** A frozen or cut-off node closes no connection. */
  #watchNode(): void {
    const { route, options } = this.#parts;
    if (!('nodeUrl' in route)) return;
    this.#outgoing.once('socket', (socket) => {
      if (!socket.connecting) return;
      const timer = setTimeout(() => this.#outgoing.destroy(), CONNECT_MS);
      socket.once('connect', () => clearTimeout(timer));
      this.#outgoing.once('close', () => clearTimeout(timer));
    });
    this.#timer = setInterval(() => {
      if (options.node?.hasEnded(route.nodeUrl)) this.#outgoing.destroy();
    }, WATCH_MS);
  }
}

/** After the time, only another owner is tried: a frozen one may have been replaced. */
function isSame(one: PeerRoute, other: PeerRoute): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function targetOf(route: Remote): RequestOptions {
  if ('socketPath' in route) return { socketPath: route.socketPath };
  const { hostname, port } = new URL(route.nodeUrl);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? 80 : Number(port) };
}

/** Starts once connected: before, the request is unread and can be retried. */
function onceConnected(outgoing: ClientRequest, start: () => void): void {
  outgoing.once('socket', (socket) => {
    if (socket.connecting) socket.once('connect', start);
    // The owner may have closed the idle connection.
    else {
      setImmediate(() => {
        if (!socket.destroyed) start();
      });
    }
  });
}

function passAnswer(answer: IncomingMessage, response: ServerResponse, writeIdleMs: number): void {
  const { statusCode = 502, statusMessage = '', rawHeaders, headers } = answer;
  response.writeHead(statusCode, statusMessage, toClient(rawHeaders, headers.connection));
  // Event streams must start at once.
  response.flushHeaders();
  answer.pipe(response);
  answer.once('end', () => response.setTimeout(writeIdleMs, () => response.destroy()));
  answer.once('error', () => response.destroy());
  answer.once('close', () => {
    if (!answer.complete) response.destroy();
  });
}
