import { JSON_API_MEDIA_TYPE } from 'relfield';
import type { SignInOptions } from '../../../domain/logins/oauth-provider.ts';
import { problemOf, RequestProblems } from '../../answer/problem.ts';
import { queryParametersOf, singleValue } from '../../request/url/query-parameters.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import type { HttpServices } from '../../route/http-services.ts';
import { getSignInOptionsOperation } from './get-operation.ts';

const DEFAULT_OPTIONS: SignInOptions = { methods: ['password'], oauth: null };
const PARAMETER = 'user';

/** `GET /sign-in-options`, without a login. Depends on the domain only: it must not reveal which users exist. */
export function getSignInOptions({ authProvider }: Pick<HttpServices, 'authProvider'>): ApiRoute {
  return {
    method: 'GET',
    path: '/sign-in-options',
    operation: getSignInOptionsOperation,
    access: { login: 'none' },
    async handler(request, reply) {
      const user = singleValue(queryParametersOf(request), PARAMETER);
      if (user === undefined || user === '') throw missingUser();
      const options = authProvider.signInOptions?.(user) ?? DEFAULT_OPTIONS;
      reply.header('cache-control', 'no-store').header('content-type', JSON_API_MEDIA_TYPE);
      return reply.send(Buffer.from(JSON.stringify(presentOptions(options))));
    },
  };
}

function presentOptions({ methods, oauth }: SignInOptions): object {
  if (oauth === null) return { jsonapi: { version: '1.1' }, meta: { methods, oauth } };
  const { endpoints, scopes, clientId = null } = oauth;
  return { jsonapi: { version: '1.1' }, meta: { methods, oauth: { ...endpoints, scopes, clientId } } };
}

function missingUser(): RequestProblems {
  const detail = 'The parameter "user" must be the name of the user who wants to sign in.';
  return new RequestProblems([problemOf('invalid-parameter', { detail, parameter: PARAMETER })]);
}
