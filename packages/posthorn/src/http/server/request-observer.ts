/** Reports to observers of the server how requests begin and end. */
import { METHODS } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Problem, ProblemCode } from '../answer/problem.ts';
import type { ApiVersionTag } from '../route/api-route.ts';

/** A request without anything of its user, but for the headers. */
export interface ObservedRequest {
  /** A method that HTTP knows. */
  readonly method: string;
  /** The pattern of the route; `unknown` where there is none. */
  readonly route: string;
  /** `none` for what belongs to no version of the API. */
  readonly version: ApiVersionTag | 'none';
  readonly headers: FastifyRequest['headers'];
}

/** How a request ended. */
export interface RequestResult {
  /** 499 when the client went away before it had an answer. */
  readonly status: number;
  readonly problem?: ProblemCode;
}

/** The sums of a request's work at mail servers. */
export interface RequestCosts {
  readonly roundTrips: number;
  readonly sentOctets: number;
  readonly receivedOctets: number;
}

export interface RequestObservation {
  /** So far. */
  readonly costs: RequestCosts;
  /** Runs a step of the request, so that what it begins is known to belong to it. */
  run(step: () => void): void;
  /** Called once, when the answer is out or its client is gone. */
  end(result: RequestResult): void;
}

export interface RequestObserver {
  begin(request: ObservedRequest): RequestObservation;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The version of the API that a route belongs to. */
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

/** Tells the observer of all requests. */
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

/** Remembers the problem that the request is answered with. */
export function noteProblem(request: FastifyRequest, problem: Problem): void {
  request.setDecorator<Problem>(PROBLEM, problem);
}

/** The problem that the request was answered with, if it was one. */
export function notedProblem(request: FastifyRequest): Problem | undefined {
  return request.getDecorator<Problem | undefined>(PROBLEM);
}

/** The costs of the request so far. */
export function costsOf(request: FastifyRequest): RequestCosts {
  return request.getDecorator<RequestCosts | undefined>(COSTS) ?? NO_COSTS;
}

/** The pattern of the request's route. Never its URL, which holds the names of folders and accounts. */
export function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'unknown';
}

/** How the answer ended, for `onEnd`. */
export interface AnswerEnd {
  /** 499 when the client went away before it had the head of its answer. */
  readonly status: number;
  /** False when the client went away before it had all of it. */
  readonly isComplete: boolean;
}

/** Calls the listener once, when the answer is out or its client is gone. */
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
