/** Bounds what clients that do not read their answers hold: the time, and the octets that stand in memory for them. */
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ClientNetwork, clientNetwork } from '../../domain/client-network.ts';
import { type AccountKey, accountKey } from '../../domain/limit-keys.ts';
import { MailError } from '../../domain/mail-error.ts';
import { HeldAnswer } from '../answer/held-answer.ts';
import { provedAccountsOf } from '../request/login/authentication.ts';
import type { EdgeLimits } from './edge-limits.ts';
import { onEnd } from './request-observer.ts';

type UnreadLimits = Pick<
  EdgeLimits,
  'writeIdleMs' | 'leastReadRate' | 'maxUnreadOctetsPerLogin' | 'maxUnreadOctets'
>;

/** Answers below this are not counted: they fit into the buffers of the system. */
const COUNTED_OCTETS = 64_000;
const RETRY_AFTER_SECONDS = 5;
/** Methods whose answer can be replaced by a refusal, because nothing was changed. */
const READING_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/**
 * Closes the connection of a client that takes nothing of its answer for `writeIdleMs`, or too little of a long one. A long answer for which
 * there is no room, given those that its login has not read yet, becomes `rate-limited`, and given those of all `too-many-connections`.
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

/** An answer without a body needs no timer: it leaves at once. */
function hasBody({ method }: FastifyRequest, payload: unknown): boolean {
  return method !== 'HEAD' && payload !== null && payload !== undefined && payload !== '';
}

/**
 * Node takes an answer that goes out in one large piece for idle only when nothing of it has left. The answer to an injected request has no
 * connection, and its timer would outlive it.
 */
function closeWhenIdle({ raw }: FastifyReply, idleMs: number): void {
  if (raw.socket instanceof Socket) raw.setTimeout(idleMs, () => raw.destroy());
}

function readingMs(octets: number, { writeIdleMs, leastReadRate }: UnreadLimits): number {
  return writeIdleMs + (octets / leastReadRate) * 1000;
}

/** What stands in memory; 0 for a stream that holds nothing. */
function octetsOf(payload: unknown): number {
  if (payload instanceof HeldAnswer) return payload.heldOctets;
  return typeof payload === 'string' || Buffer.isBuffer(payload) ? Buffer.byteLength(payload) : 0;
}

/** Who reads: the account whose login was proved, else the client. */
type ReaderKey = AccountKey | ClientNetwork;

function readerOf(request: FastifyRequest): ReaderKey {
  const [account] = provedAccountsOf(request);
  if (account === undefined) return clientNetwork(request.ip);
  return accountKey({ login: account.login, server: account.inbox });
}

function tooMuchUnread(): MailError {
  const detail = 'This login has not read its earlier answers yet.';
  return new MailError('rate-limited', { detail, retryAfterSeconds: RETRY_AFTER_SECONDS });
}

function tooMuchForAll(): MailError {
  const detail = 'Too many answers have not been read yet.';
  return new MailError('too-many-connections', { detail, retryAfterSeconds: RETRY_AFTER_SECONDS });
}
