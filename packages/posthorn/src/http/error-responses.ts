/** Answers every failure in the shape of the API version that was asked. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AllowedMethods } from './allowed-methods.ts';
import { type Problem, problemOf, publicProblem, toProblem } from './problem.ts';
import type { ProblemPresenter } from './problem-answer.ts';
import { setCommonHeaders } from './response-headers.ts';

export interface ErrorResponses {
  /** For errors before routing, where no hook has run: a malformed URL. */
  readonly answerFrameworkError: (error: Error, request: FastifyRequest, reply: FastifyReply) => void;
  /** Installs the answers to unknown routes, to wrong methods and to errors of routes. */
  readonly install: (app: FastifyInstance, allowedMethods: AllowedMethods) => void;
}

export interface ErrorResponsesDependencies {
  /** True: answers tell also what only the operator may know. */
  readonly isDebug: boolean;
  /** How problems with a path are told. */
  readonly presenterOf: (path: string) => ProblemPresenter;
}

export function createErrorResponses({ isDebug, presenterOf }: ErrorResponsesDependencies): ErrorResponses {
  const answer = (problem: Problem, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const present = presenterOf(pathOf(request));
    const { status, contentType, body } = present(isDebug ? problem : publicProblem(problem));
    if (problem.retryAfterSeconds !== undefined) reply.header('retry-after', problem.retryAfterSeconds);
    return reply.code(status).type(contentType).send(body);
  };

  return {
    answerFrameworkError(error, request, reply) {
      setCommonHeaders(request.id, reply);
      answer(toProblem(error), request, reply);
    },

    install(app, allowedMethods) {
      app.setNotFoundHandler((request, reply) => {
        const methods = allowedMethods(pathOf(request));
        if (methods.length === 0) return answer(problemOf('route-unknown'), request, reply);
        return answer(problemOf('method-not-allowed'), request, reply.header('allow', methods.join(', ')));
      });

      app.setErrorHandler((error, request, reply) => {
        const problem = toProblem(error);
        logProblem(problem, error, request);
        return answer(problem, request, reply);
      });
    },
  };
}

/** Logs what the operator has to know: bugs as errors, failures of servers as warnings. */
function logProblem({ code, status }: Problem, error: unknown, request: FastifyRequest): void {
  if (code === 'internal') request.log.error({ err: error }, 'unexpected error');
  else if (status >= 500) request.log.warn({ err: error, code }, 'request failed');
}

function pathOf(request: FastifyRequest): string {
  const [path = ''] = (request.raw.url ?? '').split('?', 1);
  return path;
}
