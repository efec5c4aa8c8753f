import type { FastifyRequest } from 'fastify';
import { type ErrorSource, JSON_API_MEDIA_TYPE } from 'relfield';
import type { Problem, ProblemCode } from '../../answer/problem.ts';
import type { ProblemAnswer } from '../../answer/problem-answer.ts';
import { parseApiKey } from '../../request/login/api-key-credentials.ts';
import { LOGIN_HEADERS } from '../../request/login/credentials.ts';
import { negotiatedContentType } from './exchange.ts';

/** Further errors are only counted. */
const MAX_ERROR_OBJECTS = 20;
const HEADERS = new Map(LOGIN_HEADERS.map((name) => [name.toLowerCase(), name]));

/** Refused logins share one text: it must not reveal who has an account. */
const DETAILS: Readonly<Partial<Record<ProblemCode, string>>> = {
  'authentication-required':
    'The request needs the login of the mail account, as HTTP Basic authentication or as a bearer token.',
  'authentication-failed': 'The mail server did not accept the login.',
  'route-unknown': 'There is nothing at this address. /openapi/v1.json has all addresses of version 1.',
  'method-not-allowed':
    'The address does not support this method; the header Allow lists those that it supports.',
};

/** The same for all refused keys, which must not reveal which ids are in use. */
const KEY_REFUSED =
  'There is no such API key: it is unknown, revoked or expired, or not for the address of this client.';

/** An error document (JSON:API 1.1 §errors) in the negotiated media type. */
export function presentProblem(problem: Problem, request?: FastifyRequest): ProblemAnswer {
  const problems = [problem, ...(problem.others ?? [])];
  const more = problems.length - MAX_ERROR_OBJECTS;
  const document = {
    jsonapi: { version: '1.1' },
    errors: problems.slice(0, MAX_ERROR_OBJECTS).map((each) => toErrorObject(each, request)),
    ...(more > 0 && { meta: { more } }),
  };
  return {
    status: problems[0]?.status ?? problem.status,
    contentType: (request && negotiatedContentType(request)) ?? JSON_API_MEDIA_TYPE,
    varyBy: 'Accept',
    body: Buffer.from(JSON.stringify(document)),
  };
}

function toErrorObject(problem: Problem, request: FastifyRequest | undefined): object {
  const { status, code, title, detail, typeUri, meta, debug } = problem;
  const source = problem.source ?? sourceOf(problem);
  const shownDetail = status === 401 ? loginDetail(code, request) : (detail ?? DETAILS[code]);
  return {
    status: String(status),
    code,
    title,
    ...(shownDetail !== undefined && { detail: shownDetail }),
    ...(source && { source }),
    ...(typeUri !== undefined && { links: { type: typeUri } }),
    ...((meta ?? debug) && { meta: { ...meta, ...debug } }),
  };
}

function loginDetail(code: ProblemCode, request: FastifyRequest | undefined): string | undefined {
  const isKey = code === 'authentication-failed' && parseApiKey(request?.headers.authorization) !== undefined;
  return isKey ? KEY_REFUSED : DETAILS[code];
}

function sourceOf({ parameter }: Problem): ErrorSource | undefined {
  if (parameter === undefined) return undefined;
  const header = HEADERS.get(parameter.toLowerCase());
  return header === undefined ? { parameter } : { header };
}
