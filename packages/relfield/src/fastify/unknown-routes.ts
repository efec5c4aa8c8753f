import type { FastifyInstance } from 'fastify';
import { type Problem, toErrorDocument } from '../json-api-error.ts';
import { JSON_API_MEDIA_TYPE } from '../media-type.ts';
import { createAllowedMethods } from './allowed-methods.ts';
import { sendError } from './json-api-reply.ts';

/** Answers 404 for unknown paths and 405 for methods, including routes added later. */
export function answerUnknownRoutes(app: FastifyInstance): void {
  const allowed = createAllowedMethods();
  app.addHook('onRoute', (route) => allowed.add(route));
  app.setNotFoundHandler((request, reply) => {
    const methods = allowed.methodsFor(request.url);
    if (methods.length === 0 || methods.includes(request.method)) {
      const document = toErrorDocument([{ code: 'not-found', detail: 'There is no such resource.' }]);
      return sendError(reply, { status: 404, document, contentType: JSON_API_MEDIA_TYPE });
    }
    const allow = methods.join(', ');
    const document = toErrorDocument([methodNotAllowed(request.method, allow)]);
    // Required by RFC 9110 §15.5.6.
    return sendError(reply.header('allow', allow), {
      status: 405,
      document,
      contentType: JSON_API_MEDIA_TYPE,
    });
  });
}

function methodNotAllowed(method: string, allow: string): Problem {
  return { code: 'method-not-allowed', detail: `${method} is not possible here; ${allow} are.` };
}
