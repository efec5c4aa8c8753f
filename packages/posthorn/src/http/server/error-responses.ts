import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Problem, problemOf, publicProblem, toProblem } from '../answer/problem.ts';
import type { ProblemPresenter } from '../answer/problem-answer.ts';
import { addVary } from '../answer/response-headers.ts';
import { discardBody } from '../request/lifetime/discard-body.ts';
import { isDownloadOnPage } from '../request/login/kept-page.ts';
import type { AllowedMethods } from './allowed-methods.ts';
import { bearerChallenge } from './bearer-challenge.ts';
import { describeFailure, describeRefusal, isRefusal } from './refusal-reason.ts';
import { noteProblem } from './request-observer.ts';
import { hideSecrets } from './request-secrets.ts';

/** The server's error handlers. */
export interface ErrorResponses {
  /** For errors before routing and hooks, such as malformed URLs. */
  readonly answerFrameworkError: (error: Error, request: FastifyRequest, reply: FastifyReply) => void;
  readonly install: (app: FastifyInstance, allowedMethods: AllowedMethods) => void;
}

/** Handler dependencies. */
export interface ErrorResponsesDependencies {
  readonly isDebug: boolean;
  readonly presenterOf: (path: string) => ProblemPresenter;
}

/** The handlers. Each API version presents its own paths' problems. */
export function createErrorResponses({ isDebug, presenterOf }: ErrorResponsesDependencies): ErrorResponses {
  const send = (problem: Problem, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (isDownloadOnPage(request)) return reply.code(204).send();
    const present = presenterOf(pathOf(request));
    const answer = present(isDebug ? problem : publicProblem(problem), request);
    if (problem.retryAfterSeconds !== undefined) reply.header('retry-after', problem.retryAfterSeconds);
    if (problem.status === 413) discardBody(request, reply);
    const challenge = bearerChallenge(problem, request);
    if (challenge !== undefined) reply.header('www-authenticate', challenge);
    if (answer.varyBy !== undefined) addVary(reply, answer.varyBy);
    return reply.code(answer.status).header('content-type', answer.contentType).send(answer.body);
  };

  return {
    answerFrameworkError(error, request, reply) {
      send(toProblem(error), request, reply);
    },

    install(app, allowedMethods) {
      const answerUnknown = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
        const methods = allowedMethods(pathOf(request));
        const code = methods.length === 0 ? 'route-unknown' : 'method-not-allowed';
        noteProblem(request, problemOf(code));
        if (methods.length > 0) reply.header('allow', methods.join(', '));
        return send(problemOf(code), request, reply);
      };
      // Before reading or validating the body.
      app.addHook('onRequest', async (request, reply) => {
        if (request.is404) return answerUnknown(request, reply);
      });
      app.setNotFoundHandler(answerUnknown);

      app.setErrorHandler((error, request, reply) => {
        const problem = toProblem(error);
        noteProblem(request, problem);
        logProblem(problem, error, request);
        return send(problem, request, reply);
      });
    },
  };
}

/** Logs bugs as errors, server failures as warnings, and reasons of refusals. */
function logProblem({ code, status }: Problem, error: unknown, request: FastifyRequest): void {
  if (status < 500) {
    if (isRefusal(code, error)) {
      request.log.info({ code, ...describeRefusal(error, request) }, 'request refused');
    }
    return;
  }
  const err = hideSecrets(error, request);
  if (code === 'internal') request.log.error({ err }, 'unexpected error');
  else request.log.warn({ code, ...describeFailure(error, request), err }, 'request failed');
}

function pathOf(request: FastifyRequest): string {
  const [path = ''] = (request.raw.url ?? '').split('?', 1);
  return path;
}
