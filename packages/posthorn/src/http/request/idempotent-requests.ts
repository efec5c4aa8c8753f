/** Requests with an Idempotency-Key: done once, however often they are sent (IETF draft-ietf-httpapi-idempotency-key-header). */
import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { problemOf, RequestProblems, toProblem } from '../answer/problem.ts';
import { abridgeBody } from './abridged-body.ts';
import { accountDigestOf } from './account-digest.ts';
import { AnswerStore, type KeptAnswer } from './answer-store.ts';
import { bodyDigestOf } from './body-digest.ts';

const HEADER = 'Idempotency-Key';
const REPLAYED_HEADER = 'Idempotency-Replayed';
/** A UUID has 36 characters; nothing that could disturb a log line. */
const KEY = /^[!-~]{1,255}$/;
const SECRET_OCTETS = 32;

const LIMITS = {
  /** Requests of a day of a busy installation; without its body, an entry takes some hundred octets. */
  maxEntries: 10_000,
  maxOctets: 100_000_000,
  /** Whoever repeats a request later has forgotten what it was about. */
  lifetimeMs: 24 * 60 * 60 * 1000,
};
/** Documents of one message are a few kilobytes. */
const MAX_BODY_OCTETS = 100_000;
/** What belongs to the answer and not to the connection. */
const KEPT_HEADERS = ['content-type', 'location', 'etag', 'cache-control', 'vary'];

/** The answers are kept in memory: another process, or this one after a restart, does not know them. */
export interface IdempotentRequests {
  /**
   * Does the work unless an equal request of the same client is under way or was done; then it sends the answer of that one.
   * Requests without a key are always done. Throws RequestProblems: `invalid-parameter` for a key that is none,
   * `idempotency-key-reused` when the key came with another request.
   */
  once(request: FastifyRequest, reply: FastifyReply, work: () => Promise<unknown>): Promise<unknown>;
  /** The onSend hook of the routes whose work is done by `once`. */
  readonly keepAnswer: <Payload>(
    request: FastifyRequest,
    reply: FastifyReply,
    payload: Payload,
  ) => Promise<Payload>;
}

/** A request whose answer is awaited by its repeats. */
interface Pending {
  readonly resolve: (answer: KeptAnswer | null) => void;
  /** True for a failure that a repeat must not undo. */
  isFinal: boolean;
}

/** What the keys are kept with. */
export interface IdempotentRequestsOptions {
  readonly now?: () => number;
  /** The client among whose keys a key is looked for; left out: the account whose login was proved. */
  readonly ownerOf?: (request: FastifyRequest) => string;
}

export function createIdempotentRequests({
  now = Date.now,
  // A repeat may come with the next token of the same user.
  ownerOf = accountDigestOf,
}: IdempotentRequestsOptions = {}): IdempotentRequests {
  const secret = randomBytes(SECRET_OCTETS);
  const store = new AnswerStore(LIMITS, now);
  const pending = new WeakMap<FastifyRequest, Pending>();

  const begin = (request: FastifyRequest, key: string, fingerprint: string): Pending => {
    let resolve: Pending['resolve'] = () => undefined;
    const answer = new Promise<KeptAnswer | null>((resolveAnswer) => {
      resolve = resolveAnswer;
    });
    const begun = { resolve, isFinal: false };
    store.keep(key, { fingerprint, answer });
    pending.set(request, begun);
    return begun;
  };

  return {
    async once(request, reply, work) {
      const key = keyOf(request, { secret, ownerOf });
      if (key === undefined) return work();
      const fingerprint = fingerprintOf(request);
      for (let earlier = store.find(key); earlier !== undefined; earlier = store.find(key)) {
        if (earlier.fingerprint !== fingerprint) throw keyReused();
        const answer = await earlier.answer;
        if (answer !== null) return replay(reply, answer);
      }
      const begun = begin(request, key, fingerprint);
      try {
        return await work();
      } catch (error) {
        // It may have been sent; doing it again by itself is what the key is there to prevent.
        begun.isFinal = toProblem(error).code === 'submission-uncertain';
        throw error;
      }
    },

    async keepAnswer(request, reply, payload) {
      const { resolve, isFinal = false } = pending.get(request) ?? {};
      const isKept = isFinal || (reply.statusCode >= 200 && reply.statusCode < 300);
      resolve?.(isKept ? toKeptAnswer(reply, payload) : null);
      return payload;
    },
  };
}

/** The key among those of the same client and account; undefined without one. */
function keyOf(
  request: FastifyRequest,
  { secret, ownerOf }: Pick<Required<IdempotentRequestsOptions>, 'ownerOf'> & { readonly secret: Buffer },
): string | undefined {
  const { 'idempotency-key': key } = request.headers;
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !KEY.test(key)) throw invalidKey();
  return createHmac('sha256', secret)
    .update(JSON.stringify([ownerOf(request), key]))
    .digest('base64url');
}

function fingerprintOf(request: FastifyRequest): string {
  return JSON.stringify([request.method, request.url, bodyDigestOf(request)]);
}

/** The answer as it goes out, before it is compressed. Null for a stream. */
function toKeptAnswer(reply: FastifyReply, payload: unknown): KeptAnswer | null {
  const body = toOctets(payload);
  if (body === undefined) return null;
  const named = KEPT_HEADERS.map((name) => [name, reply.getHeader(name)] as const);
  return {
    status: reply.statusCode,
    headers: Object.fromEntries(
      named.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
    ),
    body: body === null || body.length <= MAX_BODY_OCTETS ? body : abridgeBody(body),
  };
}

function toOctets(payload: unknown): Buffer | null | undefined {
  if (payload === undefined || payload === null) return null;
  if (typeof payload === 'string') return Buffer.from(payload);
  return Buffer.isBuffer(payload) ? payload : undefined;
}

function replay(reply: FastifyReply, { status, headers, body }: KeptAnswer): FastifyReply {
  return reply.code(status).headers(headers).header(REPLAYED_HEADER, 'true').send(body);
}

function invalidKey(): RequestProblems {
  const detail = `The header ${HEADER} must have 1 to 255 visible ASCII characters.`;
  const source = { header: HEADER };
  return new RequestProblems([problemOf('invalid-parameter', { parameter: HEADER, detail, source })]);
}

function keyReused(): RequestProblems {
  const detail = 'The key came with another request before: another address, method or body.';
  const source = { header: HEADER };
  return new RequestProblems([problemOf('idempotency-key-reused', { parameter: HEADER, detail, source })]);
}
