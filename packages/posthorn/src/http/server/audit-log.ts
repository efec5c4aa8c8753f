/** Tells who did what to which messages, for operators who have to keep that. Nothing of what mail says is part of it. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ProblemCode } from '../answer/problem.ts';
import { isJsonObject } from '../request/json-object.ts';
import { namedUser } from '../request/login/credentials.ts';
import { notedProblem, onEnd, routeOf } from './request-observer.ts';
import { longSecretHider } from './request-secrets.ts';

/** One request to the API, answered or not. */
export interface AuditEntry {
  /** When it ended, ISO 8601. */
  readonly time: string;
  readonly reqId: string;
  /** The user name of the login, proved or not (`status` tells); null without one. */
  readonly user: string | null;
  /** The address of the client, as trusted proxies tell it. */
  readonly address: string;
  readonly method: string;
  /** The pattern of the route. */
  readonly route: string;
  /** 499 when the client went away first. */
  readonly status: number;
  /** Why it failed (docs/errors.md). */
  readonly code?: ProblemCode;
  /** What the pattern stands for: the ids of account, folder, message, attachment. */
  readonly ids: Readonly<Record<string, string>>;
  /** The ids of the resources that the body names. */
  readonly named?: readonly string[];
  /** The address of what was created. */
  readonly created?: string;
}

export type AuditListener = (entry: AuditEntry) => void;

/** Changes of many messages name at most as many as one request may have. */
const MAX_NAMED = 1_000;

/** Calls the listener for each request to a version of the API, and for each sign-in. */
export function addAuditLog(app: FastifyInstance, listener: AuditListener | undefined): void {
  if (listener === undefined) return;
  app.addHook('onRequest', async (request, reply) => {
    onEnd(reply, ({ status }) => {
      const user = namedUser(request.headers) ?? signInUser(request);
      const isOfApi = request.routeOptions.config.apiVersion !== undefined;
      if (!isOfApi && user === null) return;
      const hide = longSecretHider(request);
      const named = namedIds(request.body).map(hide);
      const problem = notedProblem(request);
      const created = reply.getHeader('location');
      listener({
        time: new Date().toISOString(),
        reqId: request.id,
        user: user === null ? null : hide(user),
        address: request.ip,
        method: request.method,
        route: routeOf(request),
        status,
        ...(problem && { code: problem.code }),
        ids: hideInMembers(request.params as Readonly<Record<string, string>>, hide),
        ...(named.length > 0 && { named }),
        ...(typeof created === 'string' && { created }),
      });
    });
  });
}

function hideInMembers(
  members: Readonly<Record<string, string>>,
  hide: (text: string) => string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(members).map(([name, text]) => [name, hide(text)]));
}

/** The user of the sign-in service, which takes a form or an object. */
function signInUser({ body }: FastifyRequest): string | null {
  if (body instanceof URLSearchParams) return body.get('username');
  const name = isJsonObject(body) ? body.username : undefined;
  return typeof name === 'string' ? name : null;
}

/** `data.id`, or that of each member of `data`; nothing else of a body. */
function namedIds(body: unknown): readonly string[] {
  const data = isJsonObject(body) ? body.data : undefined;
  const resources: readonly unknown[] = Array.isArray(data) ? data.slice(0, MAX_NAMED) : [data];
  return resources.flatMap((resource) =>
    isJsonObject(resource) && typeof resource.id === 'string' ? [resource.id] : [],
  );
}
