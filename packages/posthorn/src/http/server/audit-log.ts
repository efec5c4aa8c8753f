import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ProblemCode } from '../answer/problem.ts';
import { isJsonObject } from '../request/json-object.ts';
import { provedPrincipalOf } from '../request/login/authentication.ts';
import { namedUser } from '../request/login/credentials.ts';
import { notedProblem, onEnd, routeOf } from './request-observer.ts';
import { longSecretHider } from './request-secrets.ts';

/** One API request, without mail content. */
export interface AuditEntry {
  /** ISO 8601, at the request's end. */
  readonly time: string;
  readonly reqId: string;
  /** User name, proved or not, or API key name; null without a login. */
  readonly user: string | null;
  /** The client's, from trusted proxies. */
  readonly address: string;
  readonly method: string;
  /** Route pattern. */
  readonly route: string;
  /** 499: the client left first. */
  readonly status: number;
  /** docs/errors.md. */
  readonly code?: ProblemCode;
  /** Ids in the path. */
  readonly ids: Readonly<Record<string, string>>;
  /** Ids of the body's resources. */
  readonly named?: readonly string[];
  /** The new resource's address. */
  readonly created?: string;
}

export type AuditListener = (entry: AuditEntry) => void;

const MAX_NAMED = 1_000;

/** Reports each API request, sign-in and connect page step. */
export function addAuditLog(app: FastifyInstance, listener: AuditListener | undefined): void {
  if (listener === undefined) return;
  app.addHook('onRequest', async (request, reply) => {
    onEnd(reply, ({ status }) => {
      const user = provedPrincipalOf(request)?.name ?? namedUser(request.headers) ?? signInUser(request);
      const isOfApi = request.routeOptions.config.apiVersion !== undefined;
      const isStep = request.routeOptions.config.isForm === true;
      if (!isOfApi && !isStep && user === null) return;
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
        ids: hideInMembers(publicParams(request.params as Readonly<Record<string, string>>), hide),
        ...(named.length > 0 && { named }),
        ...(isOfApi && typeof created === 'string' && { created }),
      });
    });
  });
}

function publicParams({ pageSecret: _secret, ...params }: Readonly<Record<string, string>>) {
  return params;
}

function hideInMembers(
  members: Readonly<Record<string, string>>,
  hide: (text: string) => string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(members).map(([name, text]) => [name, hide(text)]));
}

function signInUser({ body }: FastifyRequest): string | null {
  if (body instanceof URLSearchParams) return body.get('username');
  const name = isJsonObject(body) ? body.username : undefined;
  return typeof name === 'string' ? name : null;
}

function namedIds(body: unknown): readonly string[] {
  const data = isJsonObject(body) ? body.data : undefined;
  const resources: readonly unknown[] = Array.isArray(data) ? data.slice(0, MAX_NAMED) : [data];
  return resources.flatMap((resource) =>
    isJsonObject(resource) && typeof resource.id === 'string' ? [resource.id] : [],
  );
}
