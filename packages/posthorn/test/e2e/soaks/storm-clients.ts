/** The attackers of `sign-in-storm.ts`, in a process of their own: their work must not lengthen what the others measure. */
import { once } from 'node:events';
import { Agent } from 'node:http';
import { exchange } from '../../support/exchange.ts';

/** Sent to them once they have said that they are ready. */
export interface StormOrder {
  /** A resource that needs a login. */
  readonly url: string;
  readonly wrongLogins: number;
  readonly addresses: number;
  /** The users whose passwords are tried. */
  readonly users: readonly string[];
  /** How many requests are under way at a time. */
  readonly connections: number;
}

/** What they report at the end. */
export interface StormOutcome {
  /** How many answers there were, by status or by the words for its absence. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Refusals with 429 or 503 that do not say when to come again. */
  readonly withoutRetryAfter: number;
}

const order = once(process, 'message') as Promise<[StormOrder]>;
process.send?.('ready');
const [{ url, wrongLogins, addresses, users, connections }] = await order;
const agents = Array.from({ length: addresses }, (_, index) => {
  return new Agent({ keepAlive: true, localAddress: `127.0.3.${1 + index}` });
});
const statuses: Record<string, number> = {};
let withoutRetryAfter = 0;
let sent = 0;

await Promise.all(Array.from({ length: connections }, guess));
for (const agent of agents) agent.destroy();
process.send?.({ statuses, withoutRetryAfter } satisfies StormOutcome);
process.disconnect?.();

async function guess(): Promise<void> {
  while (sent < wrongLogins) {
    const number = sent;
    sent += 1;
    const authorization = `Basic ${btoa(`${users[number % users.length]}:wrong ${number}`)}`;
    const agent = agents[number % addresses] ?? new Agent();
    const { end, status, headers } = await exchange({ url, headers: { authorization } }, agent);
    const kind = end === 'answered' ? String(status) : end;
    statuses[kind] = (statuses[kind] ?? 0) + 1;
    if ((status === 429 || status === 503) && headers['retry-after'] === undefined) withoutRetryAfter += 1;
  }
}
