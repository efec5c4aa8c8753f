import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MailError } from '../../domain/errors/mail-error.ts';
import { type ClientNetwork, clientNetwork } from '../../domain/network/client-network.ts';
import type { OwnerKey } from '../../domain/rights/principal.ts';
import { HeldAnswer } from '../answer/held-answer.ts';
import { provedPrincipalOf } from '../request/login/authentication.ts';
import type { EdgeLimits } from './edge-limits.ts';
import { onEnd } from './request-observer.ts';

type UnreadLimits = Pick<
  EdgeLimits,
  'writeIdleMs' | 'leastReadRate' | 'maxUnreadOctetsPerLogin' | 'maxUnreadOctets'
>;

/** Smaller answers fit into system buffers. */
const COUNTED_OCTETS = 64_000;
const RETRY_AFTER_SECONDS = 5;
/** Answers of changes must not become refusals. */
const READING_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/**
 * Closes connections whose client reads nothing for `writeIdleMs`, or a long answer too slowly. Beyond the limit of
 * unread octets, refuses long answers: `rate-limited` for one login, `too-many-connections` for all.
 */
export function addUnreadAnswerLimits(app: FastifyInstance, limits: UnreadLimits): void {
  const unread = new Map<ReaderKey, number>();
  let sum = 0;

  const refuseSurplus = (login: ReaderKey, octets: number): void => {
    const ofLogin = unread.get(login) ?? 0;
    if (ofLogin > 0 && ofLogin + octets > limits.maxUnreadOctetsPerLogin) throw tooMuchUnread();
    if (sum > 0 && sum + octets > limits.maxUnreadOctets) throw tooMuchForAll();
  };
  const count = (login: ReaderKey, octets: number): void => {
    const ofLogin = (unread.get(login) ?? 0) + octets;
    sum += octets;
    if (ofLogin > 0) unread.set(login, ofLogin);
    else unread.delete(login);
  };

  app.addHook('onSend', async (request, reply, payload) => {
    const octets = octetsOf(payload);
    if (octets >= COUNTED_OCTETS) {
      const login = readerOf(request);
      if (READING_METHODS.has(request.method)) refuseSurplus(login, octets);
      count(login, octets);
      const timer = setTimeout(() => reply.raw.destroy(), readingMs(octets, limits)).unref();
      onEnd(reply, () => {
        clearTimeout(timer);
        count(login, -octets);
      });
    }
    if (hasBody(request, payload)) closeWhenIdle(reply, limits.writeIdleMs);
    return payload;
  });
}

function hasBody({ method }: FastifyRequest, payload: unknown): boolean {
  return method !== 'HEAD' && payload !== null && payload !== undefined && payload !== '';
}

/** Node's timeout misses a large piece that has partly left. Injected requests have no connection. */
function closeWhenIdle({ raw }: FastifyReply, idleMs: number): void {
  if (raw.socket instanceof Socket) raw.setTimeout(idleMs, () => raw.destroy());
}

function readingMs(octets: number, { writeIdleMs, leastReadRate }: UnreadLimits): number {
  return writeIdleMs + (octets / leastReadRate) * 1000;
}

/** Octets in memory; 0 for a stream. */
function octetsOf(payload: unknown): number {
  if (payload instanceof HeldAnswer) return payload.heldOctets;
  return typeof payload === 'string' || Buffer.isBuffer(payload) ? Buffer.byteLength(payload) : 0;
}

type ReaderKey = OwnerKey | ClientNetwork;

function readerOf(request: FastifyRequest): ReaderKey {
  return provedPrincipalOf(request)?.ownerKey ?? clientNetwork(request.ip);
}

function tooMuchUnread(): MailError {
  const detail = 'This login has not read its earlier answers yet.';
  return new MailError('rate-limited', { detail, retryAfterSeconds: RETRY_AFTER_SECONDS });
}

function tooMuchForAll(): MailError {
  const detail = 'Too many answers have not been read yet.';
  return new MailError('too-many-connections', { detail, retryAfterSeconds: RETRY_AFTER_SECONDS });
}
