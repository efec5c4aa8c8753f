import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Principals } from '../../../application/accounts/principals.ts';
import { MailError } from '../../../domain/errors/mail-error.ts';
import type { Login } from '../../../domain/logins/login.ts';
import { ACCOUNT_SCOPE } from '../../../domain/rights/principal.ts';
import { isJsonObject } from '../../request/json-object.ts';
import { signalOf } from '../../request/lifetime/request-signal.ts';
import type { Authentication } from '../../request/login/authentication.ts';
import { toBasicCredentials } from '../../request/login/basic-credentials.ts';
import { isBearerHeader, toBearerLogin } from '../../request/login/bearer-credentials.ts';
import { readCredentials } from '../../request/login/credentials.ts';
import { servicePrefix } from '../../request/url/service-path.ts';
import { type ApiRoute, addRoutes } from '../../route/api-route.ts';
import { signInOperation } from './sign-in-operation.ts';

/** A percent-encoded token of 8 KB. */
const BODY_LIMIT_OCTETS = 32_768;

/**
 * `POST {auth path}/auth`, also with a version segment: proves a login, which clients then send with each
 * request.
 */
export function addSignIn(
  app: FastifyInstance,
  {
    authPath,
    authenticate,
    services,
  }: {
    readonly authPath: string;
    readonly authenticate: Authentication;
    readonly services: { readonly principals: Principals };
  },
): void {
  const { prefixes, routes } = signInService(authPath, services);
  app.register((scope, _options, done) => {
    // Only here: the email service must refuse forms of other sites.
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: BODY_LIMIT_OCTETS },
      async (_request: FastifyRequest, body: string) => new URLSearchParams(body),
    );
    for (const prefix of prefixes) addRoutes(scope, { prefix, routes, authenticate, version: 'v0' });
    done();
  });
}

/** The auth service's routes and prefixes. */
export function signInService(
  authPath: string,
  services: { readonly principals: Principals },
): { readonly prefixes: readonly string[]; readonly routes: readonly ApiRoute[] } {
  const base = servicePrefix(authPath);
  return { prefixes: [`${base}/v0`, base], routes: [signInRoute(services)] };
}

function signInRoute({ principals }: { readonly principals: Principals }): ApiRoute {
  return {
    method: 'POST',
    path: '/auth',
    operation: signInOperation,
    access: { login: 'none' },
    async handler(request) {
      const login = readSignIn(request);
      const credentials = { kind: 'login', login, client: request.ip } as const;
      const { accounts } = await principals.open(
        { credentials, account: null, scope: ACCOUNT_SCOPE },
        signalOf(request),
      );
      if (accounts.length === 0) throw refused();
      return { success: true, data: presentLogin(login) };
    },
  };
}

/** Clients build credentials from the password in the answer. Tokens are never repeated. */
function presentLogin({ kind, user, secret }: Login): object {
  return kind === 'bearer' ? { username: user } : { username: user, password: secret.reveal() };
}

/** From a Bearer header, a form or a JSON object. */
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
