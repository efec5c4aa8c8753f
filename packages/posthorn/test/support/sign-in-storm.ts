/** A storm of wrong sign-ins at a running server, and what those who are signed in notice of it. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

export interface StormOptions {
  readonly server: FastifyInstance;
  /** A path that needs a login. */
  readonly path: string;
  /** The login of a user who is signed in. */
  readonly signedIn: string;
  /** Right logins that were not used before. */
  readonly newLogins: readonly string[];
  readonly wrongLogins: number;
  /** From how many addresses they come. */
  readonly addresses: number;
  /** As how many users. */
  readonly users: number;
}

/** Milliseconds, and what was answered. */
export interface StormReport {
  readonly quietP99: number;
  readonly stormP99: number;
  readonly slowestNewLogin: number;
  /** Statuses of those who are signed in, and of the new right logins. */
  readonly rightStatuses: readonly number[];
  readonly wrongStatuses: readonly number[];
}

/** The Basic header of a login. */
export function basic(user: string, password: string): string {
  return `Basic ${btoa(`${user}:${password}`)}`;
}

const QUIET_REQUESTS = 100;
const SIGNED_IN_ADDRESS = '198.18.0.1';

/** Measures in quiet, then during the storm. */
export async function raiseStorm(options: StormOptions): Promise<StormReport> {
  const { server, path, signedIn, newLogins, wrongLogins, addresses, users } = options;
  const rightStatuses = new Set<number>();
  const ask = async (authorization: string, remoteAddress: string) => {
    // An injected request that a warm session answers leaves no turn to the sockets of the others.
    await nextTurn();
    const startedAt = performance.now();
    const { statusCode } = await server.inject({ url: path, remoteAddress, headers: { authorization } });
    return { statusCode, ms: performance.now() - startedAt };
  };
  const askRight = async (authorization: string, address: string): Promise<number> => {
    const { statusCode, ms } = await ask(authorization, address);
    rightStatuses.add(statusCode);
    return ms;
  };

  await askRight(signedIn, SIGNED_IN_ADDRESS);
  const quiet: number[] = [];
  for (let index = 0; index < QUIET_REQUESTS; index += 1)
    quiet.push(await askRight(signedIn, SIGNED_IN_ADDRESS));

  let isOver = false;
  const storm = Promise.all(
    Array.from({ length: wrongLogins }, (_, index) => {
      const address = `198.51.100.${index % addresses}`;
      return ask(basic(`user${index % users}@example.org`, `wrong ${index}`), address);
    }),
  ).finally(() => {
    isOver = true;
  });
  const entering = newLogins.map((login, index) => askRight(login, `203.0.113.${index}`));
  const stormy: number[] = [];
  while (!isOver || stormy.length < QUIET_REQUESTS) stormy.push(await askRight(signedIn, SIGNED_IN_ADDRESS));

  const wrong = await storm;
  return {
    quietP99: percentile99(quiet),
    stormP99: percentile99(stormy),
    slowestNewLogin: Math.max(...(await Promise.all(entering))),
    rightStatuses: [...rightStatuses],
    wrongStatuses: [...new Set(wrong.map(({ statusCode }) => statusCode))].sort(),
  };
}

function percentile99(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0;
}
