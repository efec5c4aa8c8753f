import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Problem } from '../answer/problem.ts';
import { costsOf, notedProblem, onEnd, routeOf } from './request-observer.ts';

/**
 * Logs method, route, status, duration, octets and round trips. No URL (folder and account names), no client address.
 * Successful probes are at debug.
 */
export function addAccessLog(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const { socket } = request.raw;
    const octetsBefore = socket.bytesWritten ?? 0;
    onEnd(reply, ({ status, isComplete }) => {
      const level = isProbe(request) && status < 400 ? 'debug' : 'info';
      request.log[level](
        {
          method: request.method,
          route: routeOf(request),
          status,
          ...describeProblem(notedProblem(request)),
          durationMs: Math.round(reply.elapsedTime),
          octets: (socket.bytesWritten ?? 0) - octetsBefore,
          imapRoundTrips: costsOf(request).roundTrips,
        },
        isComplete ? 'request answered' : 'client went away',
      );
    });
  });
}

/** Only parameter names of the API. */
const PARAMETER = /^(?:relfield:)?[A-Za-z][A-Za-z0-9_-]{0,30}(?:\[[A-Za-z]{1,30}\])?$/;
/** Names and indexes, no values. */
const POINTER = /^(?:\/[A-Za-z0-9:_-]{0,40}){0,10}$/;

function describeProblem(problem: Problem | undefined): Readonly<Record<string, string>> {
  if (problem === undefined) return {};
  const { code, member } = problem;
  const source: { readonly [Name in 'parameter' | 'header' | 'pointer']?: string } = problem.source ?? {};
  const parameter = problem.parameter ?? source.parameter ?? source.header;
  const pointer =
    source.pointer ?? (member === undefined ? undefined : `/data/${member.replaceAll('.', '/')}`);
  return {
    code,
    // These names are client text.
    ...(code !== 'unknown-parameter' && parameter && PARAMETER.test(parameter) && { parameter }),
    ...(pointer !== undefined && POINTER.test(pointer) && { pointer }),
  };
}

function isProbe(request: FastifyRequest): boolean {
  return routeOf(request).startsWith('/health');
}
