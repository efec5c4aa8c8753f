import type { ConnectLinks } from '../../../application/connect-sessions/connect-links.ts';
import { MailError } from '../../../domain/errors/mail-error.ts';
import { presentConnectSession } from '../../../resources/present-connect-session.ts';
import { problemOf, RequestProblems } from '../../answer/problem.ts';
import { connectPageAddress } from '../../request/url/connect-page-path.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import type { RouteOptions } from '../../route/http-services.ts';
import { writingRoute } from '../json-api/json-api-route.ts';
import { requireNoTag } from '../json-api/preconditions.ts';
import { CONNECT_SESSIONS_PATH } from '../paths.ts';
import { showing } from '../query/shown-resources.ts';
import { createConnectSessionOperation } from './create-operation.ts';
import { linkOwnerOf } from './link-owner.ts';
import { ACCOUNT_POINTER, readNewSession } from './session-request.ts';

/** `POST /ConnectSessions` */
export function createConnectSession(
  connectLinks: ConnectLinks,
  { authPath }: Pick<RouteOptions, 'authPath'>,
): ApiRoute {
  return writingRoute({
    method: 'POST',
    path: CONNECT_SESSIONS_PATH,
    operation: createConnectSessionOperation,
    access: { login: 'all-accounts', scope: 'accounts' },
    primaryType: 'ConnectSession',
    query: showing('ConnectSession'),
    async handler(exchange) {
      const { request, urls } = exchange;
      const link = readNewSession(request.body);
      requireNoTag(exchange);
      const created = await withPointer(connectLinks.create(link, linkOwnerOf(request)));
      const { session, secret } = created;
      const page = connectPageAddress(request, authPath, { session: session.id, secret });
      const self = urls.connectSession(session.id);
      const data = presentConnectSession(created, exchange);
      return {
        ...{ kind: 'document', status: 201, location: self, self: exchange.linkTo(self) },
        document: { data: { ...data, links: { self, page } }, links: { page } },
      };
    },
  });
}

/** Adds an unknown account's pointer (JSON:API 1.1 §crud-creating-responses-404). */
async function withPointer<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof MailError) || error.code !== 'mail-account-unknown') throw error;
    const { detail } = error.details;
    const problem = problemOf('mail-account-unknown', { detail, source: { pointer: ACCOUNT_POINTER } });
    throw new RequestProblems([problem], { cause: error });
  }
}
