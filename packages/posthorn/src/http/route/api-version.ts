import type { ProblemPresenter } from '../answer/problem-answer.ts';
import type { ApiRoute, ApiVersionTag } from './api-route.ts';
import type { HttpServices, RouteOptions } from './http-services.ts';

/** A version of the API: its routes and the shape of its errors. */
export interface ApiVersion {
  readonly tag: ApiVersionTag;
  readonly createRoutes: (services: HttpServices, options: RouteOptions) => readonly ApiRoute[];
  readonly presentProblem: ProblemPresenter;
}
