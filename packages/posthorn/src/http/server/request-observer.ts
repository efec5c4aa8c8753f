import { METHODS } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Problem, ProblemCode } from '../answer/problem.ts';
import type { ApiVersionTag } from '../route/api-route.ts';

/** A request without user data, except in headers. */
export interface ObservedRequest {
  /** A standard method. */
  readonly method: string;
  /** Route pattern, or `unknown`. */
  readonly route: string;
  /** `none`: outside the API. */
  readonly version: ApiVersionTag | 'none';
  readonly headers: FastifyRequest['headers'];
}

/** End of a request. */
export interface RequestResult {
  /** 499: the client left before the answer. */
  readonly status: number;
  readonly problem?: ProblemCode;
}

/** A request's work at mail servers. */
export interface RequestCosts {
  readonly roundTrips: number;
  readonly sentOctets: number;
  readonly receivedOctets: number;
}

/** Observation of one request. */
export interface RequestObservation {
  readonly costs: RequestCosts;
  /** Runs a step in its asynchronous context. */
  run(step: () => void): void;
  /** Once, after answer or disconnect. */
  end(result: RequestResult): void;
}

/** Observer of requests. */
export interface RequestObserver {
  begin(request: ObservedRequest): RequestObservation;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    apiVersion?: ApiVersionTag;
  }
}

const PROBLEM = 'requestProblem';
const COSTS = 'requestCosts';
const CLIENT_GONE = 499;
const KNOWN_METHODS: ReadonlySet<string> = new Set(METHODS);

const NO_COSTS: RequestCosts = { roundTrips: 0, sentOctets: 0, receivedOctets: 0 };
const NOBODY: RequestObserver = {
  begin: () => ({ costs: NO_COSTS, run: (step) => step(), end: () => undefined }),
};

/** Reports all requests to the observer. */
export function addRequestObserver(app: FastifyInstance, observer: RequestObserver = NOBODY): void {
  app.decorateRequest(PROBLEM);
  app.decorateRequest(COSTS);
  app.addHook('onRequest', (request, reply, done) => {
    const observation = observer.begin(describe(request));
    onEnd(reply, ({ status }) => observation.end({ status, ...problemOf(request) }));
    request.setDecorator<RequestCosts>(COSTS, observation.costs);
    observation.run(done);
  });
}

/** Records the answer's problem. */
export function noteProblem(request: FastifyRequest, problem: Problem): void {
  request.setDecorator<Problem>(PROBLEM, problem);
}

/** The answer's problem, if any. */
export function notedProblem(request: FastifyRequest): Problem | undefined {
  return request.getDecorator<Problem | undefined>(PROBLEM);
}

/** The costs so far. */
export function costsOf(request: FastifyRequest): RequestCosts {
  return request.getDecorator<RequestCosts | undefined>(COSTS) ?? NO_COSTS;
}

/** The route pattern: URLs contain folder and account names. */
export function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'unknown';
}

/** End of an answer, for `onEnd`. */
export interface AnswerEnd {
  /** 499: the client left before the head. */
  readonly status: number;
  /** False: the client left midway. */
  readonly isComplete: boolean;
}

/** Calls the listener once, after answer or disconnect. */
export function onEnd({ raw }: FastifyReply, listener: (end: AnswerEnd) => void): void {
  let hasEnded = false;
  const end = (isComplete: boolean): void => {
    if (hasEnded) return;
    hasEnded = true;
    listener({ status: raw.headersSent ? raw.statusCode : CLIENT_GONE, isComplete });
  };
  raw.once('finish', () => end(true));
  raw.once('close', () => end(false));
}

function describe(request: FastifyRequest): ObservedRequest {
  return {
    method: KNOWN_METHODS.has(request.method) ? request.method : '_OTHER',
    route: routeOf(request),
    version: request.routeOptions.config.apiVersion ?? 'none',
    headers: request.headers,
  };
}

function problemOf(request: FastifyRequest): Pick<RequestResult, 'problem'> {
  const problem = notedProblem(request);
  return problem === undefined ? {} : { problem: problem.code };
}
