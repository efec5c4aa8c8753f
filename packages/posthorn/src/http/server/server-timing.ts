/** The Server-Timing header: where the time of an answer went (W3C Server Timing). */
import type { FastifyInstance } from 'fastify';
import { signalOf } from '../request/lifetime/request-signal.ts';

/** One entry of the header. */
export interface TimingMetric {
  /** A token, such as `imap`. */
  readonly name: string;
  readonly durationMs?: number;
  /** Printable ASCII without quotes and backslashes, such as `2 round trips`. */
  readonly description?: string;
}

/** What was measured for the request that this signal belongs to: the signal is what all work of it carries. */
export type TimingSource = (signal: AbortSignal) => readonly TimingMetric[];

/** Tells in every answer how long it took until its headers went out, and what `source` has measured. */
export function addServerTiming(app: FastifyInstance, source: TimingSource = () => []): void {
  app.addHook('onSend', async (request, reply) => {
    const metrics = [{ name: 'total', durationMs: reply.elapsedTime }, ...source(signalOf(request))];
    reply.header('server-timing', metrics.map(formatMetric).join(', '));
  });
}

function formatMetric({ name, durationMs, description }: TimingMetric): string {
  const duration = durationMs === undefined ? '' : `;dur=${durationMs.toFixed(1)}`;
  return `${name}${duration}${description === undefined ? '' : `;desc="${description}"`}`;
}
