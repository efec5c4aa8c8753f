/** Requests with an Idempotency-Key: done once, however often they are sent (IETF draft-ietf-httpapi-idempotency-key-header). */
import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { attempt } from '../../../application/attempt.ts';
import type { AnswerStore, KeptAnswer, KeyedRequest } from '../../../application/ports/state/answer-store.ts';
import { problemOf, RequestProblems, toProblem } from '../../answer/problem.ts';
import { abridgeBody } from '../body/abridged-body.ts';
import { bodyDigestOf, streamedDigestOf } from '../body/body-digest.ts';
import { signalOf } from '../lifetime/request-signal.ts';
import { type RequestOwner, requestOwnerOf } from './account-digest.ts';
import { hasStreamedDigest } from './repeated-body.ts';

const HEADER = 'Idempotency-Key';
const REPLAYED_HEADER = 'Idempotency-Replayed';
/** A UUID has 36 characters; nothing that could disturb a log line. */
const KEY = /^[!-~]{1,255}$/;
const SECRET_OCTETS = 32;
/** How often the state of a request in another process is polled. */
const LOOK_INTERVAL_MS = 250;
/** Documents of one message are a few kilobytes. */
const MAX_BODY_OCTETS = 100_000;
/** What belongs to the answer and not to the connection. */
const KEPT_HEADERS = ['content-type', 'location', 'etag', 'cache-control', 'vary'];

/** Does requests with a key once. */
export interface IdempotentRequests {
  /**
   * Does the work unless an equal request of the same client is under way or was done; then it sends the answer of that one.
   * Requests without a key are always done. Throws RequestProblems: `invalid-parameter` for an invalid key,
   * `idempotency-key-reused` when the key came with another request; and what `AnswerStore.begin` throws, when nothing was done.
   */
  once(request: FastifyRequest, reply: FastifyReply, work: () => Promise<unknown>): Promise<unknown>;
  /** The onSend hook of the routes whose work is done by `once`. */
  readonly keepAnswer: <Payload>(
    request: FastifyRequest,
    reply: FastifyReply,
    payload: Payload,
  ) => Promise<Payload>;
}

/** What `createIdempotentRequests` works with. */
export interface IdempotentRequestsDependencies {
  readonly answerStore: AnswerStore;
  /** Makes the keys of the store, which hold digests of logins. Processes that share a store share it; by default it is a new one. */
  readonly secret?: Uint8Array | undefined;
  /** The client among whose keys a key is looked for; left out: the account whose login was proved. */
  readonly ownerOf?: (request: FastifyRequest) => RequestOwner;
}

/** A request of this process that is under way. */
interface Pending extends KeyedRequest {
  /** Null when its work came to nothing, so that a repeat is a new attempt. */
  readonly answer: Promise<KeptAnswer | null>;
  readonly resolve: (answer: KeptAnswer | null) => void;
  /** True for a failure that a repeat must not undo. */
  isFinal: boolean;
}

/** Creates what does requests once, with the answers in the store. */
export function createIdempotentRequests({
  answerStore,
  secret = randomBytes(SECRET_OCTETS),
  // A repetition may carry the next token of the same user.
  ownerOf = requestOwnerOf,
}: IdempotentRequestsDependencies): IdempotentRequests {
  const pendingByKey = new Map<string, Pending>();
  const pendingByRequest = new WeakMap<FastifyRequest, Pending>();

  /** The answer of an equal request; null when this one has begun. */
  const begin = async (keyed: KeyedRequest, signal: AbortSignal): Promise<KeptAnswer | null> => {
    for (;;) {
      const pending = pendingByKey.get(keyed.key);
      const begun = pending ?? (await answerStore.begin(keyed));
      if (begun === null) return null;
      if (begun.fingerprint !== keyed.fingerprint) throw keyReused();
      const answer = await begun.answer;
      if (answer !== null) return answer;
      // Another process works on it, and this one is not notified of the end.
      if (pending === undefined) await wait(LOOK_INTERVAL_MS, undefined, { signal });
    }
  };

  const settle = async ({ key, resolve }: Pending, answer: KeptAnswer | null): Promise<void> => {
    // The work is done whether or not its answer can be kept.
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
        // The message may have been sent; the key exists to prevent an automatic repetition.
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
  const answer = new Promise<KeptAnswer | null>((resolveAnswer) => {
    resolve = resolveAnswer;
  });
  return { ...keyed, answer, resolve, isFinal: false };
}

/** The key among those of the same client and account, and what the request is; undefined without a key. */
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
  // Digests: names of folders are not kept.
  const digest = (...values: readonly unknown[]): string =>
    createHmac('sha256', secret).update(JSON.stringify(values)).digest('base64url');
  const { mailbox, login } = ownerOf(request);
  return {
    key: digest(mailbox, key),
    // Another spelling of the user may be another person, who gets no answer of this one; the work is not done again either.
    fingerprint: digest(login, request.method, request.url, bodyDigestOf(request)),
  };
}

/** The answer as it goes out, before it is compressed. Null for a stream. */
function toKeptAnswer(reply: FastifyReply, payload: unknown): KeptAnswer | null {
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

async function requireSameBody(request: FastifyRequest, { bodyDigest }: KeptAnswer): Promise<void> {
  if (bodyDigest === undefined) return;
  if (!(await hasStreamedDigest(request, bodyDigest, signalOf(request)))) throw keyReused();
}

function replay(reply: FastifyReply, { status, headers, body }: KeptAnswer): FastifyReply {
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
