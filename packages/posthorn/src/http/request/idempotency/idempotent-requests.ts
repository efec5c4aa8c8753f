import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { attempt } from '../../../application/attempt.ts';
import type {
  AnswerStore,
  KeyedRequest,
  StoredAnswer,
} from '../../../application/ports/state/answer-store.ts';
import type { StateOwner } from '../../../application/state-key.ts';
import { problemOf, RequestProblems, toProblem } from '../../answer/problem.ts';
import { abridgeBody } from '../body/abridged-body.ts';
import { bodyDigestOf, streamedDigestOf } from '../body/body-digest.ts';
import { signalOf } from '../lifetime/request-signal.ts';
import { type RequestOwner, requestOwnerOf } from './account-digest.ts';
import { hasStreamedDigest } from './repeated-body.ts';

const HEADER = 'Idempotency-Key';
const REPLAYED_HEADER = 'Idempotency-Replayed';
/** Safe in log lines. */
const KEY = /^[!-~]{1,255}$/;
const SECRET_OCTETS = 32;
/** Polls for a request in another process. */
const LOOK_INTERVAL_MS = 250;
const MAX_BODY_OCTETS = 100_000;
/** Not the connection's. */
const KEPT_HEADERS = ['content-type', 'location', 'etag', 'cache-control', 'vary'];

/** Executes requests with an Idempotency-Key once (IETF draft-ietf-httpapi-idempotency-key-header). */
export interface IdempotentRequests {
  /**
   * Runs the work, or sends the answer of the same client's equal request. Always runs without a key. Throws
   * RequestProblems `invalid-parameter` for a malformed key, `idempotency-key-reused` for another request's
   * key, and errors of `AnswerStore.begin` before any work.
   */
  once(request: FastifyRequest, reply: FastifyReply, work: () => Promise<unknown>): Promise<unknown>;
  /** onSend hook of routes with `once`. */
  readonly keepAnswer: <Payload>(
    request: FastifyRequest,
    reply: FastifyReply,
    payload: Payload,
  ) => Promise<Payload>;
}

/** Executor dependencies. */
export interface IdempotentRequestsDependencies {
  readonly answerStore: AnswerStore;
  readonly stateOwner: StateOwner;
  /** Of a store's keys, for all its processes. Default: random. */
  readonly secret?: Uint8Array | undefined;
  /** Default: the proved principal. */
  readonly ownerOf?: (request: FastifyRequest) => RequestOwner;
}

interface Pending extends KeyedRequest {
  /** Null after a failure: a repeat is a new attempt. */
  readonly answer: Promise<StoredAnswer | null>;
  readonly resolve: (answer: StoredAnswer | null) => void;
  isFinal: boolean;
}

/** The executor. */
export function createIdempotentRequests({
  answerStore,
  stateOwner,
  secret = randomBytes(SECRET_OCTETS),
  // A repeat may have a newer token.
  ownerOf = requestOwnerOf,
}: IdempotentRequestsDependencies): IdempotentRequests {
  const pendingByKey = new Map<string, Pending>();
  const pendingByRequest = new WeakMap<FastifyRequest, Pending>();

  /** An equal request's answer; null if this one starts. */
  const begin = async (keyed: KeyedRequest, signal: AbortSignal): Promise<StoredAnswer | null> => {
    for (;;) {
      const pending = pendingByKey.get(keyed.key);
      const begun = pending ?? (await answerStore.begin({ ...keyed, owner: stateOwner() }));
      if (begun === null) return null;
      if (begun.fingerprint !== keyed.fingerprint) throw keyReused();
      const answer = await begun.answer;
      if (answer !== null) return answer;
      // Other processes do not notify this one.
      if (pending === undefined) await wait(LOOK_INTERVAL_MS, undefined, { signal });
    }
  };

  const settle = async ({ key, resolve }: Pending, answer: StoredAnswer | null): Promise<void> => {
    // The work is done even if its answer cannot be stored.
    await attempt(() => (answer === null ? answerStore.forget(key) : answerStore.finish({ key, answer })));
    pendingByKey.delete(key);
    resolve(answer);
  };

  return {
    async once(request, reply, work) {
      const keyed = readKeyedRequest(request, { secret, ownerOf });
      if (keyed === undefined) return work();
      const earlier = await begin(keyed, signalOf(request));
      if (earlier !== null) {
        await requireSameBody(request, earlier);
        return replay(reply, earlier);
      }
      const pending = createPending(keyed);
      pendingByKey.set(keyed.key, pending);
      pendingByRequest.set(request, pending);
      try {
        return await work();
      } catch (error) {
        // The message may have been sent, so a repeat must not run.
        pending.isFinal = toProblem(error).code === 'submission-uncertain';
        throw error;
      }
    },

    async keepAnswer(request, reply, payload) {
      const pending = pendingByRequest.get(request);
      if (pending === undefined) return payload;
      pendingByRequest.delete(request);
      const isKept = pending.isFinal || (reply.statusCode >= 200 && reply.statusCode < 300);
      await settle(pending, isKept ? toKeptAnswer(reply, payload) : null);
      return payload;
    },
  };
}

function createPending(keyed: KeyedRequest): Pending {
  let resolve: Pending['resolve'] = () => undefined;
  const answer = new Promise<StoredAnswer | null>((resolveAnswer) => {
    resolve = resolveAnswer;
  });
  return { ...keyed, answer, resolve, isFinal: false };
}

function readKeyedRequest(
  request: FastifyRequest,
  {
    secret,
    ownerOf,
  }: Required<Pick<IdempotentRequestsDependencies, 'ownerOf'>> & { readonly secret: Uint8Array },
): KeyedRequest | undefined {
  const { 'idempotency-key': key } = request.headers;
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !KEY.test(key)) throw invalidKey();
  // Hides folder names from the store.
  const digest = (...values: readonly unknown[]): string =>
    createHmac('sha256', secret).update(JSON.stringify(values)).digest('base64url');
  const owner = ownerOf(request);
  return {
    key: digest(owner.key, key),
    // Another spelling of the user may be another person.
    fingerprint: digest(owner.accounts, request.method, request.url, bodyDigestOf(request)),
  };
}

/** Uncompressed; null for a stream. */
function toKeptAnswer(reply: FastifyReply, payload: unknown): StoredAnswer | null {
  const bodyDigest = streamedDigestOf(reply.request);
  const body = toOctets(payload);
  if (body === undefined) return null;
  const named = KEPT_HEADERS.map((name) => [name, reply.getHeader(name)] as const);
  return {
    status: reply.statusCode,
    headers: Object.fromEntries(
      named.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
    ),
    body: body === null || body.length <= MAX_BODY_OCTETS ? body : abridgeBody(body),
    ...(bodyDigest !== undefined && { bodyDigest }),
  };
}

function toOctets(payload: unknown): Buffer | null | undefined {
  if (payload === undefined || payload === null) return null;
  if (typeof payload === 'string') return Buffer.from(payload);
  return Buffer.isBuffer(payload) ? payload : undefined;
}

async function requireSameBody(request: FastifyRequest, { bodyDigest }: StoredAnswer): Promise<void> {
  if (bodyDigest === undefined) return;
  if (!(await hasStreamedDigest(request, bodyDigest, signalOf(request)))) throw keyReused();
}

function replay(reply: FastifyReply, { status, headers, body }: StoredAnswer): FastifyReply {
  const octets = body && Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return reply.code(status).headers(headers).header(REPLAYED_HEADER, 'true').send(octets);
}

function invalidKey(): RequestProblems {
  const detail = `The header ${HEADER} must have 1 to 255 visible ASCII characters.`;
  const source = { header: HEADER };
  return new RequestProblems([problemOf('invalid-parameter', { parameter: HEADER, detail, source })]);
}

function keyReused(): RequestProblems {
  const detail = 'The key was already used for a request with another user name, address, method or body.';
  const source = { header: HEADER };
  return new RequestProblems([problemOf('idempotency-key-reused', { parameter: HEADER, detail, source })]);
}
