/** Answers errors as JSON:API documents. */

import { type ArgumentsHost, Catch, type ExceptionFilter, NotFoundException } from '@nestjs/common';
import type { Response } from 'express';
import { JSON_API_MEDIA_TYPE, JsonApiError } from 'relfield';

/** For errors of relfield, and for paths that have no route. */
@Catch(JsonApiError, NotFoundException)
export class JsonApiErrorFilter implements ExceptionFilter<JsonApiError | NotFoundException> {
  catch(error: JsonApiError | NotFoundException, host: ArgumentsHost): void {
    const problem =
      error instanceof JsonApiError
        ? error
        : new JsonApiError([{ code: 'not-found', detail: 'There is no such resource.' }]);
    const { status } = problem;
    sendDocument(host.switchToHttp().getResponse<Response>(), { status, document: problem.toDocument() });
  }
}

/** Not `response.json`: it would append a charset, which JSON:API forbids. */
export function sendDocument(
  response: Response,
  { status, document }: { readonly status: number; readonly document: object },
): void {
  response.vary('Accept');
  if (!response.hasHeader('Content-Type')) response.setHeader('Content-Type', JSON_API_MEDIA_TYPE);
  response.status(status).end(JSON.stringify(document));
}
