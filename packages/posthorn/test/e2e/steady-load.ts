/** Clients that send requests at a steady pace, and what became of each request. */
import { Agent, type IncomingMessage, request as openRequest } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** A complete answer; a connection that was refused, so that nothing was sent; or anything else, as the words for it. */
export type RequestFate =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly body: string;
      readonly atMs: number;
      readonly tookMs: number;
    }
  | { readonly kind: 'refused'; readonly atMs: number }
  | { readonly kind: 'cut'; readonly why: string; readonly atMs: number };

export interface SteadyLoad {
  /** Settles when so many requests have had this fate. */
  until(kind: RequestFate['kind'], count: number): Promise<void>;
  /** Ends the sending and settles with the fates of all requests, in the order in which they were sent. */
  end(): Promise<readonly RequestFate[]>;
}

export interface LoadOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly perSecond: number;
}

const POLL_MS = 10;

/** Sends GETs over connections that are kept and used again. */
export function startLoad({ url, headers, perSecond }: LoadOptions): SteadyLoad {
  const agent = new Agent({ keepAlive: true });
  const fates: Promise<RequestFate>[] = [];
  const known: RequestFate[] = [];
  const timer = setInterval(() => {
    const fate = send(url, headers, agent);
    fates.push(fate);
    void fate.then((settled) => known.push(settled));
  }, 1000 / perSecond);
  return {
    async until(kind, count) {
      while (known.filter((fate) => fate.kind === kind).length < count) await wait(POLL_MS);
    },
    async end() {
      clearInterval(timer);
      const settled = await Promise.all(fates);
      agent.destroy();
      return settled;
    },
  };
}

function send(url: string, headers: LoadOptions['headers'], agent: Agent): Promise<RequestFate> {
  return new Promise((resolve) => {
    const atMs = performance.now();
    const fail = (error: NodeJS.ErrnoException) =>
      resolve(
        error.code === 'ECONNREFUSED'
          ? { kind: 'refused', atMs }
          : { kind: 'cut', why: error.code ?? error.message, atMs },
      );
    const request = openRequest(url, { headers, agent }, (response) => {
      response.on('error', fail);
      void read(response).then((body) => {
        const tookMs = performance.now() - atMs;
        resolve({ kind: 'answered', status: response.statusCode ?? 0, body, atMs, tookMs });
      }, fail);
    });
    request.on('error', fail);
    request.end();
  });
}

async function read(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = await response.toArray();
  if (!response.complete) throw new Error('The answer ended early.');
  return Buffer.concat(chunks).toString();
}
