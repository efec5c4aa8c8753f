import type { FastifyRequest } from 'fastify';
import type { Problem } from '../answer/problem.ts';
import type { ProblemAnswer } from '../answer/problem-answer.ts';
import { type PageDocument, toDocument } from './document.ts';
import { languageFor } from './language.ts';
import type { FailureText, Texts } from './texts.ts';
import { messageView } from './views.ts';

const pages = new WeakMap<FastifyRequest, PageDocument>();
const HTML = 'text/html; charset=utf-8';
/** Browsers expect an HTTP login for 401. */
const UNPROCESSABLE = 422;

/** Keeps this request's error page. */
export function keepErrorPage(request: FastifyRequest, page: PageDocument): void {
  pages.set(request, page);
}

/** Presents a problem as a page, with any form to correct. */
export function presentErrorPage(problem: Problem, request?: FastifyRequest): ProblemAnswer {
  const language = languageFor(request?.headers['accept-language']);
  const known = request === undefined ? undefined : pages.get(request);
  const page = known ?? messageView(language, textOf(problem, language.texts), null);
  const status = problem.status === 401 ? UNPROCESSABLE : problem.status;
  return { status, contentType: HTML, body: toDocument(page), varyBy: 'Accept-Language' };
}

function textOf({ status, code }: Problem, texts: Texts): FailureText {
  if (status === 404) return texts.unknown;
  return texts.failures[code === 'rate-limited' ? 'slow-down' : status === 503 ? 'try-later' : 'unexpected'];
}
