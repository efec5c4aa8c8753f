/** `POST {auth path}/auth`: proves a login for a client that will send it with each later request. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { MailAccounts } from '../../../application/mail-accounts.ts';
import type { PasswordLogin } from '../../../domain/login.ts';
import { MailError } from '../../../domain/mail-error.ts';
import type { Authentication } from '../../request/authentication.ts';
import { toBasicCredentials } from '../../request/basic-credentials.ts';
import { isJsonObject } from '../../request/json-object.ts';
import { signalOf } from '../../request/request-signal.ts';
import { servicePrefix } from '../../request/service-path.ts';
import { type ApiRoute, addRoutes } from '../../route/api-route.ts';
import { signInOperation } from './sign-in-operation.ts';

/** A user name and a password. */
const BODY_LIMIT_OCTETS = 8_192;

/** Adds the sign-in with and without a version segment: the auth service has this one version only. */
export function addSignIn(
  app: FastifyInstance,
  {
    authPath,
    authenticate,
    services,
  }: {
    readonly authPath: string;
    readonly authenticate: Authentication;
    readonly services: { readonly mailAccounts: MailAccounts };
  },
): void {
  const { prefixes, routes } = signInService(authPath, services);
  app.register((scope, _options, done) => {
    // Only here: a form that another site posts must not be understood by any route of the email service.
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: BODY_LIMIT_OCTETS },
      async (_request: FastifyRequest, body: string) => new URLSearchParams(body),
    );
    for (const prefix of prefixes) addRoutes(scope, { prefix, routes, authenticate, version: 'v0' });
    done();
  });
}

/** The routes of the auth service, and the paths below which they stand. */
export function signInService(
  authPath: string,
  services: { readonly mailAccounts: MailAccounts },
): { readonly prefixes: readonly string[]; readonly routes: readonly ApiRoute[] } {
  const base = servicePrefix(authPath);
  return { prefixes: [`${base}/v0`, base], routes: [signInRoute(services)] };
}

function signInRoute({ mailAccounts }: { readonly mailAccounts: MailAccounts }): ApiRoute {
  return {
    method: 'POST',
    path: '/auth',
    operation: signInOperation,
    login: 'none',
    async handler(request) {
      const login = readSignIn(request.body);
      const accounts = await mailAccounts.list({ login, client: request.ip }, signalOf(request));
      if (accounts.length === 0) throw refused();
      // The client builds the credentials of its later requests from this answer (contract of v0).
      return { success: true, data: { username: login.user, password: login.secret.reveal() } };
    },
  };
}

/** The login of a form or of a JSON object. Throws `authentication-failed` when there is none. */
function readSignIn(body: unknown): PasswordLogin {
  const read = (name: string): unknown => {
    if (body instanceof URLSearchParams) return body.get(name);
    return isJsonObject(body) ? body[name] : undefined;
  };
  const [user, password] = [read('username'), read('password')];
  if (typeof user !== 'string' || typeof password !== 'string') throw refused();
  const login = toBasicCredentials(user, password);
  if (login === undefined) throw refused();
  return login;
}

function refused(): MailError {
  return new MailError('authentication-failed', { detail: 'The login was refused.' });
}
