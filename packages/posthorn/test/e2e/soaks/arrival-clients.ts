/** The users of `arrivals.ts`, behind one address and in a process of their own: their work must not lengthen what is measured. */
import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { exchange } from '../../support/exchange.ts';

/** What they are told, as JSON in the first argument. */
export interface ArrivalOrder {
  /** A resource that needs a login. */
  readonly url: string;
  readonly address: string;
  /** Who arrives, one after the other within this time. */
  readonly logins: readonly string[];
  readonly withinMs: number;
}

/** What they report at the end: each answer, in the order of the logins. */
export interface Arrival {
  readonly kind: string;
  readonly tookMs: number;
}

/** Fewer than one address may have. */
const MAX_CONNECTIONS = 450;

const { url, address, logins, withinMs } = JSON.parse(process.argv[2] ?? '') as ArrivalOrder;
const agent = new Agent({ keepAlive: true, localAddress: address, maxSockets: MAX_CONNECTIONS });

const arrivals = await Promise.all(logins.map(arrive));
agent.destroy();
process.send?.(arrivals);
process.disconnect?.();

async function arrive(authorization: string, index: number): Promise<Arrival> {
  await wait((withinMs * index) / logins.length);
  const startedAt = performance.now();
  const { end, status } = await exchange({ url, headers: { authorization } }, agent);
  return { kind: end === 'answered' ? String(status) : end, tookMs: performance.now() - startedAt };
}
