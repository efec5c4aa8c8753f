/** `POST {auth path}/auth`: proves a login for a client that will send it with each later request. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { MailAccounts } from '../../../application/accounts/mail-accounts.ts';
import type { Login } from '../../../domain/login.ts';
import { MailError } from '../../../domain/mail-error.ts';
import { isJsonObject } from '../../request/json-object.ts';
import { signalOf } from '../../request/lifetime/request-signal.ts';
import type { Authentication } from '../../request/login/authentication.ts';
import { toBasicCredentials } from '../../request/login/basic-credentials.ts';
import { isBearerHeader, toBearerLogin } from '../../request/login/bearer-credentials.ts';
import { readCredentials } from '../../request/login/credentials.ts';
import { servicePrefix } from '../../request/url/service-path.ts';
import { type ApiRoute, addRoutes } from '../../route/api-route.ts';
import { signInOperation } from './sign-in-operation.ts';

/** A user name and a password, or a token of 8 KB with its characters percent-encoded. */
const BODY_LIMIT_OCTETS = 32_768;

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
      const login = readSignIn(request);
      const accounts = await mailAccounts.list({ login, client: request.ip }, signalOf(request));
      if (accounts.length === 0) throw refused();
      return { success: true, data: presentLogin(login) };
    },
  };
}

/** Clients build the credentials of later requests from a password in the answer (contract of v0). A token is never repeated. */
function presentLogin({ kind, user, secret }: Login): object {
  return kind === 'bearer' ? { username: user } : { username: user, password: secret.reveal() };
}

/**
 * The login of the Bearer scheme, of a form or of a JSON object. Throws `authentication-failed` when there is none, and
 * what `readCredentials` throws.
 */
function readSignIn({ headers, body }: Pick<FastifyRequest, 'headers' | 'body'>): Login {
  if (isBearerHeader(headers.authorization)) {
    const { authorization, 'x-mail-user': user } = headers;
    return readCredentials({ authorization, 'x-mail-user': user }, () => undefined).login;
  }
  const read = (name: string): unknown => {
    if (body instanceof URLSearchParams) return body.get(name);
    return isJsonObject(body) ? body[name] : undefined;
  };
  const [user, password, kind] = [read('username'), read('password'), read('inbox_auth')];
  if (typeof user !== 'string' || typeof password !== 'string') throw refused();
  if (kind === 'bearer') return toBearerLogin(user, password);
  const login = toBasicCredentials(user, password);
  if (login === undefined) throw refused();
  return login;
}

function refused(): MailError {
  return new MailError('authentication-failed', { detail: 'The login was refused.' });
}
