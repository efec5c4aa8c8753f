import { problemOf, RequestProblems } from '../../answer/problem.ts';
import type { ApiRoute } from '../../route/api-route.ts';

/** Routes of a service that needs a store; without one, a 404 names the setting. */
export function storeRoutes<Service>(
  service: Service | null,
  create: (service: Service) => readonly ApiRoute[],
): readonly ApiRoute[] {
  // No handler runs without the service.
  const routes = create(service as Service);
  return service === null ? routes.map(withoutStore) : routes;
}

function withoutStore({ operation, judgeHead: _, ...route }: ApiRoute): ApiRoute {
  return {
    ...route,
    operation: { ...operation, hide: true },
    access: { login: 'none' },
    resolvePath() {
      const detail = 'This address needs a store: set APP_DATABASE_URL, such as file:posthorn.db.';
      throw new RequestProblems([problemOf('route-unknown', { detail })]);
    },
  };
}
