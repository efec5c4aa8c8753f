/** A client of several nodes behind a load balancer: it knows what an answer says of the work, and what none says. */
import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { type ExchangeRequest, exchange } from '../../../support/exchange.ts';
import { V1 } from '../../store-node.ts';

/** `done`: 2xx. `refused`: it was not done, by this request. `unknown`: done or not. */
export type Outcome = 'done' | 'refused' | 'unknown';

export interface BalancedAnswer {
  readonly outcome: Outcome;
  /** 0 for none. */
  readonly status: number;
  readonly etag: string;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: what tests look into, whatever it is
  readonly document: any;
}

/** `path` is one of version 1. */
export interface BalancedRequest extends Omit<ExchangeRequest, 'url' | 'leaveAfterMs'> {
  readonly path: string;
}

export interface BalancedClient {
  ask(authorization: string, request: BalancedRequest): Promise<BalancedAnswer>;
  /** Asks again until it is told what came of it; the last answer after too many attempts. */
  persist(authorization: string, request: BalancedRequest, attempts: number): Promise<BalancedAnswer>;
  /** How often each method ended so. */
  readonly ends: Readonly<Record<string, number>>;
  /** Answers that no request of a soak may get. */
  readonly problems: readonly string[];
  /** Of the slowest answer that was complete. */
  slowestMs(): number;
}

/** Longer than a take-over. */
const PATIENCE_MS = 15_000;
const PAUSE_MS = 200;
const MAX_PAUSE_MS = 2_000;
const REFUSED: readonly number[] = [404, 412];
/** A server that is away, or has lost its owner, or is loaded. */
const PASSING: readonly number[] = [0, 429, 502, 503, 504];

/** Returns a client that knows one address. */
export function createBalancedClient(address: string): BalancedClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 200 });
  const ends: Record<string, number> = {};
  const problems: string[] = [];
  let slowest = 0;

  const ask: BalancedClient['ask'] = async (authorization, { path, headers, ...request }) => {
    const {
      end,
      status,
      headers: received,
      body,
      tookMs,
    } = await exchange(
      {
        ...request,
        url: `${address}${V1}${path}`,
        headers: {
          authorization,
          ...(request.body !== undefined && { 'content-type': 'application/vnd.api+json' }),
          ...headers,
        },
        leaveAfterMs: PATIENCE_MS,
      },
      agent,
    );
    const answered = end === 'answered' ? status : 0;
    const text = body.toString();
    const method = request.method ?? 'GET';
    const name = `${method} ${end === 'answered' ? status : end}`;
    ends[name] = (ends[name] ?? 0) + 1;
    if (end === 'answered') slowest = Math.max(slowest, tookMs);
    const outcome = outcomeOf(answered);
    if (outcome === 'unknown' && !PASSING.includes(answered) && !text.includes('submission-uncertain')) {
      problems.push(`${method} ${path}: ${answered} ${text.slice(0, 500)}`);
    }
    return { outcome, status: answered, etag: String(received.etag ?? ''), text, document: parsed(text) };
  };

  return {
    ask,
    async persist(authorization, request, attempts) {
      for (
        let attempt = 1, pauseMs = PAUSE_MS;
        ;
        attempt += 1, pauseMs = Math.min(MAX_PAUSE_MS, pauseMs * 2)
      ) {
        const answer = await ask(authorization, request);
        const isTold = answer.outcome !== 'unknown' || answer.text.includes('submission-uncertain');
        if (isTold || attempt >= attempts) return answer;
        await wait(pauseMs);
      }
    },
    ...{ ends, problems },
    slowestMs: () => slowest,
  };
}

function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return 'done';
  return REFUSED.includes(status) ? 'refused' : 'unknown';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
