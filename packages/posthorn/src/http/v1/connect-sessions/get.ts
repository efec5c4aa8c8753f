import type { ConnectLinks } from '../../../application/connect-sessions/connect-links.ts';
import { presentConnectSession } from '../../../resources/present-connect-session.ts';
import { resourceIdOf } from '../../request/url/path-parameters.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import { readingRoute } from '../json-api/json-api-route.ts';
import { CONNECT_SESSION_PATH } from '../paths.ts';
import { showing } from '../query/shown-resources.ts';
import { getConnectSessionOperation } from './get-operation.ts';
import { linkOwnerOf } from './link-owner.ts';

/** `GET /ConnectSessions/{id}` */
export function getConnectSession(connectLinks: ConnectLinks): ApiRoute {
  return readingRoute({
    path: CONNECT_SESSION_PATH,
    operation: getConnectSessionOperation,
    access: { login: 'all-accounts', scope: 'accounts' },
    primaryType: 'ConnectSession',
    query: showing('ConnectSession'),
    async handler(exchange) {
      const { request } = exchange;
      const found = await connectLinks.find(resourceIdOf(request), linkOwnerOf(request));
      return { kind: 'document', document: { data: presentConnectSession(found, exchange) } };
    },
  });
}
